import { addDays, type LoanEvent, localDate, plan, position, quotePayoff } from '@hiram/loan';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playEvents, terms as randomTerms, steps } from '../../loan/test/random-lives.ts';
import { lent, lentOn, lentTerms, paidOn } from '../test/example-loan.ts';
import { statementOf } from './index.ts';

const lives = fc.tuple(randomTerms, steps, fc.integer({ min: 0, max: 60 })).map(([terms, path, more]) => {
  const { events, last } = playEvents(terms, path);
  return { terms, events, to: addDays(last, more) };
});
const begin = localDate('2026-05-01');

test('the lines of an account add up from the opening to the closing, one after the other [T1510]', () => {
  fc.assert(
    fc.property(lives, ({ terms, events, to }) => {
      const { opening, lines, closing } = statementOf(terms, events, { from: begin, to });
      let owed: number = opening;
      for (const line of lines) {
        owed += line.amount;
        expect(line.owed).toBe(owed);
      }
      expect(closing).toBe(owed);
    }),
  );
});

test('an account closes at the payoff of its day, and at the credit of a settled loan [T1511]', () => {
  fc.assert(
    fc.property(lives, ({ terms, events, to }) => {
      const { closing } = statementOf(terms, events, { from: begin, to });
      const now = position(terms, events, to);
      if (now.status === 'settled') expect(closing + now.credit).toBe(0);
      const payoff = quotePayoff(terms, events, to);
      // A payoff is asked for in whole units and without what the tolerance forgives.
      if (payoff.ok) expect(Math.abs(payoff.amount - closing)).toBeLessThanOrEqual(terms.unit ?? 1);
    }),
  );
});

test('two periods of an account are its whole [T1512]', () => {
  fc.assert(
    fc.property(lives, fc.integer({ min: 0, max: 120 }), ({ terms, events, to }, days) => {
      const middle = addDays(begin, days);
      if (middle >= to) return;
      const first = statementOf(terms, events, { from: begin, to: middle });
      const second = statementOf(terms, events, { from: addDays(middle, 1), to });
      expect(second.opening).toBe(first.closing);
      expect(second.closing).toBe(statementOf(terms, events, { from: begin, to }).closing);
    }),
  );
});

test('interest of a loan past its last repayment names the last day that bore it [T1661]', () => {
  const lastDay = addDays(lentOn, plan(lentTerms).at(-1)?.day ?? 0);
  const to = addDays(lastDay, 20);
  const { lines } = statementOf(lentTerms, [lent], { from: lentOn, to });
  expect(lines.find(({ kind }) => kind === 'interest')).toMatchObject({ date: to, to: lastDay });
  const before = statementOf(lentTerms, [lent], { from: lentOn, to: lastDay });
  expect(before.lines.find(({ kind }) => kind === 'interest')).not.toHaveProperty('to');
});

test('each payment that counts stands with its own amount, a reversed one without effect [T1513]', () => {
  const onTime = plan(lentTerms).map(({ day, payment }, index) =>
    paidOn(index + 2, addDays(lentOn, day), payment),
  );
  const back: LoanEvent = {
    kind: 'reversed',
    id: 'back',
    seq: 6,
    valueDate: addDays(lentOn, 125),
    target: 'payment 5',
  };
  const { lines } = statementOf(lentTerms, [lent, ...onTime, back], {
    from: lentOn,
    to: addDays(lentOn, 130),
  });
  expect(lines.filter(({ kind }) => kind === 'paid').map(({ amount }) => amount)).toEqual(
    onTime.slice(0, 3).map((event) => -(event.kind === 'paid' ? event.amount : 0)),
  );
  expect(lines.filter(({ kind }) => kind === 'reversed')).toMatchObject([
    { amount: 0, event: { id: 'payment 5' } },
  ]);
});

test('a loan of 10,000.00 paid on its due days is owed as the engine counts it, day by day [T1514]', () => {
  const [first] = plan(lentTerms).map(({ day, payment }) => paidOn(2, addDays(lentOn, day), payment));
  if (!first) throw new Error('a loan has repayments');
  const { lines, closing } = statementOf(lentTerms, [lent, first], { from: lentOn, to: addDays(lentOn, 40) });
  expect(lines.map(({ date, kind, amount, owed }) => [date, kind, amount, owed])).toEqual([
    ['2026-11-25', 'disbursed', 1_000_000, 1_000_000],
    ['2026-12-25', 'interest', 54_000, 1_054_000],
    ['2026-12-25', 'paid', -284_637, 769_363],
    ['2027-01-04', 'interest', 13_849, 783_212],
  ]);
  expect(closing).toBe(783_212);
});

test('a line of late interest names the days charged in it, not those since the line before [T1560]', () => {
  // The first repayment is due on 25 December; the lender stops charges from 28 December to 1 January.
  const stopped: LoanEvent = {
    kind: 'chargesStopped',
    id: 'stop',
    seq: 2,
    valueDate: localDate('2026-12-28'),
    until: localDate('2027-01-01'),
  };
  const { lines } = statementOf(lentTerms, [lent, stopped], { from: lentOn, to: localDate('2027-01-03') });
  expect(lines.flatMap(({ kind, charged }) => (kind === 'late' ? [charged] : []))).toEqual([
    { from: '2026-12-26', to: '2026-12-28', days: 3 },
    { from: '2027-01-02', to: '2027-01-03', days: 2 },
  ]);
});
