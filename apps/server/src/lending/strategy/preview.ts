import type { MessageCost, PreviewStep as Shown } from '@hiram/contract/console/strategy';
import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { StrategyStep } from '../../brands/messages/strategy.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { loansOf } from './strategies.ts';

/** Loans of a step that a preview names. */
const maxNamed = 20;

type PreviewLoan = Shown['named'][number];

interface PreviewStep extends Pick<Shown, 'loans' | 'stopped'> {
  readonly step: StrategyStep;
  readonly named: readonly PreviewLoan[];
}

/** Lists the messages of a day by these steps, as the loans are now. It queues nothing. */
export async function previewSteps(
  db: Db,
  {
    brand,
    steps,
    day,
  }: { readonly brand: string; readonly steps: readonly StrategyStep[]; readonly day: LocalDate },
): Promise<readonly PreviewStep[]> {
  const previews: PreviewStep[] = [];
  for (const step of steps) {
    const { rows } = await sql<PreviewLoan & { loans: number; stopped: number }>`
      select id as "orderId", borrower_id as "borrowerId", next_due_on::text as "dueOn", "isStopped",
        (count(*) over ())::int as loans, (count(*) filter (where "isStopped") over ())::int as stopped
      from (
        select o.id, o.borrower_id, o.next_due_on, exists (
          select from contact_stopped s where s.borrower_id = o.borrower_id and s.since <= now()
            and (s.until is null or s.until > now()) and s.channels is null) as "isStopped"
        from ${loansOf(step, brand, day)}
      ) due order by id limit ${maxNamed}`.execute(db);
    previews.push({
      step,
      loans: rows[0]?.loans ?? 0,
      stopped: rows[0]?.stopped ?? 0,
      named: rows,
    });
  }
  return previews;
}

/** The costs of a brand's messages on the days of its zone since a moment. */
export async function messageCosts(
  db: Db,
  { id, timeZone }: { readonly id: string; readonly timeZone: string },
  since: Date,
): Promise<readonly MessageCost[]> {
  const { rows } = await sql<MessageCost>`
    select (d.at at time zone ${timeZone})::date::text as day, d.channel,
      count(*) filter (where d.state in ('sent', 'delivered'))::int as messages, sum(d.segments)::int as segments,
      sum(d.cost)::int as cost, count(*) filter (where d.state = 'bounced')::int as bounced
    from delivery d join borrower b on b.id = d.borrower_id
    where d.at >= ${since} and b.brand = ${id}
    group by 1, 2 order by 1 desc, 2`.execute(db);
  return rows;
}
