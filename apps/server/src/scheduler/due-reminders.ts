import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../brands/brand.ts';
import type { AppContext } from '../context/app-context.ts';

/** Messages that one statement queues: short enough that no call waits for it. */
const batch = 2_000;

/**
 * Queues a reminder before each due date, once the loan is within its `reminderDays`, and not while a payment is held. A moved due date
 * gets its own reminder. Whether it is still true, hours and caps are checked when it is sent. The scheduler calls it after the
 * statuses of the day, by which a loan within its `reminderDays` is due soon.
 */
export async function remindOfDueDates(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  brand: Brand,
  today: LocalDate,
): Promise<void> {
  for (;;) {
    const now = clock.now();
    const { numAffectedRows = 0n } = await sql`
      insert into notice (borrower_id, id, order_id, kind, event, variables, state, created_at, send_after)
      select o.borrower_id, gen_random_uuid(), o.id, 'dueSoon', 'due ' || o.next_due_on,
        jsonb_build_object('date', o.next_due_on), 'queued', ${now}, ${now}
      from loan_order o
      where o.brand = ${brand.id} and o.status = 'dueSoon' and o.next_due_on >= ${today}
        and not exists (select from notice told where told.borrower_id = o.borrower_id
          and coalesce(told.order_id, told.borrower_id) = o.id and told.event = 'due ' || o.next_due_on)
        and o.next_due_on - ${today}::date <= (o.terms ->> 'reminderDays')::integer
        -- It may have paid the instalment.
        and not exists (select from payment held where held.borrower_id = o.borrower_id and held.order_id = o.id and held.state = 'held')
      order by o.next_due_on limit ${batch}
      on conflict do nothing`.execute(db);
    if (numAffectedRows < BigInt(batch)) return;
  }
}
