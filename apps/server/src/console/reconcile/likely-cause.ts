import type { ExplainedDifference } from '@hiram/contract/console/reconcile';
import type { DifferenceId, OrderId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { DifferenceRow } from './list-differences.ts';
import type { AccountDay } from './proof-of-day.ts';

type Cause = Pick<ExplainedDifference, 'likely' | 'before' | 'lastExplanation'>;

/** A provider that keeps its fee back pays less by this share at most. */
const maxFeePerMille = 50;

interface Facts {
  readonly id: DifferenceId;
  /** Our payment of the provider's id. */
  readonly order_id: OrderId | null;
  readonly paid_on: string | null;
  readonly before: string;
  readonly last_explanation: string | null;
}

/** The likely cause of each difference of a day, and the number of similar ones. `unnamed`: those of the day of no brand. */
export async function causesOf(
  db: Db,
  { provider, day }: AccountDay,
  differences: readonly DifferenceRow[],
  unnamed: readonly DifferenceRow[],
): Promise<ReadonlyMap<DifferenceId, Cause>> {
  const ids = differences.map(({ id }) => id);
  const { rows } = await sql<Facts>`
    select difference.id, payment.order_id, payment.paid_on::text as paid_on,
      (select count(*) from reconciliation_difference earlier where earlier.provider = ${provider}
        and earlier.reason = difference.reason and earlier.day < ${day}) as before,
      (select explanation from reconciliation_difference earlier where earlier.provider = ${provider}
        and earlier.reason = difference.reason and earlier.day < ${day} and explanation is not null
        order by earlier.day desc limit 1) as last_explanation
    from reconciliation_difference difference
      left join payment on difference.kind = 'payment' and payment.provider = difference.provider
        and payment.provider_payment_id = difference.reference
    where difference.id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map((facts) => {
      const difference = differences.find(({ id }) => id === facts.id);
      const likely = difference && likelyCause(difference, facts, { own: differences, unnamed });
      return [
        facts.id,
        {
          before: Number(facts.before),
          ...(likely ? { likely } : {}),
          ...(facts.last_explanation === null ? {} : { lastExplanation: facts.last_explanation }),
        },
      ];
    }),
  );
}

const cents = (value: string | null): number | undefined =>
  value !== null && /^-?\d+$/.test(value) ? Number(value) : undefined;

/** Theirs less ours in cents. A side without an amount counts as nothing, a state as unknown. */
function gap({
  provider_value: providerValue,
  ledger_value: ledgerValue,
}: DifferenceRow): number | undefined {
  const [one, other] = [
    providerValue === null ? 0 : cents(providerValue),
    ledgerValue === null ? 0 : cents(ledgerValue),
  ];
  return one === undefined || other === undefined ? undefined : one - other;
}

/** What is posted or held since is in both totals of the day. */
const inBothTotals: readonly string[] = ['posted now', 'held here'];

const sumOf = (rows: readonly DifferenceRow[]) =>
  rows
    .filter(({ kind, reason }) => kind !== 'day' && !inBothTotals.includes(reason))
    .reduce((total, row) => total + (row.kind === 'payout' ? -1 : 1) * (gap(row) ?? 0), 0);

type DayOfDifferences = Readonly<Record<'own' | 'unnamed', readonly DifferenceRow[]>>;

export function likelyCause(
  difference: DifferenceRow,
  { order_id: orderId, paid_on: paidOn }: Pick<Facts, 'order_id' | 'paid_on'>,
  { own, unnamed }: DayOfDifferences,
): Cause['likely'] {
  const of = orderId === null ? {} : { orderId };
  if (difference.kind === 'day') {
    const [whole, named] = [gap(difference), sumOf(own)];
    if (named === whole) return { cause: 'itemsOfDay' };
    return { cause: named + sumOf(unnamed) === whole ? 'itemsOfNoBrand' : 'movedOutside' };
  }
  if (difference.reason === 'held here') return { cause: 'heldForReview', ...of };
  if (paidOn !== null && paidOn !== difference.day) return { cause: 'otherDay', day: paidOn, ...of };
  const [providerValue, ledgerValue] = [cents(difference.provider_value), cents(difference.ledger_value)];
  if (providerValue !== undefined && ledgerValue !== undefined && providerValue < ledgerValue) {
    const perMille = Math.round(((ledgerValue - providerValue) * 1000) / ledgerValue);
    if (perMille <= maxFeePerMille) return { cause: 'feeRetained', perMille, ...of };
  }
  return undefined;
}
