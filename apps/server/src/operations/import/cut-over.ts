import { sql } from 'kysely';
import { decimal } from '../../platform/files/decimal.ts';
import { brandNamed } from '../brand-named.ts';
import { twoPersons, withTwoPersons } from '../break-glass.ts';
import { defineCommand, UsageError } from '../command.ts';
import { amount, id, option, required } from '../parameters.ts';
import { productsByCode } from './brand-products.ts';
import { cutOverLoans } from './cut-over-loans.ts';
import { figuresOf } from './differences.ts';

export const cutOver = defineCommand({
  name: 'import cut-over',
  summary: 'make loans of what is staged: borrowers see and repay them, and the books have them',
  description:
    'Two persons decide it. The former system must not change the loans any more. It may be interrupted and repeated, and cannot be undone.',
  arguments: { id: required('ID', 'the import', id<'loanImport'>) },
  options: {
    accept: option(
      'AMOUNT',
      'the greatest difference of a loan that is accepted: the computed balance then counts',
      amount,
    ),
    ...twoPersons,
  },
  difference: 'loans were left, because their borrower has a running loan',
  change: { question: ({ id }) => `Make loans of the import ${id}? It cannot be undone.` },
  examples: [
    "import cut-over ID --by 'Ana Cruz' --second 'Ben Reyes' --dry-run",
    "import cut-over ID --accept 0.05 --by 'Ana Cruz' --second 'Ben Reyes' --yes",
  ],
  async run({ id, accept = 0, by, second }, session) {
    const { result, changes } = await withTwoPersons(session, { by, second }, async (app) => {
      const { db } = app;
      const { rows } = await sql<{
        isFree: boolean;
      }>`select pg_try_advisory_lock(hashtextextended('import cut-over', 0)) as "isFree"`.execute(db);
      if (!rows[0]?.isFree) throw new UsageError('ID: another command cuts over at this moment');
      const row = await db.selectFrom('loan_import').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row || row.state === 'staging' || row.state === 'undone')
        throw new UsageError(`ID: nothing is staged to the end as ${id}`);
      const figures = await figuresOf(db, id);
      if (figures.greatest > accept)
        throw new UsageError(
          `--accept: ${figures.differing.length} loans differ, one by ${decimal(figures.greatest)}`,
        );
      const brand = brandNamed(app, row.brand);
      const [now, today] = [app.clock.now(), await app.clock.today(db, brand.timeZone)];
      if (row.state === 'staged')
        await sql`update loan_import set state = 'cuttingOver', decided_by = ${by}, seconded_by = ${second}
          where id = ${id} and state = 'staged'`.execute(db);
      const products = await productsByCode(db, brand);
      const progress = (line: string) => session.progress(line);
      const left = await cutOverLoans(db, { id, brand, products, appContext: app, today, now, progress });
      // The plans of running servers rest on tables without these loans.
      await sql`analyze`.execute(db);
      if (left.length === 0)
        await sql`update loan_import set state = 'cutOver' where id = ${id} and state = 'cuttingOver'`.execute(
          db,
        );
      return { loans: figures.pending - left.length, left };
    });
    const { loans, left } = result;
    return {
      data: { import: id, loans, left },
      lines: [
        `${loans} loans ${session.isDryRun ? 'would be' : 'were'} made.`,
        ...left.map(
          (loan) => `Left: ${loan}. Its borrower has a running loan; repeat the command when it is settled.`,
        ),
      ],
      changes,
      hasFailed: left.length > 0,
    };
  },
});
