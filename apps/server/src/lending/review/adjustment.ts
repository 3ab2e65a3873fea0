import { maxStopDays } from '@hiram/contract/console/loan';
import {
  cents,
  disbursalOf,
  type ExtensionRejection,
  formatCents,
  grantedExtension,
  inForce,
  type LocalDate,
} from '@hiram/loan';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { NewEvent } from '../loans/append-event.ts';
import { askedPosition } from '../loans/next-payment.ts';
import { creditOf, engineEvents, type Order, type StoredEvent } from '../loans/order-store.ts';
import { type CreditBy, creditByProvider } from '../payments/refunds.ts';
import { isHandMade } from './hand-made.ts';

/** The parts of a loan that can be waived separately. */
export const buckets = ['principal', 'interest', 'late', 'penalty'] as const;
type Bucket = (typeof buckets)[number];

/** A person's decision about a loan. Amounts in cents. */
export type Adjustment =
  | { readonly kind: 'waived'; readonly amounts: Readonly<Record<Bucket, number>> }
  /** `from`: the provider whose cash the borrower received, as the ledger names it. Default: the only provider of the credit. */
  | { readonly kind: 'refunded'; readonly amount: number; readonly from?: string }
  | { readonly kind: 'writtenOff' }
  /** Takes back what a person decided before. */
  | { readonly kind: 'reversed'; readonly target: string }
  /** Moves the current instalment as an extension does, without its price. */
  | { readonly kind: 'extended' }
  /** Late charges stop until a day, today not included. */
  | { readonly kind: 'chargesStopped'; readonly until: LocalDate };

export type AdjustmentFault =
  | 'nothingToWaive'
  | 'moreThanOwed'
  | 'moreThanCredit'
  | 'unknownCash'
  | 'otherProvider'
  | 'stillReversible'
  | 'writtenOffAlready'
  | 'noPrincipal'
  | 'cannotUndo'
  | 'cannotExtend'
  | 'badStop'
  | 'nothingOwed';

/** The reason why a loan cannot be adjusted: one line for the operator, and the reason and its values for the console. */
export class CannotAdjust extends Error {
  readonly reason: AdjustmentFault | undefined;
  readonly values: Readonly<Record<string, string>>;
  constructor(message: string, reason?: AdjustmentFault, values: Readonly<Record<string, string>> = {}) {
    super(message);
    this.reason = reason;
    this.values = values;
  }
}

/** The order with its events, on a business day. */
export interface LoanToday {
  readonly order: Order;
  readonly stored: readonly StoredEvent[];
  readonly today: LocalDate;
}

/** An order as a reviewer sees it before deciding. Amounts in cents. */
export interface LoanSituation {
  readonly status: Order['status'];
  readonly isWrittenOff: boolean;
  readonly owed: Readonly<Record<Bucket, number>>;
  readonly credit: number;
}

export function situationOf({ order, stored, today }: LoanToday): LoanSituation {
  const events = engineEvents(stored);
  const current = disbursalOf(events) && askedPosition(order.terms, events, today);
  return {
    status: order.status,
    isWrittenOff: inForce(events).some((event) => event.kind === 'writtenOff'),
    owed: {
      principal: current?.principalOwed ?? 0,
      interest: current?.interestOwed ?? 0,
      late: current?.lateOwed ?? 0,
      penalty: current?.penaltyOwed ?? 0,
    },
    credit: creditOf(order, stored, today),
  };
}

/** The reasons why a loan cannot be extended, as the staff reads them. */
export const noExtension: Readonly<Record<ExtensionRejection, string>> = {
  notDue: 'no repayment is due',
  arranged: 'it is paid by an arrangement, or was until today',
  usedUp: 'it was extended as often as agreed',
  twoOverdue: 'two instalments are late',
  beyondYear: 'it would last longer than a year',
  ceiling: 'it would cost more than its ceiling allows',
  onlyCharges: 'only charges are owed',
};

/** The event of a decision, as of today. Throws CannotAdjust if the loan as it is now does not allow it. */
export async function plannedEvent(
  db: Db,
  appContext: AppContext,
  loan: LoanToday,
  adjustment: Adjustment,
): Promise<NewEvent & { readonly id: string }> {
  const { order, stored, today } = loan;
  const base = { id: newId(), valueDate: today };
  const brand = brandOf(appContext, order);
  const money = (amount: number) => formatCents(cents(amount), brand.money);
  switch (adjustment.kind) {
    case 'waived':
      return { ...base, kind: 'waived', ...waivable(adjustment.amounts, situationOf(loan), money) };
    case 'refunded': {
      const { amount, from } = adjustment;
      const { credit } = situationOf(loan);
      if (from !== undefined && !knownCash(appContext).includes(from))
        throw new CannotAdjust(
          `No cash account ${from}. The cash accounts are ${knownCash(appContext).join(', ')}.`,
          'unknownCash',
        );
      if (amount > credit)
        throw new CannotAdjust(`The credit is ${money(credit)}.`, 'moreThanCredit', {
          credit: money(credit),
        });
      const credits = await creditByProvider(db, brand, { order, stored, today });
      return {
        ...base,
        kind: 'refunded',
        amount: cents(amount),
        ...refundProvider(adjustment, credits, money),
      };
    }
    case 'writtenOff': {
      const { isWrittenOff, owed } = situationOf(loan);
      if (isWrittenOff) throw new CannotAdjust('The loan is written off already.', 'writtenOffAlready');
      if (owed.principal === 0) throw new CannotAdjust('No principal is owed.', 'noPrincipal');
      return { ...base, kind: 'writtenOff' };
    }
    case 'reversed':
      return { ...base, kind: 'reversed', target: undoable(loan, adjustment.target) };
    case 'extended': {
      const granted = isRunning(loan)
        ? grantedExtension(order.terms, engineEvents(stored), today)
        : { ok: false as const, reason: 'notDue' as const };
      if (!granted.ok)
        throw new CannotAdjust(
          `The loan cannot be extended: ${noExtension[granted.reason]}.`,
          'cannotExtend',
          { why: noExtension[granted.reason] },
        );
      const { instalment, newDueDate } = granted;
      return { ...base, kind: 'extended', instalment, newDueDate, paidBy: base.id };
    }
    case 'chargesStopped':
      return { ...base, kind: 'chargesStopped', until: stopUntil(loan, adjustment.until) };
  }
}

function isRunning({ order, stored }: LoanToday): boolean {
  return disbursalOf(engineEvents(stored)) !== undefined && order.status !== 'settled';
}

type Money = (amount: number) => string;

function waivable(amounts: Readonly<Record<Bucket, number>>, { owed }: LoanSituation, money: Money) {
  for (const bucket of buckets)
    if (amounts[bucket] > owed[bucket])
      throw new CannotAdjust(`Only ${money(owed[bucket])} of ${bucket} is owed.`, 'moreThanOwed', {
        part: bucket,
        owed: money(owed[bucket]),
      });
  if (buckets.every((bucket) => amounts[bucket] === 0))
    throw new CannotAdjust('Give at least one amount to waive.', 'nothingToWaive');
  const { principal, interest, late, penalty } = amounts;
  return {
    principal: cents(principal),
    interest: cents(interest),
    late: cents(late),
    penalty: cents(penalty),
  };
}

/** A refund uses the provider of the credit, once its channel cannot reverse the payment. */
function refundProvider(
  { amount, from }: Extract<Adjustment, { kind: 'refunded' }>,
  credits: readonly CreditBy[],
  money: Money,
): { provider: string } {
  const list = credits.map((credit) => `${credit.provider} ${money(credit.amount)}`).join(', ');
  const [only, ...others] = credits;
  const source =
    from === undefined && others.length === 0 ? only : credits.find((credit) => credit.provider === from);
  if (!source || amount > source.amount)
    throw new CannotAdjust(`A refund uses the provider of the credit: ${list}.`, 'otherProvider', { list });
  if (amount > source.free)
    throw new CannotAdjust(
      `${money(source.free)} can be refunded today: the channel of the rest can still reverse its payment before ${source.nextFrom}.`,
      'stillReversible',
      { free: money(source.free), from: source.nextFrom ?? '' },
    );
  return { provider: source.provider };
}

/** The id of an event that a person decided and that still counts. */
function undoable({ stored }: LoanToday, target: string): string {
  const counting = inForce(engineEvents(stored)).find(({ id }) => id === target);
  if (!counting || !isHandMade(counting))
    throw new CannotAdjust(`The event ${target} is not one that can be undone.`, 'cannotUndo');
  return target;
}

function stopUntil(loan: LoanToday, until: LocalDate): LocalDate {
  const { today } = loan;
  if (!isRunning(loan)) throw new CannotAdjust('The loan is not running.', 'nothingOwed');
  const days = (Date.parse(until) - Date.parse(today)) / 86_400_000;
  if (days < 1 || days > maxStopDays)
    throw new CannotAdjust(`Charges stop for 1 to ${maxStopDays} days.`, 'badStop', {
      days: String(maxStopDays),
    });
  return until;
}

/** The cash accounts for refunds: a provider's, or the lender's own at a bank. */
function knownCash({ ports }: AppContext): readonly string[] {
  return [...new Set(['transfer', ...ports.payments.keys(), ...ports.payouts.keys()])];
}
