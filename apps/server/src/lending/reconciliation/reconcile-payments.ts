import type { PaymentCodeId, PaymentId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { circuitBreaker } from '../../providers/circuit-breaker.ts';
import type { ReportedPaymentState, StatementEntry, StatementPort } from '../../providers/ports/statement.ts';
import { openMessageTask } from '../payments/message-tasks.ts';
import { receivePayment } from '../payments/payments.ts';
import { reverse } from '../payments/reversals/reversals.ts';
import {
  type ComparedDay,
  type ComparisonResult,
  type Difference,
  type DifferenceReason,
  outcomeOf,
} from './difference.ts';

type StatementPayment = Extract<StatementEntry, { kind: 'payment' }>;

/** The provider is unavailable: nothing is known of the payment. */
interface Unanswered {
  readonly state: 'unanswered';
}

/** A day's comparison with one provider. */
interface Comparison {
  readonly provider: string;
  readonly compared: ComparedDay;
  readonly queryPayment: (paymentId: string) => Promise<ReportedPaymentState | Unanswered>;
}

interface PaymentStatement {
  readonly entries: readonly StatementEntry[];
  /** Ids of the payments on the statements of the day before and the day after. */
  readonly adjacentIds: () => Promise<ReadonlySet<string>>;
}

interface PaymentRecord {
  readonly id: PaymentId;
  readonly provider_payment_id: string;
  readonly code_id: PaymentCodeId | null;
  readonly amount: number;
  readonly paid_on: string;
  readonly state: 'posted' | 'held' | 'reversed' | 'rejected';
}

/**
 * Compares a day's payments, in both directions. The statement alone posts or reverses nothing: a query of the single payment
 * decides.
 */
export async function comparePayments(
  appContext: AppContext,
  statement: StatementPort,
  compared: ComparedDay,
  { entries, adjacentIds }: PaymentStatement,
): Promise<ComparisonResult> {
  const withBreaker = circuitBreaker<ReportedPaymentState | Unanswered>({ state: 'unanswered' });
  const comparison: Comparison = {
    provider: statement.name,
    compared,
    queryPayment: (paymentId) => withBreaker(() => statement.payment(paymentId)),
  };
  const refunds = entries.filter((entry) => entry.kind === 'refund').map(refundedThere);
  const listed = await compareListed(appContext, comparison, entries);
  const unlisted = await compareUnlisted(appContext, comparison, listed.matched, adjacentIds);
  return {
    differences: [...refunds, ...listed.differences, ...unlisted.differences],
    counted: [...listed.counted, ...unlisted.counted],
  };
}

function refundedThere({
  refundId,
  amount,
  currency,
}: Extract<StatementEntry, { kind: 'refund' }>): Difference {
  return {
    kind: 'payment',
    reference: refundId,
    reason: 'refunded there',
    providerValue: String(amount),
    currency,
  };
}

/** Compares the payments on the statement with our records. Returns the records that it matched, by id. */
async function compareListed(
  appContext: AppContext,
  comparison: Comparison,
  entries: readonly StatementEntry[],
): Promise<ComparisonResult & { readonly matched: ReadonlyMap<PaymentId, PaymentRecord> }> {
  const { provider } = comparison;
  const payments = entries.filter((payment): payment is StatementPayment => payment.kind === 'payment');
  const differences: Difference[] = [];
  const counted: PaymentId[] = [];
  const matched = new Map<PaymentId, PaymentRecord>();
  const recordsByPaymentId = await ourPayments(
    appContext,
    provider,
    payments.map((payment) => payment.paymentId),
  );
  for (const payment of payments) {
    const base = { kind: 'payment', reference: payment.paymentId } as const;
    let row = recordsByPaymentId.get(payment.paymentId);
    if (!row && payment.state === 'paid') {
      const posted = await postMissing(appContext, comparison, payment);
      if (posted.reason)
        differences.push({
          ...base,
          reason: posted.reason,
          providerValue: String(payment.amount),
          currency: payment.currency,
        });
      row = posted.row;
    }
    if (!row) continue;
    matched.set(row.id, row);
    counted.push(row.id);
    differences.push(...(await comparePayment(appContext, comparison, payment, row)));
  }
  return { differences, counted, matched };
}

/** Queries the provider about each of our payments of the day that its statement does not list. */
async function compareUnlisted(
  appContext: AppContext,
  { provider, compared, queryPayment }: Comparison,
  matched: ReadonlyMap<PaymentId, PaymentRecord>,
  adjacentIds: PaymentStatement['adjacentIds'],
): Promise<ComparisonResult> {
  const differences: Difference[] = [];
  const counted: PaymentId[] = [];
  const matchedCodes = new Set(
    [...matched.values()].flatMap((row) => (row.code_id ? [codeAndAmount(row)] : [])),
  );
  for (const row of await paymentsOf(appContext, provider, compared.day)) {
    if (matched.has(row.id)) continue;
    const reported = await queryPayment(row.provider_payment_id);
    // The provider has it on another day, by its clock or because it was listed around midnight. That day's comparison covers
    // it.
    const isOnAnotherDay =
      reported.state === 'paid' &&
      (dayOf(compared.timeZone, reported.on) !== compared.day ||
        (await adjacentIds()).has(row.provider_payment_id));
    if (!isOnAnotherDay) counted.push(row.id);
    if (row.state === 'reversed' || row.state === 'rejected' || reported.state === 'unanswered') continue;
    const base = { kind: 'payment', reference: row.provider_payment_id } as const;
    if (isOnAnotherDay) {
      const theirDay = dayOf(compared.timeZone, reported.on);
      if (theirDay !== row.paid_on)
        differences.push({
          ...base,
          reason: 'day differs',
          providerValue: theirDay,
          ledgerValue: row.paid_on,
        });
    } else if (reported.state === 'reversed')
      differences.push({
        ...base,
        reason: await reversePayment(appContext, provider, reported),
        ledgerValue: row.state,
      });
    else {
      const isPostedTwice = matchedCodes.has(codeAndAmount(row));
      differences.push({
        ...base,
        reason: isPostedTwice ? 'posted twice' : 'missing there',
        ledgerValue: String(row.amount),
      });
    }
  }
  return { differences, counted };
}

/** The paid code, and the amount in cents. */
const codeAndAmount = ({ code_id, amount }: PaymentRecord) => `${code_id} ${amount}`;

/** Compares a payment that the statement and our books have. */
async function comparePayment(
  appContext: AppContext,
  { provider, compared, queryPayment }: Comparison,
  payment: StatementPayment,
  row: PaymentRecord,
): Promise<readonly Difference[]> {
  const base = { kind: 'payment', reference: payment.paymentId } as const;
  if (payment.state === 'reversed') {
    if (row.state === 'reversed' || row.state === 'rejected') return [];
    const reported = await queryPayment(row.provider_payment_id);
    const reason =
      reported.state === 'reversed' ? await reversePayment(appContext, provider, reported) : 'state differs';
    return [{ ...base, reason, providerValue: payment.state, ledgerValue: row.state }];
  }
  // A refused payment stays on the provider's side until the provider refunds it.
  if (row.state === 'reversed' || row.state === 'rejected')
    return [{ ...base, reason: 'state differs', providerValue: payment.state, ledgerValue: row.state }];
  const differences: Difference[] = [];
  if (row.state === 'held')
    differences.push({ ...base, reason: 'held here', providerValue: String(payment.amount) });
  if (row.amount !== payment.amount)
    differences.push({
      ...base,
      reason: 'amount differs',
      providerValue: String(payment.amount),
      ledgerValue: String(row.amount),
    });
  const { timeZone } = compared;
  if (row.paid_on !== dayOf(timeZone, payment.at)) {
    // The statement may have the time of its own entry. The query of the single payment has the payer's time.
    const reported = await queryPayment(row.provider_payment_id);
    const theirDay = dayOf(timeZone, reported.state === 'paid' ? reported.on : payment.at);
    if (row.paid_on !== theirDay)
      differences.push({ ...base, reason: 'day differs', providerValue: theirDay, ledgerValue: row.paid_on });
  }
  return differences;
}

const dayOf = (timeZone: string, at: StatementPayment['at']): string =>
  at instanceof Date ? dayIn(timeZone, at) : at;

const columns = ['id', 'provider_payment_id', 'code_id', 'amount', 'paid_on', 'state'] as const;

async function ourPayments(
  appContext: AppContext,
  provider: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await appContext.db
    .selectFrom('payment')
    .select(columns)
    .where('provider', '=', provider)
    .where(sql<boolean>`provider_payment_id = any(${ids})`)
    .execute();
  return new Map(rows.map((row) => [row.provider_payment_id, row]));
}

function paymentsOf(
  appContext: AppContext,
  provider: string,
  day: string,
): Promise<readonly PaymentRecord[]> {
  return appContext.db
    .selectFrom('payment')
    .select(columns)
    .where('provider', '=', provider)
    .where('paid_on', '=', day)
    .execute();
}

/** Posts a payment whose webhook never came, with the values of the provider's query. */
async function postMissing(
  appContext: AppContext,
  { provider, queryPayment }: Comparison,
  payment: StatementPayment,
): Promise<{ reason?: DifferenceReason; row?: PaymentRecord }> {
  const reported = await queryPayment(payment.paymentId);
  if (reported.state === 'foreign') return { reason: 'unknown reference' };
  if (reported.state !== 'paid') return { reason: 'missing here' };
  const { paymentId, reference, amount, on } = reported;
  const received = inTransaction(appContext.db, (trx) =>
    receivePayment(trx, appContext, { provider, paymentId, reference, amount, paidOn: on }),
  );
  const outcome = await outcomeOf(appContext, { payment: paymentId }, received, 'contradicted');
  if (outcome === 'unknown') return { reason: 'unknown reference' };
  const row = (await ourPayments(appContext, provider, [paymentId])).get(paymentId);
  // An amount that no payment can have, or an order that cannot be changed: nothing was stored.
  if (outcome === 'contradicted' && !row) return { reason: 'missing here' };
  // `repeated`: its webhook came in the meantime, or we have it under another id. `comparePayment` reports a held one.
  return { ...(outcome === 'posted' ? { reason: 'posted now' } : {}), ...(row ? { row } : {}) };
}

type ReportedReversal = Extract<ReportedPaymentState, { state: 'reversed' }>;

async function reversePayment(
  appContext: AppContext,
  provider: string,
  reported: ReportedReversal,
): Promise<DifferenceReason> {
  const reversed = inTransaction(appContext.db, async (trx): Promise<DifferenceReason> => {
    const outcome = await reverse(trx, appContext, { ...reported, provider });
    if (outcome !== 'late' && outcome !== 'contradicted') return 'posted now';
    await storeReversal(trx, appContext, provider, reported);
    return 'state differs';
  });
  return outcomeOf(appContext, { payment: reported.paymentId }, reversed, 'state differs');
}

/** Lets a person decide on a reversal that changed nothing, unless the provider has sent a message of it. */
async function storeReversal(
  trx: Db,
  { clock }: AppContext,
  provider: string,
  { paymentId, reference, on, paid }: ReportedReversal,
): Promise<void> {
  if (await reversalMessages(trx, provider, paymentId).executeTakeFirst()) return;
  const id = `statement ${paymentId}`;
  const notice = { kind: 'reversal', id, reference, paymentId, on, ...(paid ? { paid } : {}) } as const;
  const now = clock.now();
  const outcome = 'contradicted';
  await trx
    .insertInto('provider_message')
    .values({ provider, message_id: id, received_at: now, outcome, body: JSON.stringify(notice) })
    .execute();
  await openMessageTask(trx, { provider, messageId: id }, notice, { outcome, now });
}

/** The messages of a provider that say that a payment was reversed, whatever came of them. */
export function reversalMessages(db: Db, provider: string, paymentId: string) {
  return db
    .selectFrom('provider_message')
    .select('message_id')
    .where('provider', '=', provider)
    .where(sql<boolean>`body ->> 'kind' = 'reversal' and body ->> 'paymentId' = ${paymentId}`);
}
