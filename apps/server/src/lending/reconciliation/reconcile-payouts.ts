import { daysBetween } from '@hiram/loan';
import { sql } from 'kysely';
import { validate } from 'uuid';
import type { AppContext } from '../../context/app-context.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { circuitBreaker } from '../../providers/circuit-breaker.ts';
import type { PayoutStanding } from '../../providers/payout.ts';
import type { StatementEntry } from '../../providers/statement.ts';
import { settlePayout } from '../payouts/payouts.ts';
import type { Compared, ComparedDay, Difference, Reason } from './difference.ts';

type Theirs = Extract<StatementEntry, { kind: 'payout' }>;

interface Ours {
  readonly id: string;
  readonly amount: number;
  readonly state: 'requested' | 'sent' | 'paid' | 'returned';
  readonly provider_reference: string | null;
}

/** A payout that is under way for longer is one to ask the provider's people about. Days. */
const maxPending = 3;

/** Compares a day's payouts, both ways. How one ended is asked of the provider by itself before it counts. */
export async function comparePayouts(
  appContext: AppContext,
  provider: string,
  about: ComparedDay,
  entries: readonly StatementEntry[],
): Promise<Compared> {
  const ask = circuitBreaker<PayoutStanding>({ state: 'unknown' });
  const standingOf: StandingOf = (row) => ask(() => standingAt(appContext, provider, row));
  const theirs = entries.filter((one): one is Theirs => one.kind === 'payout');
  const ids = theirs.flatMap(({ reference }) =>
    reference !== undefined && validate(reference) ? [reference] : [],
  );
  const known = new Map((await byIds(appContext, provider, ids)).map((row) => [row.id, row]));
  const found: Difference[] = [];
  const counted: string[] = [...known.keys()];
  for (const one of theirs) {
    const row = one.reference === undefined ? undefined : known.get(one.reference);
    const said = { kind: 'payout', reference: one.reference ?? one.providerReference } as const;
    if (!row) found.push({ ...said, reason: 'unknown reference', theirs: String(one.amount) });
    else if (row.amount !== one.amount)
      found.push({ ...said, reason: 'amount differs', theirs: String(one.amount), ours: String(row.amount) });
    else {
      const reason = await compareOne(appContext, standingOf, about, one, row);
      if (reason) found.push({ ...said, reason, theirs: one.state, ours: row.state });
    }
  }
  for (const row of await sentOn(appContext, provider, about)) {
    if (known.has(row.id)) continue;
    // Sent around midnight, it stands on the statement of the day before or after.
    const { state } = await standingOf(row);
    if (state === 'paid' || state === 'pending') continue;
    counted.push(row.id);
    if (state !== row.state)
      found.push({ kind: 'payout', reference: row.id, reason: 'missing there', ours: String(row.amount) });
  }
  return { found, counted };
}

/** A payout that both have, of the same amount. */
async function compareOne(
  appContext: AppContext,
  standingOf: StandingOf,
  about: ComparedDay,
  one: Theirs,
  row: Ours,
): Promise<Reason | undefined> {
  if (one.state === 'pending') {
    if (row.state === 'paid' || row.state === 'returned') return 'state differs';
    return daysBetween(about.day, about.today) >= maxPending ? 'pending too long' : undefined;
  }
  if (row.state === one.state) return undefined;
  const standing = await standingOf({
    ...row,
    provider_reference: row.provider_reference ?? one.providerReference,
  });
  if (standing.state !== one.state) return 'state differs';
  const reason = standing.state === 'returned' ? standing.reason : undefined;
  const { on, amount, currency } = standing;
  const outcome = { reference: row.id, result: one.state, on, amount, currency, reason };
  const taken = await inTransaction(appContext.db, (trx) => settlePayout(trx, appContext, outcome));
  if (taken === 'repeated') return undefined;
  return taken === 'done' || taken === 'takenBack' ? 'taken in now' : 'state differs';
}

type StandingOf = (row: Ours) => Promise<PayoutStanding>;

async function standingAt(appContext: AppContext, provider: string, row: Ours): Promise<PayoutStanding> {
  const port = appContext.ports.payouts.get(provider);
  if (!port || row.provider_reference === null) return { state: 'unknown' };
  return port.standing({ reference: row.id, providerReference: row.provider_reference });
}

const columns = ['id', 'amount', 'state', 'provider_reference'] as const;

async function byIds(
  appContext: AppContext,
  provider: string,
  ids: readonly string[],
): Promise<readonly Ours[]> {
  if (ids.length === 0) return [];
  return appContext.db
    .selectFrom('payout')
    .select(columns)
    .where('provider', '=', provider)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** What was sent on that business day; of what was sent before days were kept, by the moment. */
function sentOn(
  appContext: AppContext,
  provider: string,
  { day, from, to }: ComparedDay,
): Promise<readonly Ours[]> {
  return appContext.db
    .selectFrom('payout')
    .select(columns)
    .where('provider', '=', provider)
    .where('state', '<>', 'requested')
    .where((eb) =>
      eb.or([
        eb('sent_on', '=', day),
        eb.and([eb('sent_on', 'is', null), eb('sent_at', '>=', from), eb('sent_at', '<', to)]),
      ]),
    )
    .execute();
}
