import type { OrderId, PaymentCodeId, TransferId } from '@hiram/contract/ids';
import { isLocalDate, type LocalDate, localDate } from '@hiram/loan/local-date';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Db } from '../../platform/database/connection/connect.ts';
import { countOfAll, maxListed } from '../../platform/database/statements/bounded-list.ts';
import { isAnyOf } from '../../platform/database/statements/is-any-of.ts';
import { contradictionOf } from '../payments/payment-store.ts';

/** An entry of the review queue, which a reviewer must resolve. Amounts in cents. */
export interface ReviewEntry {
  /** The id for `payments post` and `payments reject`; undefined for a difference, which closes when it is resolved. */
  readonly id: string | undefined;
  readonly provider: string;
  readonly description: string;
  readonly reason: string;
  readonly amount: number | undefined;
  readonly since: Date;
}

const dateOrTime = v.pipe(
  v.string(),
  v.transform((text): LocalDate | Date => (isLocalDate(text) ? localDate(text) : new Date(text))),
);
/** A provider's stored message. */
export const storedNotice = v.variant('kind', [
  v.object({
    kind: v.literal('payment'),
    reference: v.string(),
    paymentId: v.string(),
    amount: v.number(),
    paidOn: dateOrTime,
    /** ISO 4217, if the provider reported it. */
    currency: v.optional(v.string()),
  }),
  v.object({
    kind: v.literal('reversal'),
    reference: v.string(),
    paymentId: v.string(),
    on: dateOrTime,
    /** The payment, if the provider reported it. */
    paid: v.optional(v.object({ amount: v.number() })),
  }),
  v.object({ kind: v.literal('payout'), reference: v.string(), result: v.picklist(['paid', 'returned']) }),
  /** The only ignored messages that are reviewed are those in another currency. */
  v.object({
    kind: v.literal('ignored'),
    reason: v.literal('currency'),
    subject: v.string(),
    amount: v.optional(v.number()),
    currency: v.optional(v.string()),
  }),
]);

/** The id of a provider's message in the queue: message ids are unique only within a provider. */
export function messageName(provider: string, messageId: string): string {
  return `${provider}/${messageId}`;
}

/** Reasons of differences that a reviewer must resolve. A later statement resolves the others. */
const reviewedReasons = [
  'unknown reference',
  'amount differs',
  'posted twice',
  'state differs',
  'refunded there',
] as const;

/** Numbers of open differences with other reasons, by provider and reason. A later statement closes each of them. */
export async function otherDifferences(
  db: Db,
): Promise<readonly { provider: string; reason: string; count: number; since: Date }[]> {
  const rows = await db
    .selectFrom('reconciliation_difference')
    .select((eb) => [
      'provider',
      'reason',
      eb.fn.countAll<string>().as('count'),
      eb.fn.min('found_at').as('since'),
    ])
    .where('resolved_at', 'is', null)
    .where('reason', 'not in', [...reviewedReasons])
    .groupBy(['provider', 'reason'])
    .orderBy('provider')
    .orderBy('reason')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** The oldest entries of the review queue, at most `most`, and the number of all. */
export async function reviewQueue(
  db: Db,
  most = maxListed,
): Promise<{ readonly entries: readonly ReviewEntry[]; readonly total: number }> {
  const parts = [
    await heldPayments(db, most),
    await openMessages(db, most),
    await claimedTransfers(db, most),
    await openDifferences(db, most),
  ];
  const entries = parts.flatMap((part) => part.entries).sort((a, b) => a.since.getTime() - b.since.getTime());
  return { entries: entries.slice(0, most), total: parts.reduce((sum, part) => sum + part.total, 0) };
}

async function heldPayments(db: Db, most: number) {
  const rows = await db
    .selectFrom('payment')
    .select(['id', 'provider', 'provider_payment_id', 'amount', 'held_reason', 'received_at', 'paid_on'])
    .where('state', '=', 'held')
    .select(countOfAll)
    .orderBy('received_at')
    .limit(most)
    .execute();
  const entries = rows.map(
    (row): ReviewEntry => ({
      id: row.id,
      provider: row.provider,
      description: `payment ${row.provider_payment_id} of ${row.paid_on}`,
      reason: row.held_reason ?? 'held',
      amount: row.amount,
      since: row.received_at,
    }),
  );
  return { entries, total: rows[0]?.total ?? 0 };
}

/** Messages of providers that name nothing of ours, or contradict our records. */
async function openMessages(db: Db, most: number) {
  const rows = await db
    .selectFrom('provider_message')
    .leftJoin('payment', (join) =>
      join
        .onRef('payment.provider', '=', 'provider_message.provider')
        .on('payment.provider_payment_id', '=', sql<string>`body ->> 'paymentId'`),
    )
    .select([
      'provider_message.provider',
      'message_id',
      'outcome',
      'body',
      'provider_message.received_at',
      'payment.code_id',
      'payment.amount',
    ])
    .where('outcome', 'in', ['unknown', 'contradicted'])
    .where('settled_at', 'is', null)
    .where(sql<string>`body ->> 'kind'`, 'in', ['payment', 'reversal', 'payout', 'ignored'])
    .select(countOfAll)
    .orderBy('provider_message.received_at')
    .limit(most)
    .execute();
  const entries = rows.map(
    (row): ReviewEntry => ({
      id: messageName(row.provider, row.message_id),
      provider: row.provider,
      since: row.received_at,
      ...describeMessage(row),
    }),
  );
  return { entries, total: rows[0]?.total ?? 0 };
}

/** The number of providers' messages that contradict a payout of a brand and wait for a person. Brand `*`: of every brand. */
export async function contradictedPayouts(db: Db, brand: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from provider_message
    join payout on payout.id =
      case when body ->> 'reference' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then (body ->> 'reference')::uuid end
    where outcome = 'contradicted' and provider_message.settled_at is null and body ->> 'kind' = 'payout'
      ${brand === '*' ? sql`` : sql`and payout.brand = ${brand}`}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

async function claimedTransfers(db: Db, most: number) {
  const rows = await db
    .selectFrom('utr_submission')
    .select(['id', 'order_id', 'channel', 'utr', 'amount', 'sent_on', 'sent_at', 'picture_id'])
    .where('state', '=', 'review')
    .select(countOfAll)
    .orderBy('sent_at')
    .limit(most)
    .execute();
  const rivals = await rivalsOf(
    db,
    rows.map(({ id }) => id),
  );
  const entries = rows.map(
    (row): ReviewEntry => ({
      id: row.id,
      provider: 'transfer',
      description: `${row.utr} to ${row.channel}, claimed on ${row.sent_on} for the order ${row.order_id}${row.picture_id ? ', with a picture' : ''}`,
      reason: ['check it on the bank’s statement', ...(rivals.get(row.id) ?? []).map(rivalText)].join('; '),
      amount: row.amount,
      since: row.sent_at,
    }),
  );
  return { entries, total: rows[0]?.total ?? 0 };
}

/** The competing claims of each of these claims, in one query. */
async function rivalsOf(
  db: Db,
  claimIds: readonly TransferId[],
): Promise<ReadonlyMap<TransferId, readonly Rival[]>> {
  const rows = await db
    .selectFrom('utr_submission as claim')
    .innerJoin('utr_submission as rival', (join) =>
      join
        .onRef('rival.brand', '=', 'claim.brand')
        .onRef('rival.utr', '=', 'claim.utr')
        .onRef('rival.id', '<>', 'claim.id'),
    )
    .select(['claim.id as claimId', 'rival.id', 'rival.order_id', 'rival.state'])
    .where(isAnyOf('claim.id', claimIds))
    .where('rival.state', '<>', 'rejected')
    .orderBy('rival.sent_at')
    .execute();
  return Map.groupBy(rows, (row) => row.claimId);
}

async function openDifferences(db: Db, most: number) {
  const rows = await db
    .selectFrom('reconciliation_difference')
    .selectAll()
    .where('resolved_at', 'is', null)
    .where('reason', 'in', [...reviewedReasons])
    .select(countOfAll)
    .orderBy('found_at')
    .limit(most)
    .execute();
  const entries = rows.map(
    (row): ReviewEntry => ({
      id: undefined,
      provider: row.provider,
      description: `${row.kind} ${row.reference} of ${row.day}`,
      reason: `${row.reason} (provider ${row.provider_value ?? '-'}, ledger ${row.ledger_value ?? '-'})`,
      amount: undefined,
      since: row.found_at,
    }),
  );
  return { entries, total: rows[0]?.total ?? 0 };
}

/** Another claim of the same transfer. */
interface Rival {
  readonly id: TransferId;
  readonly order_id: OrderId;
  readonly state: string;
}

function rivalText({ id, order_id, state }: Rival): string {
  return state === 'accepted'
    ? `it was given to the order ${order_id} (claim ${id}): --reassign reverses that payment`
    : `also claimed for the order ${order_id} (${id})`;
}

const reversalReasons = {
  otherCode: 'it names the code of another payment',
  otherAmount: 'it names another amount than the payment has',
  late: 'it came after the window of its channel',
};

function describeMessage({
  body,
  outcome,
  code_id,
  amount,
}: {
  readonly body: unknown;
  readonly outcome: string;
  /** The code and the amount of the payment that it names, if we have that. */
  readonly code_id: PaymentCodeId | null;
  readonly amount: number | null;
}): Pick<ReviewEntry, 'description' | 'reason' | 'amount'> {
  const parsed = v.safeParse(storedNotice, body);
  if (!parsed.success) return { description: 'message', reason: outcome, amount: undefined };
  const notice = parsed.output;
  if (notice.kind === 'ignored')
    return {
      description: `payment ${notice.subject}`,
      reason: `contradicted: paid in ${notice.currency ?? 'another currency'}`,
      amount: notice.amount,
    };
  if (notice.kind === 'payment')
    return {
      description: `payment ${notice.paymentId}`,
      reason: outcome === 'contradicted' ? 'contradicted: another currency, amount or code' : 'unknown code',
      amount: notice.amount,
    };
  if (notice.kind === 'reversal')
    return {
      description: `reversal of the payment ${notice.paymentId}`,
      reason:
        outcome !== 'contradicted'
          ? 'unknown code'
          : amount === null
            ? 'contradicted: no payment of ours can have its amount'
            : reversalReasons[contradictionOf({ code_id, amount }, notice) ?? 'late'],
      amount: notice.paid?.amount,
    };
  const description = `payout ${notice.reference}`;
  return outcome === 'contradicted'
    ? {
        description,
        reason: `contradicted: it reports ${notice.result}, which contradicts our record`,
        amount: undefined,
      }
    : { description, reason: 'unknown payout', amount: undefined };
}
