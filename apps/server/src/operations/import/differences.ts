import type { LoanImportId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import { csvCell } from '../../platform/files/csv-line.ts';
import { decimal } from '../../platform/files/decimal.ts';
import { partNames } from './read-loan.ts';

/** A loan whose balance in the file is another one than the engine computes. Cents; a difference is the engine's less the file's. */
export interface Difference {
  readonly line: number;
  readonly loan: string;
  readonly opening: number;
  readonly computed: number;
  readonly difference: number;
  readonly parts: Readonly<Record<(typeof partNames)[number], number>>;
}

export interface ImportFigures {
  readonly loans: number;
  readonly opening: number;
  readonly computed: number;
  readonly pending: number;
  /** The greatest difference of a loan, without its sign. */
  readonly greatest: number;
  /** The loans of which a part differs, the greatest difference first. */
  readonly differing: readonly Difference[];
}

const opening = sql<number>`opening_principal + opening_interest + opening_late + opening_penalty`;
const computed = sql<number>`computed_principal + computed_interest + computed_late + computed_penalty`;
const differs = sql<boolean>`(opening_principal, opening_interest, opening_late, opening_penalty)
  is distinct from (computed_principal, computed_interest, computed_late, computed_penalty)`;

/** The sums of an import, and its loans that differ. */
export async function figuresOf(db: Db, id: LoanImportId): Promise<ImportFigures> {
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
    .selectAll()
    .select([opening.as('opening'), computed.as('computed')])
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
  const greatest = Math.max(0, ...differing.slice(0, 1).map(({ difference }) => Math.abs(difference)));
  return { ...sums, greatest, differing };
}

/** The differing loans as CSV, amounts as decimal numbers. */
export function differencesCsv(differing: readonly Difference[]): string {
  const rows = differing.map(({ line, loan, opening, computed, difference, parts }) =>
    [
      line,
      csvCell(loan),
      ...[opening, computed, difference, ...partNames.map((name) => parts[name])].map(decimal),
    ].join(','),
  );
  return ['line,loan,file,computed,difference,principal,interest,late,penalty', ...rows, ''].join('\r\n');
}
