import { countApprovals } from '@hiram/contract/console/approval';
import { showFunnel } from '@hiram/contract/console/funnel';
import { countMoneyIn } from '@hiram/contract/console/money-in';
import { listPortfolioLoans, showPortfolio } from '@hiram/contract/console/portfolio';
import { countWork, listWork } from '@hiram/contract/console/work';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addAnswers, mergePages, notePlaces, readPage } from './merge-answers.ts';

const page = (rows: readonly number[], next?: string) =>
  readPage(async () => {
    notePlaces('rows', rows, (row) => ({ key: [row, `id${row}`], cursor: `c${row}` }));
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
          const merged = mergePages(listWork.page, {}, pages) as { rows: { row: number }[]; next?: string };
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
  expect(addAnswers(countWork.output, one, { ...other, through: '2026-02-28' })).toEqual({
    open: 5,
    kinds: [
      { kind: 'a', count: 3 },
      { kind: 'b', count: 5 },
    ],
    lastClosedAt: '2026-01-02',
    through: '2026-02-28',
  });
  expect(addAnswers(undefined, { late: [{ loans: 1 }, { loans: 2 }] }, { late: [{ loans: 3 }] })).toEqual({
    late: [{ loans: 4 }, { loans: 2 }],
  });
  expect(() => addAnswers(undefined, { currency: 'PHP', amount: 1 }, { currency: 'IDR', amount: 1 })).toThrow(
    'PHP and IDR are not added',
  );
});

test('a list that notes no places of its rows is not merged [T1734]', async () => {
  const without = await readPage(async () => ({ rows: [{ row: 1 }] }));
  expect(() => mergePages(listWork.page, {}, [without])).toThrow('notes no places');
});

test('what is no figure is not added: a choice, the last closing, the expectation of a part [T1719]', () => {
  expect(addAnswers(showPortfolio.output, { policies: [3, 1] }, { policies: [1, 2] })).toEqual({
    policies: [3, 1, 2],
  });
  const [first, last] = [
    { by: 'Zenaida', at: '2026-01-01' },
    { by: 'Ana', at: '2026-01-02' },
  ];
  expect(addAnswers(countApprovals.output, { lastClosed: first }, { lastClosed: last })).toEqual({
    lastClosed: last,
  });
  expect(addAnswers(countApprovals.output, { lastClosed: last }, { lastClosed: first })).toEqual({
    lastClosed: last,
  });
  const account = (lastBookedOn: string) => ({ accounts: [{ account: 'a', lastBookedOn }] });
  expect(addAnswers(countMoneyIn.output, account('2026-01-02'), account('2026-01-03'))).toEqual(
    account('2026-01-03'),
  );
  const codes = (max: number) => ({ codes: { day: { sent: 1, max } } });
  expect(addAnswers(showFunnel.output, codes(9), codes(9))).toEqual({ codes: { day: { sent: 2, max: 9 } } });
  const forecast = (due: number, expected?: number) => ({ forecast: { due: [due], expected } });
  expect(addAnswers(showPortfolio.output, forecast(5, 4), forecast(6))).toEqual({ forecast: { due: [11] } });
  expect(addAnswers(showPortfolio.output, forecast(5, 4), forecast(0))).toEqual({
    forecast: { due: [5], expected: 4 },
  });
});

test('a spread of two cells counts each row once between the lowest and the highest of both [T1721]', () => {
  const values = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 200 });
  const spreadOf = (all: readonly number[]) => {
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const counts = Array.from({ length: 10 }, () => 0);
    const width = (high + 1 - low) / 10;
    for (const value of all) {
      const part = Math.floor((value - low) / width);
      counts[part] = (counts[part] ?? 0) + 1;
    }
    return { low, high, counts };
  };
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  fc.assert(
    fc.property(values, values, (one, other) => {
      const { spread } = addAnswers(
        listWork.count.output,
        { spread: spreadOf(one) },
        { spread: spreadOf(other) },
      );
      const { low, high, counts } = spread as ReturnType<typeof spreadOf>;
      const exact = spreadOf([...one, ...other]);
      expect([low, high]).toEqual([exact.low, exact.high]);
      expect(sum(counts)).toBe(one.length + other.length);
      // A value moves by half of its own part at most, which is no wider than the new ones.
      for (let part = 0; part < 9; part += 1) {
        expect(sum(counts.slice(0, part + 1))).toBeLessThanOrEqual(sum(exact.counts.slice(0, part + 2)));
        expect(sum(counts.slice(0, part + 2))).toBeGreaterThanOrEqual(sum(exact.counts.slice(0, part + 1)));
      }
    }),
  );
});

test('days, months and the greatest loans of several cells stand in their order [T1722]', () => {
  const days = (...all: string[]) => ({ days: all.map((day) => ({ day, late: [{ loans: 1 }] })) });
  expect(
    addAnswers(showPortfolio.output, days('2026-01-31', '2026-02-28'), days('2025-12-31', '2026-02-28')),
  ).toEqual({
    days: [
      { day: '2025-12-31', late: [{ loans: 1 }] },
      { day: '2026-01-31', late: [{ loans: 1 }] },
      { day: '2026-02-28', late: [{ loans: 2 }] },
    ],
  });
  const loans = (from: number) => ({
    loans: Array.from({ length: 100 }, (_none, index) => ({
      orderId: `${from} ${index}`,
      principal: from - index,
    })),
  });
  const merged = addAnswers(listPortfolioLoans.output, loans(1_000), loans(1_050)).loans as {
    principal: number;
  }[];
  expect(merged.map(({ principal }) => principal)).toEqual([
    ...Array.from({ length: 50 }, (_none, index) => 1_050 - index),
    ...Array.from({ length: 25 }, (_none, index) => [1_000 - index, 1_000 - index]).flat(),
  ]);
});
