import { decimalText } from '@hiram/loan/format';
import { dayBook } from '../../lending/books/day-book.ts';
import { defineCommand } from '../command.ts';
import { booksOptions, inBooks } from './parameters.ts';

export const showDayBook = defineCommand({
  name: 'books day-book',
  summary: 'what moved on a business day, by the loans’ own ledger',
  description:
    'Lent, paid out, collected and refunded by provider, waived, written off. With what is owed to borrowers at the end of the day, providers whose statement differs, and the principal beside that of the general ledger.',
  arguments: {},
  options: { brand: booksOptions.brand, on: booksOptions.on },
  examples: ['books day-book --brand ph --on 2026-11-30 --json'],
  async run(books, session) {
    const result = await inBooks(session, { ...books, month: undefined }, ({ db }, brand, { to }) =>
      dayBook(db, brand, to),
    );
    const { on, moved, waived, credit, ledger, books: general, differing } = result;
    return {
      data: { brand: books.brand, ...result },
      lines: [
        ...moved.map(
          ({ what, provider, amount }) =>
            `${what}${provider === null ? '' : ` ${provider}`}: ${decimalText(amount)}`,
        ),
        `waived: ${decimalText(waived)}`,
        `owed to borrowers: ${decimalText(credit)}`,
        ...differing.map((provider) => `DIFFERS: ${provider}'s statement of the day`),
        `${books.brand} ${on}: principal ${decimalText(ledger)}, in the general ledger ${decimalText(general)}`,
      ],
      hasFailed: ledger !== general || differing.length > 0,
    };
  },
  difference: "a provider's statement, or the principal of the two ledgers, differs",
});
