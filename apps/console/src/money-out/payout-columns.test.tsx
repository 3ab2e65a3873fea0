import { expect, test } from 'vitest';
import { limitToday } from './payout-columns.tsx';

const day = { amount: 980_000, firstLoans: 1 };

test('what a held payout makes of today’s limit is of the limit that holds it alone [T2647]', () => {
  const first = { amount: 980_000, holdReason: 'firstLoans' } as const;
  expect(limitToday(first, { ...day, maxFirstLoans: 1_000, maxAmount: 980_000 })).toEqual({
    used: 1,
    withIt: 2,
    atMost: 1_000,
  });
  const large = { amount: 980_000, holdReason: 'ceiling' } as const;
  expect(limitToday(large, { ...day, maxAmount: 1_960_000 })).toEqual({
    used: 980_000,
    withIt: 1_960_000,
    atMost: 1_960_000,
  });
  expect(limitToday(large, day).atMost).toBeUndefined();
});
