import { lastEndedDay, runBooks } from '../../lending/books/run-books.ts';
import { brandNamed } from '../brand-named.ts';
import { defineCommand } from '../command.ts';
import { day, option } from '../parameters.ts';
import { brandOption } from './parameters.ts';

export const runDay = defineCommand({
  name: 'books run',
  summary: 'post the general ledger of a brand to the end of a day',
  description:
    'For each loan it posts the difference between what its books should be and what is posted; a repeated run posts nothing. Servers do it after midnight. It locks no loan, and may be interrupted and repeated. Ends of months that were missed are posted first.',
  arguments: {},
  options: { brand: brandOption, on: option('DAY', 'the day, yesterday unless set', day) },
  change: {},
  examples: ['books run --brand ph --on 2026-11-30', 'books run --brand ph --json'],
  async run({ brand: id, on }, session) {
    const { result, changes } = await session.withApp(async (app) => {
      const brand = brandNamed(app, id);
      return runBooks(app, brand, on ?? (await lastEndedDay(app, brand)));
    });
    const { brand, days, loans, journals, refused, uncomputed } = result;
    return {
      data: { brand, days, loans, journals, refused, uncomputed },
      lines: [
        `${brand}: ${days.join(', ')}: ${loans} loans computed, ${journals} journals posted.`,
        ...(refused > 0
          ? [
              `${refused} loans are left as they were: they would differ from their own ledger, or could not be computed.`,
            ]
          : []),
        ...uncomputed.map(([orderId, error]) => `order ${orderId} could not be computed: ${error}`),
      ],
      changes,
      hasFailed: refused > 0,
    };
  },
});
