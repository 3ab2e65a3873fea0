import { expect, test } from 'vitest';
import { hasRoom } from './payout-columns.tsx';

const day = { amount: 980_000, firstLoans: 1 };

test('a payout that a limit held has room today by that limit alone [T2647]', () => {
  const first = { amount: 980_000, holdReason: 'firstLoans' } as const;
  expect(hasRoom(first, { ...day, maxFirstLoans: 1_000, maxAmount: 980_000 })).toBe(true);
  expect(hasRoom(first, { ...day, maxFirstLoans: 1 })).toBe(false);
  const large = { amount: 980_000, holdReason: 'ceiling' } as const;
  expect(hasRoom(large, { ...day, maxAmount: 1_960_000 })).toBe(true);
  expect(hasRoom(large, { ...day, maxAmount: 1_959_999 })).toBe(false);
  expect(hasRoom(large, day)).toBe(true);
});
