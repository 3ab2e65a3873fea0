import { expect, test } from 'vitest';
import { day, disbursed, history, paid, singleLoan } from '../../../../../packages/loan/test/example.ts';
import { markets } from '../../brands/markets/markets.ts';
import { translatorFor } from '../../brands/texts/translate.ts';
import { quoteOf, rowsInWords } from './repayment-quote.ts';

test('a late row with free days before it says the days at each rate, which give its amount [T1660]', () => {
  const events = history(disbursed('2026-11-23'), paid('2027-02-22', 5_682.5), {
    kind: 'reversed',
    target: 'e2',
    valueDate: day('2027-02-25'),
  });
  const quote = quoteOf(singleLoan, events, day('2027-04-10'));
  if (!quote) throw new Error('the loan runs');
  const row = quote.rows.find(({ kind }) => kind === 'late');
  // The first charged day is the seventh late one; the rate falls after the thirtieth.
  expect(row).toMatchObject({
    days: 41,
    byRate: [
      { days: 24, ppm: 50_000 },
      { days: 17, ppm: 40_000 },
    ],
  });
  expect(row?.amount).toBe(568_250 * 1.88);
  const wording = {
    translate: translatorFor('en', markets.spec),
    lang: 'en',
    terms: singleLoan,
    formatDate: (on: string) => on,
  };
  const shown = rowsInWords(quote, wording).find(({ text }) => text === 'Late interest, 41 days');
  expect(shown?.note).toContain('Charged: 24 days at 5% a day, 17 days at 4% a day.');
  const usual = quoteOf(singleLoan, events.slice(0, 1), day('2027-04-10'));
  expect(usual?.rows.find(({ kind }) => kind === 'late')).not.toHaveProperty('byRate');
});
