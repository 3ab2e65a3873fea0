import { cents, disbursalOf, type LocalDate, position } from '@hiram/loan';
import { v5, validate } from 'uuid';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import {
  appendEvent,
  creditOf,
  engineEvents,
  loadEvents,
  loadOrder,
  type NewEvent,
  type Order,
  type StoredEvent,
} from '../loans/loans.ts';
import { type CreditBy, creditByProvider } from '../payments/refunds.ts';

/** What can be forgiven of a loan, each by itself. */
export const buckets = ['principal', 'interest', 'late', 'penalty'] as const;
export type Bucket = (typeof buckets)[number];

/** What a person decided over a loan. Amounts in cents. */
export type Adjustment =
  | { readonly kind: 'waived'; readonly amounts: Readonly<Record<Bucket, number>> }
  /** `from`: whose cash the borrower got, by the ledger's name; without it, of the one provider by whom the credit came. */
  | { readonly kind: 'refunded'; readonly amount: number; readonly from?: string }
  | { readonly kind: 'writtenOff' };

/** By what a decision is known (a memo's number, the bank's reference of what was paid back), and why it was taken. */
export interface Grounds {
  readonly reference: string;
  readonly why: string;
}

/** An order as a person sees it before they decide. Amounts in cents. */
export interface Standing {
  readonly status: number;
  readonly isWrittenOff: boolean;
  readonly owed: Readonly<Record<Bucket, number>>;
  readonly credit: number;
}

/** Why a loan cannot be adjusted like that: one line for whoever asked. */
export class CannotAdjust extends Error {}

/** Throws CannotAdjust for an order that there is not. */
export async function standingOf(appContext: AppContext, orderId: string): Promise<Standing> {
  const { borrower_id } = await ownerOf(appContext.db, orderId);
  const order = await loadOrder(appContext.db, borrower_id, orderId);
  return stands(
    order,
    await loadEvents(appContext.db, order),
    await todayOf(appContext, appContext.db, order),
  );
}

/**
 * Forgives a part of what is owed, books what was paid back of a borrower's credit, or gives the principal up in the books
 * (what is owed stays owed), as of today. Never more than there is; once for each reference of an order, however often it
 * is asked for. Throws CannotAdjust with the reason.
 */
export async function adjustLoan(
  appContext: AppContext,
  orderId: string,
  adjustment: Adjustment,
  grounds: Grounds,
): Promise<'done' | 'repeated'> {
  const { borrower_id } = await ownerOf(appContext.db, orderId);
  const from = adjustment.kind === 'refunded' ? adjustment.from : undefined;
  if (from !== undefined && !knownCash(appContext).includes(from))
    throw new CannotAdjust(`No cash of ${from}: there is ${knownCash(appContext).join(', ')}.`);
  return inTransaction(appContext.db, async (trx) => {
    const order = await loadOrder(trx, borrower_id, orderId, true);
    const today = await todayOf(appContext, trx, order);
    const event = eventOf(adjustment, grounds, orderId, today);
    const before = await loadEvents(trx, order);
    const same = before.find((one) => one.event.id === event.id);
    if (same) {
      if (same.event.kind === adjustment.kind && isSame(same.event, event)) return 'repeated';
      throw new CannotAdjust(`Something else was done by the reference ${grounds.reference}.`);
    }
    reject(adjustment, stands(order, before, today));
    const way =
      adjustment.kind === 'refunded'
        ? refundWay(adjustment, await creditByProvider(trx, brandOf(appContext, order), order, before, today))
        : {};
    await appendEvent(trx, order, { ...event, ...way }, today, appContext.clock.now());
    return 'done';
  });
}

async function ownerOf(db: Db, orderId: string): Promise<{ borrower_id: string }> {
  const found = validate(orderId)
    ? await db.selectFrom('loan_order').select('borrower_id').where('id', '=', orderId).executeTakeFirst()
    : undefined;
  if (!found) throw new CannotAdjust(`No order ${orderId}.`);
  return found;
}

function todayOf(appContext: AppContext, db: Db, order: Order): Promise<LocalDate> {
  return appContext.clock.today(db, brandOf(appContext, order).timeZone);
}

function stands(order: Order, stored: readonly StoredEvent[], today: LocalDate): Standing {
  const events = engineEvents(stored);
  const there = disbursalOf(events) && position(order.terms, events, today);
  return {
    status: order.status,
    isWrittenOff: events.some((event) => event.kind === 'writtenOff'),
    owed: {
      principal: there?.principalOwed ?? 0,
      interest: there?.interestOwed ?? 0,
      late: there?.lateOwed ?? 0,
      penalty: there?.penaltyOwed ?? 0,
    },
    credit: creditOf(order, stored, today),
  };
}

function reject(adjustment: Adjustment, { owed, credit, isWrittenOff }: Standing): void {
  switch (adjustment.kind) {
    case 'waived':
      for (const bucket of buckets)
        if (adjustment.amounts[bucket] > owed[bucket])
          throw new CannotAdjust(`Only ${pesos(owed[bucket])} of ${bucket} is owed.`);
      if (buckets.every((bucket) => adjustment.amounts[bucket] === 0))
        throw new CannotAdjust('Nothing is waived.');
      return;
    case 'refunded':
      if (adjustment.amount > credit) throw new CannotAdjust(`The credit is ${pesos(credit)}.`);
      return;
    case 'writtenOff':
      if (isWrittenOff) throw new CannotAdjust('It is written off.');
      if (owed.principal === 0) throw new CannotAdjust('No principal is owed.');
  }
}

/** A refund goes back the way the credit came, once its channel cannot take it back. Throws CannotAdjust otherwise. */
function refundWay(
  { amount, from }: Extract<Adjustment, { kind: 'refunded' }>,
  credits: readonly CreditBy[],
): { provider: string } {
  const list = credits.map((one) => `${one.provider} ${pesos(one.amount)}`).join(', ');
  const [only, ...more] = credits;
  const way = from === undefined && more.length === 0 ? only : credits.find((one) => one.provider === from);
  if (!way || amount > way.amount)
    throw new CannotAdjust(`A refund goes back the way the credit came: ${list}.`);
  if (amount > way.free)
    throw new CannotAdjust(
      `${pesos(way.free)} can be refunded today: the rest can be taken back by its channel before ${way.nextFrom}.`,
    );
  return { provider: way.provider };
}

const pesos = (sum: number) => (sum / 100).toFixed(2);

function eventOf(adjustment: Adjustment, note: Grounds, orderId: string, valueDate: LocalDate): NewEvent {
  // Of order and reference, so that a decision that is told twice is one.
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

/** Whether two events of one kind are of the same amounts. */
function isSame(one: object, other: object): boolean {
  return [...buckets, 'amount'].every((field) => Reflect.get(one, field) === Reflect.get(other, field));
}

/** What a borrower can be paid back from: a provider's account, or the lender's own at a bank. */
function knownCash({ ports }: AppContext): readonly string[] {
  return [...new Set(['transfer', ...ports.payments.keys(), ...ports.payouts.keys()])];
}
