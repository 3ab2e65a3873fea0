import type { StepsQuote } from '@hiram/contract/loan';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/screen.tsx';
import { QuoteList } from './QuoteList.tsx';

/** Payment 1 of ₱2,846.37, two days late. */
const quote = (late: number): StepsQuote => ({
  day: '2026-11-27',
  kind: 'due',
  steps: 1,
  least: 1,
  most: 4,
  amount: 284_637 + late,
  rows: [
    { kind: 'instalment', no: 1, dueDate: '2026-11-25', amount: 284_637 },
    { kind: 'late', no: 1, days: 2, amount: late },
  ],
  payable: true,
  payableFrom: '2026-11-27',
  saves: 0,
});
const terms = { lateTiers: [{ ppm: 1_666 }] };

test('late interest says how it follows, and nothing where a ceiling or another rate made it [T1497]', () => {
  show(<QuoteList quote={quote(948)} isPenal={false} terms={terms} />);
  expect(screen.getByText('0.1666% a day × 2 days × ₱2,846.37')).toBeTruthy();
  show(<QuoteList quote={quote(900)} isPenal={false} terms={terms} />);
  show(
    <QuoteList
      quote={quote(948)}
      isPenal={false}
      terms={{ lateTiers: [{ untilDay: 1, ppm: 1_666 }, { ppm: 1_666 }] }}
    />,
  );
  show(<QuoteList quote={quote(948)} isPenal={false} />);
  expect(screen.getAllByText(/ × ₱/)).toHaveLength(1);
});
