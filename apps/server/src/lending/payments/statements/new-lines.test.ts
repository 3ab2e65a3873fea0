import type { StatementLineId } from '@hiram/contract/ids';
import { addDays, localDate } from '@hiram/loan';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainMap } from '../../../sandbox/fill/bank-statement.ts';
import { type KnownLine, newLines } from './new-lines.ts';
import { readStatement } from './read-statement.ts';

const first = localDate('2026-11-01');

/** A movement of an account; `name`: whether the bank gives it a reference. */
interface Moved {
  readonly day: number;
  readonly amount: number;
  readonly isNamed: boolean;
}

/** Few amounts, so that equal movements are often, on a few days. */
const account = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 3 }),
      amount: fc.constantFrom(100, -100, 200, -200),
      isNamed: fc.boolean(),
    }),
    { maxLength: 24 },
  )
  .map((moves): readonly Moved[] => moves.toSorted((one, other) => one.day - other.day));

interface Export {
  /** Its first and last movement by place; it begins with the first movement of a day. */
  readonly from: number;
  readonly to: number;
  readonly hasBalance: boolean;
  readonly isNewestFirst: boolean;
}

/** Reads a bank's file of these movements. */
function fileOf(moves: readonly Moved[], { from, to, hasBalance, isNewestFirst }: Export) {
  let balance = 100_000;
  const rows = moves.map(({ day, amount, isNamed }, at) => {
    balance += amount;
    const cells = [
      addDays(first, day),
      isNamed ? `ABCD${10_000_000 + at}` : '',
      `${amount / 100}`,
      `${balance / 100}`,
    ];
    return { at, cells };
  });
  const shown = rows.filter(({ at }) => from <= at && at < to);
  if (isNewestFirst) shown.reverse();
  const records = shown.map(({ cells }, at) => ({ cells, lineNo: at + 2 }));
  const map = { ...plainMap, ...(hasBalance ? { balance: 3 } : {}) };
  return readStatement([{ cells: [], lineNo: 1 }, ...records], {
    map,
    currency: 'PHP',
    today: localDate('2026-11-22'),
  });
}

/** What an import makes of the known lines. */
function imported(known: readonly KnownLine[], file: ReturnType<typeof fileOf>): readonly KnownLine[] {
  const { added, balanced } = newLines(known, file.lines);
  const kept = known.map((line) => ({ ...line, ...balanced.find(({ id }) => id === line.id) }));
  const fresh = added.map(({ bookedOn, amount, reference, balance, occurrence }, at) => ({
    id: `${known.length + at}` as StatementLineId,
    booked_on: bookedOn,
    amount,
    reference,
    balance: balance ?? null,
    occurrence,
  }));
  return [...kept, ...fresh];
}

const contents = (lines: readonly Pick<KnownLine, 'booked_on' | 'amount' | 'reference'>[]) =>
  lines.map(({ booked_on, amount, reference }) => `${booked_on} ${amount} ${reference}`).sort();

test('of files that overlap in days each payment counts once, with and without balances [T2039]', () => {
  const kind = fc.record({ hasBalance: fc.boolean(), isNewestFirst: fc.boolean() });
  fc.assert(
    fc.property(
      account,
      fc.array(fc.record({ kind, day: fc.nat(3), to: fc.nat(24) }), { minLength: 1, maxLength: 4 }),
      (moves, exports) => {
        // The last one has every day that another one has, whatever came before it.
        const files = [...exports, { kind: { hasBalance: true, isNewestFirst: false }, day: 0, to: 24 }];
        let known: readonly KnownLine[] = [];
        for (const { kind, day, to } of files) {
          const from = moves.findIndex((move) => move.day >= day);
          const file = fileOf(moves, { from: from < 0 ? moves.length : from, to, ...kind });
          expect([file.twice, file.balance?.jumps ?? [], file.faulty]).toEqual([[], [], 0]);
          known = imported(known, file);
          // The same file again changes nothing.
          expect(imported(known, file)).toEqual(known);
        }
        const came = moves.flatMap(({ day, amount, isNamed }, at) =>
          amount > 0
            ? { booked_on: addDays(first, day), amount, reference: isNamed ? `ABCD${10_000_000 + at}` : '' }
            : [],
        );
        expect(contents(known)).toEqual(contents(came));
        const keys = known.map(({ id: _, ...line }) => JSON.stringify(line));
        expect(new Set(keys).size).toBe(keys.length);
      },
    ),
    { numRuns: 500 },
  );
});
