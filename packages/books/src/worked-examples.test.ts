import { readFileSync } from 'node:fs';
import { addDays, localDate, plan, quotePayoff } from '@hiram/loan';
import { decimalText } from '@hiram/loan/format';
import { expect, test } from 'vitest';
import { lent, lentOn, lentTerms, paidOn } from '../test/example-loan.ts';
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
