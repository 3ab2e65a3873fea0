import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cappedLoan, everyLoan, playEvents, start, steps } from '../../test/capped-loans.ts';
import { day, disbursed, fourByThirty, history, paid, peso } from '../../test/example.ts';
import { addDays, chargeLines, position } from '../index.ts';

test('TERM-04 TERM-05 each charge states its days, rate and base', () => {
  const lines = chargeLines(fourByThirty, history(disbursed('2026-03-02')), day('2026-05-02'));
  const base = peso(3_463.1);
  expect(lines).toEqual([
    {
      kind: 'late',
      instalment: 1,
      from: '2026-04-02',
      to: '2026-05-01',
      days: 30,
      ppm: 50_000,
      base,
      amount: peso(5_194.65),
    },
    {
      kind: 'late',
      instalment: 1,
      from: '2026-05-02',
      to: '2026-05-02',
      days: 1,
      ppm: 40_000,
      base,
      amount: peso(138.52),
    },
    {
      kind: 'late',
      instalment: 2,
      from: '2026-05-02',
      to: '2026-05-02',
      days: 1,
      ppm: 50_000,
      base,
      amount: peso(173.16),
    },
    { kind: 'penalty', on: '2026-04-02', amount: peso(1_000) },
  ]);
});

test('TERM-05 a part payment starts a new line with a lower base; one that covers no late amount does not', () => {
  const events = history(disbursed('2026-03-02'), paid('2026-04-03', 1_463.1), paid('2026-04-05', 2_000));
  const lines = chargeLines(fourByThirty, events, day('2026-04-20'));
  expect(lines.map((line) => (line.kind === 'late' ? [line.base, line.days] : line.kind))).toEqual([
    [peso(3_463.1), 2],
    [peso(2_000), 2],
    'penalty',
  ]);
});

test('EXT-04 TERM-05 after an extension late days count from 1 again, at the first rate', () => {
  const events = history(
    disbursed('2026-03-02'),
    { kind: 'paid', valueDate: day('2026-05-01'), amount: peso(6_914.65), extends: 1 },
    {
      kind: 'extended',
      valueDate: day('2026-05-01'),
      instalment: 1,
      newDueDate: day('2026-05-31'),
      paidBy: 'e2',
    },
  );
  const lines = chargeLines(fourByThirty, events, day('2026-06-02'));
  // Thirty days at the first rate are over; the 31st would cost 4%.
  expect(lines.slice(1)).toEqual([
    {
      kind: 'late',
      instalment: 1,
      from: '2026-06-01',
      to: '2026-06-02',
      days: 2,
      ppm: 50_000,
      base: peso(2_743.1 + 1_275.41),
      amount: peso(401.85),
    },
    { kind: 'penalty', on: '2026-04-02', amount: peso(1_000) },
  ]);
  expect(position(fourByThirty, events, day('2026-06-02'))).toMatchObject({
    penaltyOwed: 0,
    lateOwed: 40_185,
  });
});

test('the amount that a ceiling waives is its own line with a name', () => {
  const loan = { ...fourByThirty, ceilings: everyLoan };
  const lines = chargeLines(loan, history(disbursed('2026-05-04')), day('2026-06-04'));
  expect(lines.at(-1)).toEqual({
    kind: 'clamped',
    ceiling: 'latePerMonth',
    by: everyLoan.name,
    amount: -peso(173.16 + 1_000 - 5.77),
  });
});

test('the lines sum to the position’s charges, to the cent, after any events', () => {
  fc.assert(
    fc.property(
      cappedLoan,
      fc.boolean(),
      steps,
      fc.integer({ min: 0, max: 200 }),
      (loan, free, path, days) => {
        const { ceilings, ...without } = loan;
        const terms = free ? without : { ...without, ...(ceilings ? { ceilings } : {}) };
        const { events, after } = playEvents(terms, path);
        const asOf = addDays(start, after + days);
        const loanPosition = position(terms, events, asOf);
        const charged =
          loanPosition.instalments.reduce((sum, instalment) => sum + instalment.late, 0) +
          loanPosition.penalty;
        const lines = chargeLines(terms, events, asOf);
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(charged);
      },
    ),
    { numRuns: 300 },
  );
});
