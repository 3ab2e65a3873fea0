import { expect, test } from 'vitest';
import { likelyCause } from './likely-cause.ts';
import type { DifferenceRow } from './list-differences.ts';

const facts = { order_id: null, paid_on: null };
const row = (values: Partial<DifferenceRow>) =>
  ({ kind: 'payment', reason: 'unknown reference', ledger_value: null, ...values }) as DifferenceRow;

test('a total that a payment of no brand explains is not told as money that moved elsewhere [T2760]', () => {
  const whole = row({
    kind: 'day',
    reason: 'cash differs',
    provider_value: '61664718',
    ledger_value: '60912318',
  });
  // What is held is in both totals, whatever its stored difference says.
  const held = row({ reason: 'held here', provider_value: '28463700' });
  const unknown = row({ provider_value: '752400' });
  const causeOf = (own: readonly DifferenceRow[], unnamed: readonly DifferenceRow[]) =>
    likelyCause(whole, facts, { own: [whole, ...own], unnamed })?.cause;
  expect(causeOf([held], [unknown])).toBe('itemsOfNoBrand');
  expect(causeOf([held, unknown], [])).toBe('itemsOfDay');
  expect(causeOf([held], [])).toBe('movedOutside');
});
