/** `npm run bench -- engine`: positions per second of a one-year loan with twenty events, on one core. */
import {
  addDays,
  cents,
  type LoanEvent,
  localDate,
  position,
  specificationRules,
  type Terms,
  termsFor,
} from '@hiram/loan';
import { storeResults } from './rig/results.ts';
import { show, spreadOf } from './rig/spread.ts';

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
// Nineteen payments over the year after the disbursal: late, in part, on time.
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

/** `loan` returns the terms for each position: the same object, or newly parsed ones, as a request parses its order's. */
function run(count: number, loan: () => Terms): number {
  const began = process.hrtime.bigint();
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += position(loan(), events, asOf).owedInAll;
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  if (sum === 0) throw new Error('the benchmark’s loan is settled');
  return Math.round(count / seconds);
}

const stored = JSON.stringify(terms);
const parseTerms = (): Terms => JSON.parse(stored);

function measure(what: string, count: number, loan: () => Terms) {
  run(count / 2, loan);
  const runs = Array.from({ length: 7 }, () => run(count, loan));
  const spread = spreadOf(runs);
  console.log(`${what}, positions per second: ${show(spread)}`);
  return { what, runs, ...spread };
}

storeResults('engine', {
  ...measure('12 instalments, 20 events', 40_000, () => terms),
  termsParsedEachTime: measure('the same, terms parsed for each', 10_000, parseTerms),
});
