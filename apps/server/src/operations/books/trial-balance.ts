import { decimalText } from '@hiram/loan/format';
import { trialBalance } from '../../lending/books/balances.ts';
import { defineCommand } from '../command.ts';
import { booksOptions, inBooks } from './parameters.ts';

export const showTrialBalance = defineCommand({
  name: 'books trial-balance',
  summary: 'the balance of every account at the end of a day',
  arguments: {},
  options: booksOptions,
  examples: [
    'books trial-balance --brand ph --on 2026-11-30 --json',
    'books trial-balance --brand ph --month 2026-11',
  ],
  async run(books, session) {
    const result = await inBooks(session, books, ({ db }, { id }, { to }) => trialBalance(db, id, to));
    const { brand, currency, accounts, debit, credit } = result;
    return {
      data: result,
      lines: [
        ...accounts
          .filter((account) => account.debit !== 0 || account.credit !== 0)
          .map(
            ({ code, name, debit, credit }) =>
              `${code} ${name}: ${debit !== 0 ? `debit ${decimalText(debit)}` : `credit ${decimalText(credit)}`}`,
          ),
        `${brand} ${currency} ${result.on}: debit ${decimalText(debit)}, credit ${decimalText(credit)}`,
      ],
      hasFailed: debit !== credit,
    };
  },
  difference: 'debits and credits differ',
});
