import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/screen.tsx';
import type { Person } from '../../app/person.ts';
import type { ShownLoan } from '../types.ts';
import { ArrangementCard } from './ArrangementCard.tsx';

/** The card of a request for parts of these amounts. */
function card(...amounts: readonly (number | undefined)[]): readonly (string | null)[] {
  const dates = ['2026-12-11', '2026-12-26'];
  const parts = amounts.map((amount, at) => ({
    date: dates[at],
    ...(amount === undefined ? {} : { amount }),
  }));
  const loan = { order: { brand: 'ph' }, openArrangement: { state: 'requested', parts } } as unknown;
  show(<ArrangementCard loan={loan as ShownLoan} person={{ rights: [] } as unknown as Person} />);
  return screen.getAllByRole('definition').map(({ textContent }) => textContent);
}

test('a request to pay in parts has an amount beside each day [T2691]', () => {
  expect(card(671_627, 671_626)).toEqual(['₱6,716.27', '₱6,716.26']);
  expect(screen.getByText('11 Dec 2026')).toBeTruthy();
});

test('a request whose days allow no arrangement says so [T2692]', () => {
  expect(card(undefined)).toEqual(['–']);
  expect(screen.getByText(/these days allow no arrangement/)).toBeTruthy();
});
