import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decimal } from '../../platform/files/decimal.ts';
import { brandNamed } from '../brand-named.ts';
import { defineCommand, type Outcome, UsageError } from '../command.ts';
import { anyText, by, day, option, required } from '../parameters.ts';
import { productsByCode } from './brand-products.ts';
import { differencesCsv, figuresOf, type ImportFigures } from './differences.ts';
import { stageLoans } from './stage-loans.ts';
import { faultLine, TemplateFault } from './template.ts';

/** Differing loans that are printed; a report has all. */
const maxPrinted = 20;

function differenceLines({ differing }: ImportFigures): readonly string[] {
  return [
    ...differing.slice(0, maxPrinted).map(({ line, loan, opening, computed, difference, parts }) => {
      const named = Object.entries(parts).filter(([, amount]) => amount !== 0);
      const where = named.map(([name, amount]) => `${name} ${decimal(amount)}`).join(', ');
      return `Line ${line}, loan ${loan}: ${decimal(opening)} in the file, ${decimal(computed)} computed, ${decimal(difference)} (${where})`;
    }),
    ...(differing.length > maxPrinted ? [`… and ${differing.length - maxPrinted} more: see --report`] : []),
  ];
}

const faultsOf = (error: TemplateFault): Outcome => ({
  data: { faults: error.faults },
  lines: ['Nothing was imported.', ...error.faults.map(faultLine)],
  hasFailed: true,
});

export const importLoans = defineCommand({
  name: 'import loans',
  summary: 'stage the loans of another system from a CSV file, and compare their balances',
  description:
    'FILE is the template of docs/import.md, in UTF-8. A file with a fault is not imported at all. The loans are staged: no borrower sees one until import cut-over. It may be interrupted: the same file goes on where it was. Exit code 1: balances differ.',
  arguments: { file: required('FILE', 'the loans, as CSV', anyText) },
  options: {
    brand: required('BRAND', 'the brand of the loans', anyText),
    on: option('DAY', 'the day of the balances; by default the brand’s business day', day),
    report: option('CSV', 'write every differing loan into this file', anyText),
    by,
  },
  difference: 'the file has faults, or balances differ',
  change: {},
  examples: [
    "import loans loans.csv --brand ph --on 2026-11-25 --report differences.csv --by 'Ana Cruz' --dry-run",
    "import loans loans.csv --brand ph --on 2026-11-25 --by 'Ana Cruz'",
  ],
  async run({ file: name, brand: brandId, on, report, by }, session) {
    const file = resolve(session.folder, name);
    if (!existsSync(file)) throw new UsageError(`FILE: there is no file ${file}`);
    try {
      const { result } = await session.withApp(
        (app) =>
          session.withOwner(async (db) => {
            const brand = brandNamed(app, brandId);
            const today = await app.clock.today(app.db, brand.timeZone);
            const asOf = on ?? today;
            if (asOf > today) throw new UsageError(`--on: ${asOf} is to come`);
            const products = await productsByCode(db, brand);
            const progress = (line: string) => session.progress(line);
            const { cipher, clock } = app;
            const now = clock.now();
            const id = await stageLoans(db, { brand, products, asOf, file, now, cipher, progress });
            return { id, asOf, figures: await figuresOf(db, id) };
          }, by),
        by,
      );
      const { id, asOf, figures } = result.result;
      const { loans, opening, computed, differing } = figures;
      if (report !== undefined) await writeFile(resolve(session.folder, report), differencesCsv(figures));
      return {
        data: { import: id, on: asOf, loans, opening, computed, difference: computed - opening, differing },
        lines: [
          `${session.isDryRun ? 'Would stage' : 'Staged'} as ${id}: ${loans} loans with ${decimal(opening)} in the file, ${decimal(computed)} computed on ${asOf}`,
          differing.length === 0 ? 'No balance differs.' : `${differing.length} loans differ:`,
          ...differenceLines(figures),
        ],
        changes: result.changes,
        hasFailed: differing.length > 0,
      };
    } catch (error) {
      if (error instanceof TemplateFault) return faultsOf(error);
      throw error;
    }
  },
});
