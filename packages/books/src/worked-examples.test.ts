import { readFileSync } from 'node:fs';
import { addDays, type LoanEvent, localDate, plan, quotePayoff } from '@hiram/loan';
import { decimalText } from '@hiram/loan/format';
import { expect, test } from 'vitest';
import { lent, lentOn, lentTerms, paidOn, singleTerms } from '../test/example-loan.ts';
import { allowanceOf, effectiveDailyRate, journalItems, ledgerTargets, loanComponents } from './index.ts';

const page = readFileSync(new URL('../../../docs/books.md', import.meta.url), 'utf8');
/** The rows of the first table after a heading whose first cell matches, as cells. */
function rowsOf(heading: string, first: RegExp): readonly (readonly string[])[] {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/^\| (.+) \|$/gm)]
    .map(([, row = '']) => row.split(' | '))
    .filter(([cell = '']) => first.test(cell));
}

const shown = (amount: number) =>
  `${amount < 0 ? '−' : ''}${decimalText(Math.abs(amount)).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
const ends = ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31'].map(localDate);
const rates = [48_000, 270_000, 600_000] as const;

test('example A of docs/books.md is what the package computes, line by line [T1538]', () => {
  const onDueDays = plan(lentTerms).map(({ day, payment }, index) =>
    paidOn(index + 2, addDays(lentOn, day), payment),
  );
  const income = ends.map((on) => ledgerTargets(lentTerms, [lent, ...onDueDays], on).income);
  const computed = income.map(({ interest, fee }, index) => [
    (ends[index] ?? '').slice(0, 7),
    shown(interest - (income[index - 1]?.interest ?? 0)),
    shown(fee - (income[index - 1]?.fee ?? 0)),
  ]);
  const last = income.at(-1);
  expect(rowsOf('Example A', /^(\d{4}-\d{2}|sum)$/)).toEqual([
    ...computed,
    ['sum', shown(last?.interest ?? 0), shown(last?.fee ?? 0)],
  ]);
  expect(page).toContain(`effective daily rate is ${(effectiveDailyRate(lentTerms) * 100).toFixed(6)} %`);
});

test('example B of docs/books.md is what the package computes, with the journal of March [T1539]', () => {
  const targetsOn = (on: (typeof ends)[number]) => ledgerTargets(lentTerms, [lent], on);
  const allowanceOn = (on: (typeof ends)[number]) => {
    const { claim, daysLate } = targetsOn(on);
    return allowanceOf(claim, daysLate, rates);
  };
  expect(rowsOf('Example B', /^\d{4}-\d{2}$/)).toEqual(
    ends.slice(1).map((on) => {
      const { daysLate, interestReceivable, lateReceivable, claim } = targetsOn(on);
      return [
        on.slice(0, 7),
        String(daysLate),
        shown(interestReceivable),
        shown(lateReceivable),
        shown(claim),
        shown(allowanceOn(on)),
      ];
    }),
  );
  const lentMoney = new Map([['clearing', lentTerms.fee - lentTerms.principal] as const]);
  const [february, march] = [ends[3] ?? lentOn, ends[4] ?? lentOn].map((on) =>
    loanComponents(targetsOn(on), lentMoney, allowanceOn(on)),
  );
  const items = journalItems(february ?? new Map(), march ?? new Map());
  const posted = rowsOf('Example B', /^`/);
  expect(posted).toHaveLength(items.length);
  expect(posted).toEqual(
    expect.arrayContaining(items.map(({ component, amount }) => [`\`${component}\``, shown(amount)])),
  );
  const payoff = quotePayoff(lentTerms, [lent], localDate('2027-03-31'));
  const { claim, memo } = targetsOn(localDate('2027-03-31'));
  expect(payoff.ok && payoff.amount).toBe(claim + memo);
  for (const figure of [memo, claim + memo]) expect(page).toContain(shown(figure));
});

test('examples C and D, a payoff and a write-off with its recovery, are what the package computes [T1907]', () => {
  const endedOn = localDate('2027-02-01');
  const payoff = quotePayoff(singleTerms, [lent], endedOn);
  if (!payoff.ok) throw new Error('no payoff');
  expect(page).toContain(`payoff of ${shown(payoff.amount)} on ${endedOn}`);
  const paid = [lent, paidOn(2, endedOn, payoff.amount)];
  expect(rowsOf('Example C', /^\d{4}-\d{2}$/)).toEqual(
    ends.slice(0, 4).map((on) => {
      const { income, principal } = ledgerTargets(singleTerms, paid, on);
      return [on.slice(0, 7), shown(income.interest), shown(income.fee), shown(principal)];
    }),
  );
  const [offOn, recoveredOn] = [localDate('2027-04-01'), localDate('2027-04-10')];
  const off: LoanEvent = { kind: 'writtenOff', id: 'write-off', seq: 2, valueDate: offOn };
  const events = [lent, off, paidOn(3, recoveredOn, 200_000)];
  const componentsOn = (on: string, cash: number) => {
    const targets = ledgerTargets(lentTerms, events, localDate(on));
    const moved = [['clearing', lentTerms.fee - lentTerms.principal] as const, ['cash', cash] as const];
    return loanComponents(targets, new Map(moved), allowanceOf(targets.claim, targets.daysLate, rates));
  };
  const [before, after] = [componentsOn('2027-03-31', 0), componentsOn(offOn, 0)];
  const items = [...journalItems(before, after), ...journalItems(after, componentsOn(recoveredOn, 200_000))];
  expect(rowsOf('Example D', /^`/)).toEqual(
    items.map(({ component, amount }) => [`\`${component}\``, shown(amount)]),
  );
});
