import { expect, test } from 'vitest';
import { shareInColumn } from './share.ts';

test('shares of a column have one decimal each, whole ones too [T1766]', () => {
  expect([shareInColumn(389, 1_000), shareInColumn(1, 5), shareInColumn(0, 5), shareInColumn(1, 0)]).toEqual([
    '38.9%',
    '20.0%',
    '0.0%',
    '–',
  ]);
});
