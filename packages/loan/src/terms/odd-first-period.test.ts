import { expect, test } from 'vitest';
import { day, disbursed, fourByThirty, history, peso } from '../../test/example.ts';
import { disclose, plan, position, type Terms } from '../index.ts';

/** ₱12,000.00 in four repayments, the first after 45 days, then thirty days apart. */
const odd: Terms = { ...fourByThirty, termDays: 135, firstPeriodDays: 45 };

test('TERM-01 a first period of another length bears interest for its own days alone', () => {
  const [first, ...rest] = plan(odd);
  expect(first).toMatchObject({ day: 45, interest: peso(12_000 * 0.002 * 45) });
  expect(rest.map((row) => row.day)).toEqual([75, 105, 135]);
  expect(plan(odd).reduce((sum, row) => sum + row.principal, 0)).toBe(odd.principal);
  const payments = plan(odd).map((row) => row.payment);
  expect(new Set(payments.slice(0, 3)).size).toBe(1);
  const loanPosition = position(odd, history(disbursed('2026-03-02')), day('2026-04-15'));
  expect(loanPosition.instalments.map((instalment) => instalment.dueDate)).toEqual([
    '2026-04-16',
    '2026-05-16',
    '2026-06-15',
    '2026-07-15',
  ]);
  // Without a fee the effective rate is a little below the nominal one: the first 45 days do not compound.
  expect(disclose(odd).effectivePerMonth).toBeGreaterThan(0.059);
  expect(disclose(odd).effectivePerMonth).toBeLessThan(0.06);
});
