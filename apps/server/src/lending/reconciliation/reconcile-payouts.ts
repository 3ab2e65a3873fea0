import { asId, type PayoutId } from '@hiram/contract/ids';
import { daysBetween } from '@hiram/loan';
import { sql } from 'kysely';
import { validate } from 'uuid';
import type { AppContext } from '../../context/app-context.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { circuitBreaker } from '../../providers/circuit-breaker.ts';
import type { ReportedPayoutState } from '../../providers/ports/payout.ts';
import type { StatementEntry } from '../../providers/ports/statement.ts';
import { settlePayout } from '../payouts/settle-payout.ts';
import {
  type ComparedDay,
  type ComparisonResult,
  type Difference,
  type DifferenceReason,
  outcomeOf,
} from './difference.ts';

type StatementPayout = Extract<StatementEntry, { kind: 'payout' }>;

interface PayoutRecord {
  readonly id: PayoutId;
  readonly amount: number;
  readonly state: 'requested' | 'sent' | 'paid' | 'returned';
  readonly provider_reference: string | null;
}

/** Maximum number of days that a payout may be pending. After that, ask the provider's support. */
const maxPendingDays = 3;

/** Compares a day's payouts, in both directions. A query of the single payout decides how it ended. */
export async function comparePayouts(
  appContext: AppContext,
  provider: string,
  compared: ComparedDay,
  entries: readonly StatementEntry[],
): Promise<ComparisonResult> {
  const withBreaker = circuitBreaker<ReportedPayoutState>({ state: 'unknown' });
  const queryPayout: QueryPayout = (row) => withBreaker(() => queryStanding(appContext, provider, row));
  const statementPayouts = entries.filter((payout): payout is StatementPayout => payout.kind === 'payout');
  const ids = statementPayouts.flatMap(({ reference }) =>
    reference !== undefined && validate(reference) ? [reference] : [],
  );
  const recordsById = new Map((await payoutsById(appContext, provider, ids)).map((row) => [row.id, row]));
  const differences: Difference[] = [];
  const counted: string[] = [...recordsById.keys()];
  for (const payout of statementPayouts) {
    const row = payout.reference === undefined ? undefined : recordsById.get(asId(payout.reference));
    const base = { kind: 'payout', reference: payout.reference ?? payout.providerReference } as const;
    if (!row)
      differences.push({
        ...base,
        reason: 'unknown reference',
        providerValue: String(payout.amount),
        currency: payout.currency,
      });
    else if (row.amount !== payout.amount)
      differences.push({
        ...base,
        reason: 'amount differs',
        providerValue: String(payout.amount),
        ledgerValue: String(row.amount),
      });
    else {
      const known = await withReference(appContext, row, payout);
      const reason = await comparePayout(appContext, queryPayout, { compared, payout, row: known });
      if (reason) differences.push({ ...base, reason, providerValue: payout.state, ledgerValue: row.state });
    }
  }
  for (const row of await payoutsSentOn(appContext, provider, compared)) {
    if (recordsById.has(row.id)) continue;
    // A payout sent around midnight is on the statement of the day before or after.
    const { state } = await queryPayout(row);
    if (state === 'paid' || state === 'pending') continue;
    counted.push(row.id);
    if (state !== row.state)
      differences.push({
        kind: 'payout',
        reference: row.id,
        reason: 'missing there',
        ledgerValue: String(row.amount),
      });
  }
  return { differences, counted };
}

/**
 * The payout with the provider's id. Where a lost answer left ours without one, the statement's is kept: some
 * find it by that alone.
 */
async function withReference(
  { db }: AppContext,
  row: PayoutRecord,
  { providerReference }: StatementPayout,
): Promise<PayoutRecord> {
  if (row.provider_reference !== null) return row;
  await inTransaction(db, (trx) =>
    trx
      .updateTable('payout')
      .set({ provider_reference: providerReference })
      .where('id', '=', row.id)
      .where('provider_reference', 'is', null)
      .execute(),
  );
  return { ...row, provider_reference: providerReference };
}

/** Compares a payout that the statement and our books have with the same amount. */
async function comparePayout(
  appContext: AppContext,
  queryPayout: QueryPayout,
  {
    compared,
    payout,
    row,
  }: { readonly compared: ComparedDay; readonly payout: StatementPayout; readonly row: PayoutRecord },
): Promise<DifferenceReason | undefined> {
  if (payout.state === 'pending') {
    if (row.state === 'paid' || row.state === 'returned') return 'state differs';
    return daysBetween(compared.day, compared.today) >= maxPendingDays ? 'pending too long' : undefined;
  }
  if (row.state === payout.state) return undefined;
  const reported = await queryPayout(row);
  if (reported.state !== payout.state) return 'state differs';
  const reason = reported.state === 'returned' ? reported.reason : undefined;
  const { on, amount, currency } = reported;
  const outcome = { reference: row.id, result: payout.state, on, amount, currency, reason };
  const settled = inTransaction(appContext.db, (trx) => settlePayout(trx, appContext, outcome));
  const result = await outcomeOf(appContext, { payout: row.id }, settled, 'contradicted');
  if (result === 'repeated') return undefined;
  return result === 'done' || result === 'returned' ? 'posted now' : 'state differs';
}

type QueryPayout = (row: PayoutRecord) => Promise<ReportedPayoutState>;

async function queryStanding(
  appContext: AppContext,
  provider: string,
  row: PayoutRecord,
): Promise<ReportedPayoutState> {
  const port = appContext.ports.payouts.get(provider);
  if (!port) return { state: 'unknown' };
  return port.queryState({ reference: row.id, providerReference: row.provider_reference });
}

const columns = ['id', 'amount', 'state', 'provider_reference'] as const;

async function payoutsById(
  appContext: AppContext,
  provider: string,
  ids: readonly string[],
): Promise<readonly PayoutRecord[]> {
  if (ids.length === 0) return [];
  return appContext.db
    .selectFrom('payout')
    .select(columns)
    .where('provider', '=', provider)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** Payouts sent on the business day. */
function payoutsSentOn(
  appContext: AppContext,
  provider: string,
  { day }: ComparedDay,
): Promise<readonly PayoutRecord[]> {
  return appContext.db
    .selectFrom('payout')
    .select(columns)
    .where('provider', '=', provider)
    .where('state', '<>', 'requested')
    .where('sent_on', '=', day)
    .execute();
}
