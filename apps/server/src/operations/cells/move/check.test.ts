import { expect, test } from 'vitest';
import { disagreements } from './check.ts';

const move = { id: 'm', borrower_id: 'b', sha256: 'aa', cut: false } as const;
const out = { ...move, direction: 'out', other_cell: 1, lines: ['1110 -500', '2010 500'] } as const;
const arrived = { ...move, direction: 'in', other_cell: 0, lines: ['1110 500', '2010 -500'] } as const;
const between = (one: object, other: object | undefined) =>
  disagreements(
    new Map([
      [0, [{ ...out, ...one }]],
      [1, other ? [{ ...arrived, ...other }] : []],
    ]),
  );

test('two cells agree about a move or it is named: lost, other rows, other transfers, cut [T1714]', () => {
  expect(between({}, {})).toEqual([]);
  expect(between({}, undefined)).toEqual(['move m (cell 0): cell 1 does not know it']);
  expect(between({}, { sha256: 'bb' })).toEqual(['move m (cell 0 and 1): what arrived is not what left']);
  expect(between({}, { lines: ['1110 499', '2010 -499'] })).toEqual([
    'move m (cell 0 and 1): the transfers in the two books do not add up to zero',
  ]);
  expect(between({ cut: true }, undefined)).toEqual(['a move was cut: hiram cells move --borrower b --to 1']);
});
