import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import type { OrderStatus } from '@hiram/contract/order-status';
import { cents, disbursalOf, type LocalDate, position } from '@hiram/loan';
import { v5, validate } from 'uuid';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { appendEvent, type NewEvent } from '../loans/append-event.ts';
import {
  creditOf,
  engineEvents,
  loadEvents,
  loadOrder,
  type Order,
  type StoredEvent,
} from '../loans/loans.ts';
import { type CreditBy, creditByProvider } from '../payments/refunds.ts';

/** The parts of a loan that can be waived separately. */
export const buckets = ['principal', 'interest', 'late', 'penalty'] as const;
export type Bucket = (typeof buckets)[number];

/** A reviewer's adjustment of a loan. Amounts in cents. */
export type Adjustment =
  | { readonly kind: 'waived'; readonly amounts: Readonly<Record<Bucket, number>> }
  /**
   * `from`: the provider whose cash the borrower received, as the ledger names it. Without it, the only provider of the credit.
   */
  | { readonly kind: 'refunded'; readonly amount: number; readonly from?: string }
  | { readonly kind: 'writtenOff' };

/** The reference of a decision (a memo's number, the bank's reference of a refund), and its reason. */
export interface Grounds {
  readonly reference: string;
  readonly reason: string;
}

/** An order as a reviewer sees it before deciding. Amounts in cents. */
export interface LoanSituation {
  readonly status: OrderStatus;
  readonly isWrittenOff: boolean;
  readonly owed: Readonly<Record<Bucket, number>>;
  readonly credit: number;
}

/** Why a loan cannot be adjusted: one line for the operator. */
export class CannotAdjust extends Error {}

/** The current state of an order. Throws CannotAdjust for an unknown order. */
export async function loanSituation(appContext: AppContext, orderId: OrderId): Promise<LoanSituation> {
  const { borrower_id } = await ownerOf(appContext.db, orderId);
  const order = await loadOrder(appContext.db, borrower_id, orderId);
  return situationFrom(
    order,
    await loadEvents(appContext.db, order),
    await todayOf(appContext, appContext.db, order),
  );
}

/**
 * Waives a part of the debt, books a refund of the borrower's credit, or writes off the principal in the books (the debt
 * remains), as of today. Amounts cannot exceed what is owed or credited. Idempotent by the order's reference. Throws
 * CannotAdjust with the reason.
 */
export async function adjustLoan(
  appContext: AppContext,
  orderId: OrderId,
  adjustment: Adjustment,
  grounds: Grounds,
): Promise<'done' | 'repeated'> {
  const { borrower_id } = await ownerOf(appContext.db, orderId);
  const from = adjustment.kind === 'refunded' ? adjustment.from : undefined;
  if (from !== undefined && !knownCash(appContext).includes(from))
    throw new CannotAdjust(
      `No cash account ${from}. The cash accounts are ${knownCash(appContext).join(', ')}.`,
    );
  return inTransaction(appContext.db, async (trx) => {
    const order = await loadOrder(trx, borrower_id, orderId, true);
    const today = await todayOf(appContext, trx, order);
    const event = eventOf(adjustment, grounds, orderId, today);
    const events = await loadEvents(trx, order);
    const existing = events.find((stored) => stored.event.id === event.id);
    if (existing) {
      if (existing.event.kind === adjustment.kind && hasSameAmounts(existing.event, event)) return 'repeated';
      throw new CannotAdjust(`Another decision was booked under the reference ${grounds.reference}.`);
    }
    assertAllowed(adjustment, situationFrom(order, events, today));
    const provider =
      adjustment.kind === 'refunded'
        ? refundProvider(
            adjustment,
            await creditByProvider(trx, brandOf(appContext, order), { order, stored: events, today }),
          )
        : {};
    await appendEvent(trx, order, { ...event, ...provider }, { today, now: appContext.clock.now() });
    return 'done';
  });
}

async function ownerOf(db: Db, orderId: OrderId): Promise<{ borrower_id: BorrowerId }> {
  const found = validate(orderId)
    ? await db.selectFrom('loan_order').select('borrower_id').where('id', '=', orderId).executeTakeFirst()
    : undefined;
  if (!found) throw new CannotAdjust(`No order ${orderId}.`);
  return found;
}

function todayOf(appContext: AppContext, db: Db, order: Order): Promise<LocalDate> {
  return appContext.clock.today(db, brandOf(appContext, order).timeZone);
}

function situationFrom(order: Order, stored: readonly StoredEvent[], today: LocalDate): LoanSituation {
  const events = engineEvents(stored);
  const current = disbursalOf(events) && position(order.terms, events, today);
  return {
    status: order.status,
    isWrittenOff: events.some((event) => event.kind === 'writtenOff'),
    owed: {
      principal: current?.principalOwed ?? 0,
      interest: current?.interestOwed ?? 0,
      late: current?.lateOwed ?? 0,
      penalty: current?.penaltyOwed ?? 0,
    },
    credit: creditOf(order, stored, today),
  };
}

function assertAllowed(adjustment: Adjustment, { owed, credit, isWrittenOff }: LoanSituation): void {
  switch (adjustment.kind) {
    case 'waived':
      for (const bucket of buckets)
        if (adjustment.amounts[bucket] > owed[bucket])
          throw new CannotAdjust(`Only ${decimal(owed[bucket])} of ${bucket} is owed.`);
      if (buckets.every((bucket) => adjustment.amounts[bucket] === 0))
        throw new CannotAdjust('Give at least one amount to waive.');
      return;
    case 'refunded':
      if (adjustment.amount > credit) throw new CannotAdjust(`The credit is ${decimal(credit)}.`);
      return;
    case 'writtenOff':
      if (isWrittenOff) throw new CannotAdjust('The loan is written off already.');
      if (owed.principal === 0) throw new CannotAdjust('No principal is owed.');
  }
}

/** A refund uses the provider of the credit, once its channel cannot reverse the payment. Throws CannotAdjust otherwise. */
function refundProvider(
  { amount, from }: Extract<Adjustment, { kind: 'refunded' }>,
  credits: readonly CreditBy[],
): { provider: string } {
  const list = credits.map((credit) => `${credit.provider} ${decimal(credit.amount)}`).join(', ');
  const [only, ...others] = credits;
  const source =
    from === undefined && others.length === 0 ? only : credits.find((credit) => credit.provider === from);
  if (!source || amount > source.amount)
    throw new CannotAdjust(`A refund uses the provider of the credit: ${list}.`);
  if (amount > source.free)
    throw new CannotAdjust(
      `${decimal(source.free)} can be refunded today: the channel of the rest can still reverse its payment before ${source.nextFrom}.`,
    );
  return { provider: source.provider };
}

const decimal = (amount: number) => (amount / 100).toFixed(2);

function eventOf(adjustment: Adjustment, note: Grounds, orderId: OrderId, valueDate: LocalDate): NewEvent {
  // The id is derived from order and reference, so that a repeated decision has the same id.
  const base = { id: v5(`adjustment ${note.reference}`, orderId), valueDate, note };
  if (adjustment.kind === 'writtenOff') return { ...base, kind: 'writtenOff' };
  if (adjustment.kind === 'refunded') return { ...base, kind: 'refunded', amount: cents(adjustment.amount) };
  const { principal, interest, late, penalty } = adjustment.amounts;
  return {
    ...base,
    kind: 'waived',
    principal: cents(principal),
    interest: cents(interest),
    late: cents(late),
    penalty: cents(penalty),
  };
}

/** Whether two events of one kind have the same amounts. */
function hasSameAmounts(event: object, other: object): boolean {
  return [...buckets, 'amount'].every((field) => Reflect.get(event, field) === Reflect.get(other, field));
}

/** The cash accounts for refunds: a provider's, or the lender's own at a bank. */
function knownCash({ ports }: AppContext): readonly string[] {
  return [...new Set(['transfer', ...ports.payments.keys(), ...ports.payouts.keys()])];
}
