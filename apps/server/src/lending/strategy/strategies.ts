import type { StrategyId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import type { Brand } from '../../brands/brand.ts';
import { isCall, type StrategyStep, strategySteps } from '../../brands/messages/strategy.ts';
import type { AppContext } from '../../context/app-context.ts';
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
  const known = await trx
    .selectFrom('strategy')
    .select('version')
    .where('brand', '=', brand.id)
    .limit(1)
    .executeTakeFirst();
  if (known) return;
  const id: StrategyId = newId();
  await trx
    .insertInto('strategy')
    .values({
      id,
      brand: brand.id,
      version: 1,
      steps: JSON.stringify(brand.strategy),
      state: 'active',
      note: 'brand.json',
      created_at: now,
      effective_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The key by which an event is told once. The reminder before a due date has one name, whoever queues it. */
const eventOf = ({ kind, day }: StrategyStep) =>
  kind === 'dueSoon' ? sql`'due ' || o.next_due_on` : sql`${`${kind} ${day} `} || o.next_due_on`;

/** The condition of a step on a loan's own columns. */
const conditionOf = ({ client, if: condition }: StrategyStep, table: string) => sql`
  ${client === undefined ? sql`true` : sql`${sql.ref(`${table}.client_kind`)} = ${client}`}
  and ${condition === undefined ? sql`true` : sql`${sql.ref(`${table}.amount`)} >= ${condition.amountFrom}`}`;

/** The loans whose next repayment a step is about on a day, and that have not been told. */
export const loansOf = (step: StrategyStep, brand: string, today: LocalDate): RawBuilder<unknown> => sql`
  loan_order o where o.brand = ${brand} and o.status in ('active', 'dueSoon', 'overdue')
    and o.next_due_on = ${today}::date - ${step.day}::int and ${conditionOf(step, 'o')}
    and not exists (select from notice told where told.borrower_id = o.borrower_id and told.order_id = o.id
      and coalesce(told.order_id, told.borrower_id) = o.id and told.event = ${eventOf(step)})`;

/**
 * The late loans (`loan_order` beside `late_figure`) that a step says to call, and that nobody called since its day. `ahead`: the days by
 * which the sandbox's business days are ahead of those on which calls are recorded.
 */
export const hasCallDue = (steps: readonly StrategyStep[], today: LocalDate, ahead: number) => {
  const calls = steps.filter(isCall).map(
    (step) => sql`(${conditionOf(step, 'loan_order')}
    and loan_order.next_due_on <= ${today}::date - ${step.day}::int
    and (late_figure.called_on is null or late_figure.called_on < loan_order.next_due_on + ${step.day - ahead}::int))`,
  );
  return calls.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(calls, sql` or `)})`;
};

/** Messages that one statement queues: short enough that no call waits for it. */
const batch = 2_000;

/**
 * Queues what the brand's strategy says for today, each step once a loan and repayment, whichever servers run it and how often.
 * What became false, a stop, hours and caps are checked when a message is sent. Returns how many were queued.
 */
export async function runStrategy(
  appContext: Pick<AppContext, 'db' | 'clock'>,
  brand: string,
  today: LocalDate,
): Promise<number> {
  const { steps } = await activeStrategy(appContext.db, brand);
  let queued = 0;
  for (const step of steps.filter((each) => !isCall(each)))
    for (;;) {
      const now = appContext.clock.now();
      const { numAffectedRows = 0n } = await sql`
        insert into notice (borrower_id, id, order_id, kind, event, variables, state, channel, created_at, send_after)
        select o.borrower_id, gen_random_uuid(), o.id, ${step.kind}, ${eventOf(step)},
          jsonb_build_object('date', o.next_due_on), 'queued', ${step.channel ?? null}, ${now}, ${now}
        from ${loansOf(step, brand, today)} limit ${batch}
        on conflict do nothing`.execute(appContext.db);
      queued += Number(numAffectedRows);
      if (numAffectedRows < BigInt(batch)) break;
    }
  return queued;
}
