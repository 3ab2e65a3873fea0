/** Positions a second of a one-year loan with twenty events, on one core. Raw figures: bench/results/engine.json. */
import { writeFileSync } from 'node:fs';
import {
  addDays,
  cents,
  type LoanEvent,
  localDate,
  position,
  specificationRules,
  termsFor,
} from '@hiram/loan';

const start = localDate('2026-01-05');
const terms = termsFor(
  {
    kind: 'perPeriod',
    amountMin: cents(1),
    amountMax: cents(9_000_000),
    amountStep: cents(1),
    termDays: 360,
    periods: 12,
    dailyPpm: 2000,
    feePpm: 0,
    extensions: 2,
  },
  cents(3_000_000),
  'new',
  specificationRules,
);
// Late, in part, on time: nineteen payments over the year after the disbursal.
const events: LoanEvent[] = [
  { kind: 'disbursed', id: 'e0', seq: 1, valueDate: start },
  ...Array.from(
    { length: 19 },
    (_, index): LoanEvent => ({
      kind: 'paid',
      id: `p${index}`,
      seq: index + 2,
      valueDate: addDays(start, 25 + index * 18),
      amount: cents(150_000 + index * 7_001),
    }),
  ),
];
const asOf = addDays(start, 370);

function run(count: number): number {
  const began = process.hrtime.bigint();
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += position(terms, events, asOf).owedInAll;
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  if (sum === 0) throw new Error('the benchmark’s loan is settled');
  return count / seconds;
}

run(20_000);
const runs = Array.from({ length: 7 }, () => Math.round(run(40_000)));
const sorted = [...runs].sort((a, b) => a - b);
const result = {
  what: 'positions per second, 12 instalments, 20 events',
  runs,
  min: sorted[0],
  median: sorted[3],
  max: sorted[6],
};
writeFileSync(new URL('results/engine.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
console.log(`positions per second: min ${result.min}, median ${result.median}, max ${result.max}`);
