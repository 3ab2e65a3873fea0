import type { LoanImportId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import { csvCell } from '../../platform/files/csv-line.ts';
import { decimal } from '../../platform/files/decimal.ts';
import { partNames, sumOf } from './read-loan.ts';

/** The sum of a balance's parts. */
const sumIn = (balance: 'opening' | 'computed') =>
  sql<number>`(select sum(part.amount::bigint) from jsonb_each_text(${sql.ref(balance)}) as part (name, amount))`;

export type ImportFigures = Awaited<ReturnType<typeof figuresOf>>;

/**
 * The sums of an import, and its loans of which a part differs, the greatest difference first. Cents; a
 * difference is what the engine computes less what the file has. `greatest`: without its sign.
 */
export async function figuresOf(db: Db, id: LoanImportId) {
  const sums = await db
    .selectFrom('imported_loan')
    .select((eb) => [
      eb.fn.countAll<number>().as('loans'),
      sql<number>`coalesce(sum(${sumIn('opening')}), 0)::bigint`.as('opening'),
      sql<number>`coalesce(sum(${sumIn('computed')}), 0)::bigint`.as('computed'),
      sql<number>`count(*) filter (where order_id is null)`.as('pending'),
    ])
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('imported_loan')
    .select(['line', 'reference', 'opening', 'computed'])
    .where('import_id', '=', id)
    .where(sql<boolean>`opening <> computed`)
    .orderBy('line')
    .execute();
  const differing = rows
    .map(({ line, reference: loan, ...row }) => {
      const [opening, computed] = [sumOf(row.opening), sumOf(row.computed)];
      const parts = partNames.map((name) => [name, row.computed[name] - row.opening[name]] as const);
      return {
        line,
        loan,
        opening,
        computed,
        difference: computed - opening,
        parts: Object.fromEntries(parts),
      };
    })
    .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  return { ...sums, greatest: Math.abs(differing[0]?.difference ?? 0), differing };
}

/** The differing loans as CSV, amounts as decimal numbers. */
export function differencesCsv({ differing }: ImportFigures): string {
  const rows = differing.map(({ line, loan, opening, computed, difference, parts }) => {
    const amounts = [opening, computed, difference, ...partNames.map((name) => parts[name] ?? 0)];
    return [line, csvCell(loan), ...amounts.map(decimal)].join(',');
  });
  return ['line,loan,file,computed,difference,principal,interest,late,penalty', ...rows, ''].join('\r\n');
}
