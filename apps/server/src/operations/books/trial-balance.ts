import { decimalText } from '@hiram/loan/format';
import { trialBalance } from '../../lending/books/balances.ts';
import { defineCommand } from '../command.ts';
import { brandOption, monthOption, onOption, periodAsked, servedBrand } from './parameters.ts';

export const showTrialBalance = defineCommand({
  name: 'books trial-balance',
  summary: 'the balance of every account at the end of a day',
  arguments: {},
  options: { brand: brandOption, on: onOption, month: monthOption },
  examples: [
    'books trial-balance --brand ph --on 2026-11-30 --json',
    'books trial-balance --brand ph --month 2026-11',
  ],
  async run({ brand: id, on, month }, session) {
    const { result } = await session.withApp(async (app) => {
      const brand = servedBrand(app, id);
      const { to } = await periodAsked(app, brand, { on, month });
      return trialBalance(app.db, brand.id, to);
    });
    const { currency, accounts, debit, credit } = result;
    return {
      data: { ...result },
      lines: [
        ...accounts
          .filter((account) => account.debit !== 0 || account.credit !== 0)
          .map(
            ({ code, name, debit, credit }) =>
              `${code} ${name}: ${debit !== 0 ? `debit ${decimalText(debit)}` : `credit ${decimalText(credit)}`}`,
          ),
        `${id} ${currency} ${result.on}: debit ${decimalText(debit)}, credit ${decimalText(credit)}`,
      ],
      hasFailed: debit !== credit,
    };
  },
  difference: 'debits and credits differ',
});
