import { archivedBefore, archiveLoans } from '../../lending/ledger/archive.ts';
import { brandNamed } from '../brand-named.ts';
import { defineCommand, UsageError } from '../command.ts';
import { anyText, by, option, required } from '../parameters.ts';

const defaultMax = 10_000;

function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1 || number > max)
      throw new UsageError(`${text} is not a number from 1 to ${max}`);
    return number;
  };
}

export const archive = defineCommand({
  name: 'loans archive',
  summary: 'archive the events and the books of loans that were settled years ago',
  description:
    'They stay readable everywhere and count in every balance. The daily run does the same for a brand with archiveAfterYears. A loan with an open task, a held payment, a balance or a hold of its borrower is skipped. It may be interrupted and repeated.',
  arguments: {},
  options: {
    brand: required('BRAND', 'the brand of the loans', anyText),
    years: required('YEARS', 'years since they were settled, 1 to 30', wholeNumber(30)),
    max: option('N', `loans in this run, ${defaultMax} unless set`, wholeNumber(1_000_000)),
    by,
  },
  change: {
    question: ({ brand, years }) =>
      `Archive the loans of ${brand} that were settled more than ${years} years ago?`,
  },
  examples: [
    "loans archive --brand ph --years 5 --max 100 --by 'Ana Cruz' --dry-run",
    "loans archive --brand ph --years 5 --by 'Ana Cruz' --yes",
  ],
  async run({ brand: id, years, max = defaultMax, by }, session) {
    const { result: archived, changes } = await session.withApp(async (app) => {
      const brand = brandNamed(app, id);
      const before = archivedBefore(await app.clock.today(app.db, brand.timeZone), years);
      return archiveLoans(app, { brand: id, before, max });
    }, by);
    return {
      data: { brand: id, archived },
      lines: [
        `${archived} loans ${session.isDryRun ? 'would be archived' : 'archived'}.${archived === max ? ' There may be more: run it again.' : ''}`,
      ],
      changes,
    };
  },
});
