import { setTimeout as pause } from 'node:timers/promises';
import type { LocalDate } from '@hiram/loan';
import { type RawBuilder, sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { isCall, type StrategyStep } from '../../brands/messages/strategy.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { newIdOfRow } from '../../platform/database/statements/new-id-of-row.ts';
import { repeatUntilDone } from '../../platform/jobs/daily-run.ts';
import type { Order } from '../loans/order-store.ts';
import { activeStrategy, eventOf, loansOf, notTold } from './strategies.ts';

/**
 * Messages that one statement queues, and changed loans that one transaction looks at: short enough that no
 * call waits for it.
 */
const batch = 2_000;
const changedBatch = 500;
/** Between two full batches the database serves calls alone: a hundred thousand messages take half a minute. */
const pauseMs = 500;

/** A message about loans that a day is the day for. */
interface DueMessage {
  readonly kind: StrategyStep['kind'];
  readonly channel: StrategyStep['channel'];
  readonly event: RawBuilder<unknown>;
  /** The loans that have not been told: what follows `from`. */
  readonly loans: RawBuilder<unknown>;
}

const messageOf = (step: StrategyStep, brand: string, today: LocalDate): DueMessage => ({
  kind: step.kind,
  channel: step.channel,
  event: eventOf(step),
  loans: loansOf(step, brand, today),
});

/**
 * The reminder before each due date, once the loan is within its `reminderDays`, and not while a payment is
 * held: it may have paid the instalment. A moved due date has its own reminder.
 */
const reminder = (brand: string, today: LocalDate): DueMessage => {
  const event = sql`'due ' || o.next_due_on`;
  return {
    kind: 'dueSoon',
    channel: undefined,
    event,
    loans: sql`loan_order o where o.brand = ${brand} and o.status = 'dueSoon' and o.next_due_on >= ${today}
      and o.next_due_on - ${today}::date <= (o.terms ->> 'reminderDays')::integer and ${notTold(event)} and not ${hasHeldPayment}`,
  };
};

const hasHeldPayment = sql`exists (select from payment held where held.borrower_id = o.borrower_id and held.order_id = o.id
  and held.state = 'held')`;

/**
 * Queues what is due today by the calendar: reminders, and what the brand's strategy says, each once a loan
 * and repayment, whichever servers run it and how often. What became false, a stop, hours and caps are
 * checked when a message is sent. All loans are looked through once a day and version of the strategy; after
 * that those whose status or due date changed. Returns how many were queued.
 */
export async function queueDueMessages(
  appContext: Pick<AppContext, 'db' | 'clock'>,
  { id: brand }: Pick<Brand, 'id'>,
  today: LocalDate,
): Promise<number> {
  const { db, clock } = appContext;
  const { version, steps } = await activeStrategy(db, brand);
  const messages = [
    reminder(brand, today),
    ...steps.filter((step) => !isCall(step)).map((step) => messageOf(step, brand, today)),
  ];
  let queued = 0;
  await repeatUntilDone(
    appContext,
    { name: `messages by strategy ${version}`, brand, day: today },
    async () => {
      for (const message of messages) {
        let found = batch;
        while (found === batch) {
          found = await queue(db, message, clock.now());
          queued += found;
          if (found === batch) await pause(pauseMs);
        }
      }
      return { queued };
    },
  );
  for (;;) {
    const looked = await inTransaction(db, (trx) =>
      queueChanged(trx, messages, { brand, today, now: clock.now() }),
    );
    queued += looked.queued;
    if (looked.loans < changedBatch) return queued;
  }
}

/** Queues the messages of loans that changed since they were looked at, or that a server with a wrong clock looked at. */
async function queueChanged(
  trx: Db,
  messages: readonly DueMessage[],
  { brand, today, now }: { readonly brand: string; readonly today: LocalDate; readonly now: Date },
): Promise<{ readonly loans: number; readonly queued: number }> {
  // One with a held payment is looked at again, until a person has decided.
  const { rows } = await sql<Pick<Order, 'borrower_id' | 'id'>>`select o.borrower_id, o.id from loan_order o
    where o.brand = ${brand} and o.status in ('active', 'dueSoon', 'overdue')
      and coalesce(o.messages_queued_on, 'infinity'::date) > ${today} and not ${hasHeldPayment}
    limit ${changedBatch} for update skip locked`.execute(trx);
  if (rows.length === 0) return { loans: 0, queued: 0 };
  const borrowerIds = rows.map((row) => row.borrower_id);
  const ids = rows.map(({ id }) => id);
  const changed = sql`o.borrower_id = any(${borrowerIds}::uuid[]) and o.id = any(${ids}::uuid[])`;
  let queued = 0;
  for (const message of messages) queued += await queue(trx, message, now, changed);
  await sql`update loan_order o set messages_queued_on = ${today} where ${changed}`.execute(trx);
  return { loans: rows.length, queued };
}

/** Queues a message for loans that have not been told. Returns how many it found. */
async function queue(
  db: Db,
  { kind, channel, event, loans }: DueMessage,
  now: Date,
  only: RawBuilder<unknown> = sql`true`,
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    with due as materialized (
      select o.borrower_id, o.id, o.next_due_on, ${event} as event from ${loans} and ${only} limit ${batch}
    ), told as (
      insert into notice (borrower_id, id, order_id, kind, event, variables, state, channel, created_at, send_after)
      select borrower_id, ${newIdOfRow()}, id, ${kind}, event, jsonb_build_object('date', next_due_on), 'queued', ${channel ?? null},
        ${now}, ${now} from due
      on conflict do nothing
    )
    select count(*)::int as found from due`.execute(db);
  return rows[0]?.found ?? 0;
}
