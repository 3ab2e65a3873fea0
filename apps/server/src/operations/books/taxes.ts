import { decimalText } from '@hiram/loan/format';
import { taxesOf } from '../../lending/books/taxes.ts';
import { defineCommand } from '../command.ts';
import { brandOption, monthOption, onOption, periodAsked, servedBrand } from './parameters.ts';

export const showTaxes = defineCommand({
  name: 'books taxes',
  summary: 'taxes on what was lent, charged and received in a month, or to a day of it',
  description:
    'By dated rules with their source. None of those that ship is confirmed by counsel. Nothing is posted: what is due is a journal by hand.',
  arguments: {},
  options: { brand: brandOption, on: onOption, month: monthOption },
  examples: ['books taxes --brand ph --month 2026-11'],
  async run({ brand: id, on, month }, session) {
    const { result } = await session.withApp(async (app) => {
      const brand = servedBrand(app, id);
      const period = await periodAsked(app, brand, { on, month });
      return { ...period, taxes: await taxesOf(app.db, brand, period) };
    });
    const taxes = result.taxes.map(({ tax: { id: name, source, isConfirmed, bearer }, base, amount }) => ({
      ...{ tax: name, base, amount, bearer, isConfirmed, source },
    }));
    return {
      data: { brand: id, from: result.from, to: result.to, taxes },
      lines: taxes.map(
        ({ tax, base, amount, bearer, isConfirmed, source }) =>
          `${tax}: ${decimalText(amount)} on ${decimalText(base)}, borne by the ${bearer}${isConfirmed ? '' : ', not confirmed'} (${source})`,
      ),
    };
  },
});
