import type { StrategyId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import type { Brand } from '../../brands/brand.ts';
import { isCall, type StrategyStep, strategySteps } from '../../brands/messages/strategy.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';

/** The steps of a stored version. */
export const readSteps = (stored: unknown): readonly StrategyStep[] => v.parse(strategySteps, stored);

/** The version of a brand that is active, with its steps. Throws if it has none, which a server's start makes. */
export async function activeStrategy(
  db: Db,
  brand: string,
): Promise<{ readonly version: number; readonly steps: readonly StrategyStep[] }> {
  const { version, steps } = await db
    .selectFrom('strategy')
    .select(['version', 'steps'])
    .where('brand', '=', brand)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  return { version, steps: readSteps(steps) };
}

/** Stores the strategy of a brand's file as its first version, if the brand has none. */
export async function saveFirstStrategy(trx: Db, brand: Brand, now: Date): Promise<void> {
  const id: StrategyId = newId();
  await sql`insert into strategy (id, brand, version, steps, state, note, created_at, effective_at)
    select ${id}::uuid, ${brand.id}, 1, ${JSON.stringify(brand.strategy)}::jsonb, 'active', 'brand.json', ${now}::timestamptz, ${now}
    where not exists (select from strategy where brand = ${brand.id}) on conflict do nothing`.execute(trx);
}

/** The key by which an event is told once. The reminder before a due date has one name, whoever queues it. */
export const eventOf = ({ kind, day }: StrategyStep) =>
  kind === 'dueSoon' ? sql`'due ' || o.next_due_on` : sql`${`${kind} ${day} `} || o.next_due_on`;

/** The condition of a step on a loan's own columns. */
const conditionOf = ({ client, if: condition }: StrategyStep) => sql`
  ${client === undefined ? sql`true` : sql`client_kind = ${client}`}
  and ${condition === undefined ? sql`true` : sql`amount >= ${condition.amountFrom}`}`;

/** The condition that a loan `o` was not told of an event. */
export const notTold = (event: RawBuilder<unknown>) => sql`not exists (select from notice told
  where told.borrower_id = o.borrower_id and coalesce(told.order_id, told.borrower_id) = o.id and told.event = ${event})`;

/** The loans whose next repayment a step is about on a day, and that have not been told. */
export const loansOf = (step: StrategyStep, brand: string, today: LocalDate): RawBuilder<unknown> => sql`
  loan_order o where o.brand = ${brand} and o.status in ('active', 'dueSoon', 'overdue')
    and o.next_due_on = ${today}::date - ${step.day}::int and ${conditionOf(step)} and ${notTold(eventOf(step))}`;

/**
 * The condition that a step says to call a late loan with its figures, and that nobody called since its day.
 * `ahead`: the days by which the sandbox's business days are ahead of those on which calls are recorded.
 */
export const hasCallDue = (steps: readonly StrategyStep[], today: LocalDate, ahead: number) => {
  const calls = steps.filter(isCall).map(
    (step) => sql`(${conditionOf(step)} and next_due_on <= ${today}::date - ${step.day}::int
      and (called_on is null or called_on < next_due_on + ${step.day - ahead}::int))`,
  );
  return calls.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(calls, sql` or `)})`;
};
