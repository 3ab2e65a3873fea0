import type { LoanImportId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import { csvCell } from '../../platform/files/csv-line.ts';
import { decimal } from '../../platform/files/decimal.ts';
import { partNames } from './read-loan.ts';

const opening = sql<number>`opening_principal + opening_interest + opening_late + opening_penalty`;
const computed = sql<number>`computed_principal + computed_interest + computed_late + computed_penalty`;
const differs = sql<boolean>`(opening_principal, opening_interest, opening_late, opening_penalty)
  is distinct from (computed_principal, computed_interest, computed_late, computed_penalty)`;

export type ImportFigures = Awaited<ReturnType<typeof figuresOf>>;

/**
 * The sums of an import, and its loans of which a part differs, the greatest difference first. Cents; a difference is what the engine
 * computes less what the file has. `greatest`: without its sign.
 */
export async function figuresOf(db: Db, id: LoanImportId) {
  const sums = await db
    .selectFrom('imported_loan')
    .select((eb) => [
      eb.fn.countAll<number>().as('loans'),
      sql<number>`coalesce(sum(${opening}), 0)::bigint`.as('opening'),
      sql<number>`coalesce(sum(${computed}), 0)::bigint`.as('computed'),
      sql<number>`count(*) filter (where order_id is null)`.as('pending'),
    ])
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('imported_loan')
    .select(['line', 'reference', opening.as('opening'), computed.as('computed')])
    .select(['opening_principal', 'opening_interest', 'opening_late', 'opening_penalty'])
    .select(['computed_principal', 'computed_interest', 'computed_late', 'computed_penalty'])
    .where('import_id', '=', id)
    .where(differs)
    .orderBy(sql`abs(${computed} - (${opening}))`, 'desc')
    .orderBy('line')
    .execute();
  const differing = rows.map((row) => ({
    line: row.line,
    loan: row.reference,
    opening: row.opening,
    computed: row.computed,
    difference: row.computed - row.opening,
    parts: {
      principal: row.computed_principal - row.opening_principal,
      interest: row.computed_interest - row.opening_interest,
      late: row.computed_late - row.opening_late,
      penalty: row.computed_penalty - row.opening_penalty,
    },
  }));
  return { ...sums, greatest: Math.abs(differing[0]?.difference ?? 0), differing };
}

/** The differing loans as CSV, amounts as decimal numbers. */
export function differencesCsv({ differing }: ImportFigures): string {
  const rows = differing.map(({ line, loan, opening, computed, difference, parts }) => {
    const amounts = [opening, computed, difference, ...partNames.map((name) => parts[name])];
    return [line, csvCell(loan), ...amounts.map(decimal)].join(',');
  });
  return ['line,loan,file,computed,difference,principal,interest,late,penalty', ...rows, ''].join('\r\n');
}
