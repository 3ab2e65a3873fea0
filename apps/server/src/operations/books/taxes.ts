import { decimalText } from '@hiram/loan/format';
import { taxesOf } from '../../lending/books/taxes.ts';
import { defineCommand } from '../command.ts';
import { inBooks, periodOptions } from './parameters.ts';

export const showTaxes = defineCommand({
  name: 'books taxes',
  summary: 'taxes on what was lent, charged and received in a month, or in a period',
  description:
    'By dated rules with their source. None of those that ship is confirmed by counsel. Nothing is posted: what is due is a journal by hand.',
  arguments: {},
  options: periodOptions,
  examples: ['books taxes --brand ph --month 2026-11'],
  async run(books, session) {
    const result = await inBooks(session, books, async ({ db }, brand, period) => ({
      ...period,
      taxes: await taxesOf(db, brand, period),
    }));
    const taxes = result.taxes.map(({ tax: { id: name, source, isConfirmed, bearer }, base, amount }) => ({
      tax: name,
      base,
      amount,
      bearer,
      isConfirmed,
      source,
    }));
    return {
      data: { brand: books.brand, from: result.from, to: result.to, taxes },
      lines: taxes.map(
        ({ tax, base, amount, bearer, isConfirmed, source }) =>
          `${tax}: ${decimalText(amount)} on ${decimalText(base)}, borne by the ${bearer}${isConfirmed ? '' : ', not confirmed'} (${source})`,
      ),
    };
  },
});
