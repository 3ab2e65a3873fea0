import type { LocalDate } from '@hiram/loan';
import { Broken, type Queries } from './books.ts';
import type { Desk } from './desk.ts';

/** Queries that must find no row after any day, whatever collectors tried. Law and brands are written down again, naively. */
const never: Readonly<Record<string, string>> = {
  'an attempt outside the hours': `select id from contact
    where (purpose <> 'service' or by_kind <> 'system')
      and extract(hour from started_at at time zone zone) not between 8 and 19`,
  'an attempt above the caps': `select id from (
      select id, count(*) over (partition by borrower_id, purpose, on_day) as day_count,
        count(*) over (partition by borrower_id, purpose order by on_day range between '6 days' preceding and current row) as week_count
      from contact where purpose <> 'service' and outcome is distinct from 'failed') counted
    where day_count > 3 or week_count > 7`,
  'an attempt under a stop': `select contact.id from contact join contact_stopped stop using (borrower_id)
    where started_at > since and (until is null or started_at < until)
      and (purpose <> 'service' or kind in ('deceased', 'wrongPerson'))
      and (kind <> 'wrongPerson' or channel in ('call', 'sms')) and (channels is null or channel = any(channels))`,
  'a number that was read without an attempt': `select id from staff_read
    where field = 'phone' and reason = 'a call was started' and not exists (
      select from contact where contact.order_id::text = staff_read.subject_id and contact.staff_id = staff_read.staff_id
        and contact.started_at = staff_read.at)`,
  'a refusal without its reason': `select id from contact_refused where why = ''`,
  'a message twice': `select notice_id from delivery where state in ('sent', 'delivered') group by 1 having count(*) > 1
    union all select (array_agg(id))[1] from notice where order_id is not null group by order_id, event having count(*) > 1`,
  'an arrangement whose parts are not its amount': `select id from loan_event where kind = 'arranged'
    and (body ->> 'amount')::bigint <> (select sum((part ->> 'amount')::bigint) from jsonb_array_elements(body -> 'parts') part)`,
};

/**
 * Promises that are not what the payments make of them. A reversal of a kept one comes too late, as does
 * money after ten days.
 */
const wrongPromises = `
  select promise.id from payment_promise promise join loan_order on loan_order.id = order_id
  cross join lateral (
    select coalesce(sum((body ->> 'amount')::bigint), 0) as ever,
      coalesce(sum((body ->> 'amount')::bigint) filter (where not exists (
        select from every_loan_event reversal where reversal.order_id = paid.order_id and reversal.kind = 'reversed'
          and reversal.body ->> 'target' = paid.id::text)), 0) as kept
    from every_loan_event paid where paid.order_id = promise.order_id and kind = 'paid'
      and value_date between promised_on and due_on and arrived_at >= promised_at) money
  where case
    when due_on >= $1 then state <> 'open'
    when state = 'kept' then ever < promise.amount - coalesce((terms ->> 'tolerance')::bigint, 0)
    when state = 'broken' then due_on >= $1::date - 10 and kept >= promise.amount - coalesce((terms ->> 'tolerance')::bigint, 0)
    else true end`;

/** Checks attempts, stops, numbers, messages, promises and arrangements after a day of the desk. Throws Broken. */
export async function checkContacts(
  db: Queries,
  { shown }: Pick<Desk, 'shown'>,
  today: LocalDate,
): Promise<void> {
  for (const [what, statement] of Object.entries(never)) {
    const { rows } = await db.query(`${statement} limit 1`);
    if (rows.length > 0) throw new Broken(`${what}: ${JSON.stringify(rows[0])}`);
  }
  const { rows: promises } = await db.query(`${wrongPromises} limit 1`, [today]);
  if (promises.length > 0)
    throw new Broken(`a promise is not what was paid: ${JSON.stringify(promises[0])} on ${today}`);
  const { rows } = await db.query<{ id: string; order_id: string; staff_id: string }>(
    `select id, order_id, staff_id from contact where by_kind <> 'system'`,
  );
  const recorded = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { orderId, staffId }] of shown)
    if (recorded.get(id)?.order_id !== orderId || recorded.get(id)?.staff_id !== staffId)
      throw new Broken(`the number of ${orderId} was shown without a recorded attempt`);
  if (recorded.size !== shown.size)
    throw new Broken(`${recorded.size} attempts, ${shown.size} shown numbers`);
}
