import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addAnswers, mergePages, notePlaces, readPage } from './merge-answers.ts';

const page = (rows: readonly number[], next?: string) =>
  readPage(async () => {
    notePlaces(
      rows.map((row) => ({ key: [String(row), `id${row}`], cursor: `c${row}` })),
      false,
    );
    return { rows: rows.map((row) => ({ row })), ...(next === undefined ? {} : { next }) };
  });

test('pages of several cells become one page in the order of the list, and none is lost [T1732]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uniqueArray(fc.integer({ min: -1_000, max: 1_000 }), { maxLength: 130 }), {
        minLength: 1,
        maxLength: 3,
      }),
      async (cells) => {
        const read: number[] = [];
        let after: string | undefined;
        do {
          const from = after === undefined ? Number.NEGATIVE_INFINITY : Number(after.slice(1));
          const pages = await Promise.all(
            cells.map((rows) => {
              const left = rows.toSorted((a, b) => a - b).filter((row) => row > from);
              return page(left.slice(0, 50), left.length > 50 ? 'more' : undefined);
            }),
          );
          const merged = mergePages('listWork', {}, pages) as { rows: { row: number }[]; next?: string };
          expect(merged.rows.length).toBeLessThanOrEqual(50);
          read.push(...merged.rows.map(({ row }) => row));
          after = merged.next;
        } while (after !== undefined);
        // A cursor of the test is the number alone: equal numbers of two cells on two sides of it are not told apart.
        expect([...new Set(read)]).toEqual([...new Set(cells.flat())].sort((a, b) => a - b));
      },
    ),
  );
});

test('figures of cells are added by what they are about, and two currencies never [T1733]', () => {
  const one = {
    open: 2,
    kinds: [{ kind: 'a', count: 1 }],
    lastClosedAt: '2026-01-02',
    through: '2026-03-01',
  };
  const other = {
    open: 3,
    kinds: [
      { kind: 'b', count: 5 },
      { kind: 'a', count: 2 },
    ],
    lastClosedAt: '2026-01-01',
  };
  expect(addAnswers(one, { ...other, through: '2026-02-28' })).toEqual({
    open: 5,
    kinds: [
      { kind: 'a', count: 3 },
      { kind: 'b', count: 5 },
    ],
    lastClosedAt: '2026-01-02',
    through: '2026-02-28',
  });
  expect(addAnswers({ late: [{ loans: 1 }, { loans: 2 }] }, { late: [{ loans: 3 }] })).toEqual({
    late: [{ loans: 4 }, { loans: 2 }],
  });
  expect(() => addAnswers({ currency: 'PHP', amount: 1 }, { currency: 'IDR', amount: 1 })).toThrow(
    'PHP and IDR are not added',
  );
});

test('a list that notes no places of its rows is not merged [T1734]', async () => {
  const without = await readPage(async () => ({ rows: [{ row: 1 }] }));
  expect(() => mergePages('listWork', {}, [without])).toThrow('notes no places');
});
