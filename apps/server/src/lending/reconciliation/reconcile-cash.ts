import { addDays } from '@hiram/loan';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import type { StatementEntry } from '../../providers/statement.ts';
import type { ComparedDay, ComparisonResult, Difference } from './difference.ts';

/** A statement of an earlier day is compared with archived books, too. */
const daysBeforeArchive = 300;

/** How an entry changed the balance at the provider, in cents. A returned payout changed nothing in the end. */
function movedBy(entry: StatementEntry): number {
  if (entry.kind === 'refund') return -entry.amount;
  if (entry.kind === 'payment') return entry.state === 'paid' ? entry.amount : 0;
  return entry.state === 'returned' ? 0 : -entry.amount;
}

/**
 * Compares the statement's total of a day with the movement of the ledger's `cash:<provider>`. A payment or payout counts on its
 * day of the statement, with everything posted for it since; any other movement of cash counts on the day of its posting.
 */
export async function compareCash(
  appContext: AppContext,
  provider: string,
  { day, today }: ComparedDay,
  {
    entries,
    comparisons: parts,
  }: { readonly entries: readonly StatementEntry[]; readonly comparisons: readonly ComparisonResult[] },
): Promise<readonly Difference[]> {
  const providerTotal = entries.reduce((sum, entry) => sum + movedBy(entry), 0);
  const counted = [...new Set(parts.flatMap(({ counted }) => counted))];
  // Books may be archived a year after their last posting. To read the whole archive takes long, so only such days do.
  const isOld = day < addDays(today, -daysBeforeArchive);
  const ledgerTotal = await ledgerCash(appContext, { provider, day, isOld }, counted);
  if (providerTotal === ledgerTotal) return [];
  return [
    {
      kind: 'day',
      reference: 'cash',
      reason: 'cash differs',
      providerValue: String(providerTotal),
      ledgerValue: String(ledgerTotal),
    },
  ];
}

async function ledgerCash(
  appContext: AppContext,
  { provider, day, isOld }: { readonly provider: string; readonly day: string; readonly isOld: boolean },
  counted: readonly string[],
): Promise<number> {
  const [journals, lines] = isOld ? ['every_journal', 'every_journal_line'] : ['journal', 'journal_line'];
  const account = `cash:${provider}`;
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(amount), 0) as amount from (
      select line.amount from payment
        join ${sql.table(lines)} line on line.borrower_id = payment.borrower_id and line.order_id = payment.order_id
          and line.account = ${account} and line.event_id = payment.id
        where payment.id = any(${counted}::uuid[])
      union all
      select line.amount from payout
        join ${sql.table(journals)} journal on journal.borrower_id = payout.borrower_id and journal.order_id = payout.order_id
          and journal.event_id = payout.id
        join ${sql.table(lines)} line on line.journal_id = journal.id and line.borrower_id = payout.borrower_id
          and line.order_id = payout.order_id and line.account = ${account}
        where payout.id = any(${counted}::uuid[])
      union all
      select line.amount from ${sql.table(journals)} journal join ${sql.table(lines)} line on line.journal_id = journal.id
        where journal.posted_on = ${day} and line.account = ${account}
          and not exists (select from payment where payment.id = line.event_id)
          and not exists (select from payout where payout.id = journal.event_id)
    ) as moved`.execute(appContext.db);
  return Number(rows[0]?.amount ?? 0);
}
