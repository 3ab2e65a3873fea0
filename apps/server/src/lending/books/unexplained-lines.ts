import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';

/**
 * SQL: from the lines `line` of a brand's bank statements to a day whose money nobody has and no journal by
 * hand explains. A line that was set aside is one of them while its money stands in suspense.
 */
export const unexplainedLines = (brand: string, to: LocalDate) => sql`statement_line line
  left join loan_accrual accrual on accrual.order_id = line.id
  where line.brand = ${brand} and line.booked_on <= ${to} and line.transfer_id is null and line.payment_id is null
    and (line.set_aside_by is null or (accrual.posted ->> 'cash:transfer')::bigint <> 0) and not exists (
      select from gl_journal where gl_journal.brand = ${brand} and gl_journal.source = 'line ' || line.id)`;
