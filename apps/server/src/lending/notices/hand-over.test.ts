import { expect, test } from 'vitest';
import { inTurns } from './hand-over.ts';

test('messages begin as often as the setting says, those of all batches together [T2619]', async () => {
  const waits: number[] = [];
  const nextTurn = inTurns(async (milliseconds) => waits.push(milliseconds));
  await Promise.all(Array.from({ length: 11 }, () => nextTurn(250)));
  expect(waits).toEqual([20, 20, 20]);
});
