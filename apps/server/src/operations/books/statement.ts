import { decimalText } from '@hiram/loan/format';
import { financialStatement, type StatedAmount } from '../../lending/books/balances.ts';
import { defineCommand } from '../command.ts';
import { inBooks, periodOptions } from './parameters.ts';

const part = (title: string, stated: readonly StatedAmount[], total: number): readonly string[] => [
  `${title}: ${decimalText(total)}`,
  ...stated.map(({ code, name, amount }) => `  ${code} ${name}: ${decimalText(amount)}`),
];

export const showStatement = defineCommand({
  name: 'books statement',
  summary: 'the balance sheet at the end of a day, and the income of a month or period',
  arguments: {},
  options: periodOptions,
  examples: [
    'books statement --brand ph --month 2026-11',
    'books statement --brand ph --from 2026-01-01 --on 2026-11-30 --json',
  ],
  async run(books, session) {
    const result = await inBooks(session, books, ({ db }, { id }, { from, to }) =>
      financialStatement(db, id, { from, on: to }),
    );
    const { totals } = result;
    return {
      data: result,
      lines: [
        `${result.brand} ${result.currency}, balance sheet at the end of ${result.on}`,
        ...part('Assets', result.assets, totals.assets),
        ...part('Liabilities', result.liabilities, totals.liabilities),
        ...part('Equity', result.equity, totals.equity),
        `Result to date: ${decimalText(totals.resultToDate)}`,
        `Income statement, ${result.from} to ${result.on}`,
        ...part('Income', result.income, totals.income),
        ...part('Expenses', result.expenses, totals.expenses),
        `Result: ${decimalText(totals.result)}`,
      ],
      hasFailed: totals.assets !== totals.liabilities + totals.equity + totals.resultToDate,
    };
  },
  difference: 'the sheet does not balance',
});
