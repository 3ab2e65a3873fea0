import { cents, plan, specificationRules, termsFor } from '@hiram/loan';
import { expect, test } from 'vitest';
import { examplePolicy, policyWith } from '../test/example-policy.ts';
import { decideNaively } from '../test/naive.ts';
import { numbersFrom, randomFacts, randomOffer, randomPolicy } from '../test/random.ts';
import { decide, FactError, type Facts, OfferError, parsePolicy } from './index.ts';

const policy = parsePolicy(examplePolicy);
const applicant: Facts = { 'applicant.age': 30, 'applicant.income': 2_000_000 };

// ₱2,000 to ₱25,000 by ₱500, four times 30 days at 6 % per 30 days, by the engine's own plan.
const options = Array.from({ length: 47 }, (_, index) => {
  const amount = 200_000 + index * 50_000;
  const product = {
    kind: 'perPeriod',
    amountMin: cents(200_000),
    amountMax: cents(2_500_000),
    amountStep: cents(50_000),
    termDays: 120,
    periods: 4,
    dailyPpm: 2_000,
    feePpm: 0,
    extensions: 0,
  } as const;
  const instalments = plan(termsFor(product, cents(amount), 'new', specificationRules));
  return {
    amount,
    termDays: 120,
    periods: 4,
    monthlyInstalment: Math.max(...instalments.map(({ principal, interest }) => principal + interest)),
  };
});
const asking = (pesos: number) => ({ asked: { amount: pesos * 100, termDays: 120, periods: 4 }, options });
const outcomeOf = (facts: Facts, pesos: number) => {
  const { outcome, offered, reasons, limit } = decide(policy, { ...applicant, ...facts }, asking(pesos));
  return { outcome, offered: offered?.amount, reasons, limit };
};

test('a new client who asks for more than the ladder gets the first rung [T1200]', () => {
  expect(outcomeOf({}, 10_000)).toEqual({
    outcome: 'counter',
    offered: 500_000,
    reasons: [],
    limit: 500_000,
  });
});

test('a client on the second rung gets what they ask for [T1201]', () => {
  const facts = { 'history.settledLoans': 1, 'history.maxDaysLate': 3 };
  expect(outcomeOf(facts, 8_000)).toMatchObject({ outcome: 'approve', offered: 800_000, limit: 800_000 });
});

test('a row of the ladder that names a product counts for that product alone [T1410]', () => {
  const ladder = policyWith(5, {
    ladder: [
      { settled: 0, max: 300_000 },
      { settled: 0, product: 'baitang', max: 500_000 },
    ],
  });
  const limitOf = (product: string) =>
    decide(ladder, { ...applicant, 'loan.product': product }, asking(5_000)).limit;
  expect([limitOf('baitang'), limitOf('ambag')]).toEqual([500_000, 300_000]);
});

test('an income below every instalment is refused as unaffordable [T1202]', () => {
  expect(outcomeOf({ 'applicant.income': 140_000 }, 10_000)).toMatchObject({
    outcome: 'refuse',
    reasons: ['unaffordable'],
    offered: undefined,
  });
});

test('the greatest affordable amount is offered where income binds before the ladder [T1203]', () => {
  const facts = { 'applicant.income': 400_000, 'history.settledLoans': 1, 'history.maxDaysLate': 0 };
  expect(outcomeOf(facts, 8_000)).toMatchObject({ outcome: 'counter', offered: 550_000, limit: 800_000 });
});

test('debts of a month count before the instalment, to the centavo [T1204]', () => {
  const instalment = options.find(({ amount }) => amount === 500_000)?.monthlyInstalment ?? 0;
  const withDebt = (debt: number) => outcomeOf({ 'bureau.monthlyDebtService': debt }, 5_000);
  expect(withDebt(800_000 - instalment)).toMatchObject({ outcome: 'approve', offered: 500_000 });
  expect(withDebt(800_000 - instalment + 1)).toMatchObject({ outcome: 'counter', offered: 450_000 });
});

test('a missing fact is unknown: its rule does what the policy says of missing facts [T1205]', () => {
  const decision = decide(policy, { 'applicant.income': 2_000_000 }, asking(5_000));
  expect(decision.outcome).toBe('refuse');
  expect(decision.reasons).toEqual(['underAge']);
  expect(decision.trace[0]).toEqual({ stage: 'law', rule: 'adult', state: 'missing' });
});

test('a refusal beats a referral, and the trace still shows every stage [T1206]', () => {
  const facts = { 'applicant.age': 17, 'applicant.income': 2_000_000, 'identity.sharedDevice': 1 };
  const { outcome, reasons, trace } = decide(policy, facts, asking(5_000));
  expect({ outcome, reasons }).toEqual({ outcome: 'refuse', reasons: ['underAge', 'sharedDevice'] });
  expect([...new Set(trace.map(({ stage }) => stage))]).toEqual([
    'law',
    'fraud',
    'scorecard',
    'affordability',
    'limit',
  ]);
});

test('a referred application keeps what it would have been offered [T1207]', () => {
  expect(outcomeOf({ 'identity.sharedDevice': 2 }, 10_000)).toMatchObject({
    outcome: 'refer',
    reasons: ['sharedDevice'],
    offered: 500_000,
  });
});

test.each([
  [17, 'refuse'],
  [18, 'approve'],
])('the age %i is on its side of the edge: %s [T1208]', (age, outcome) => {
  expect(outcomeOf({ 'applicant.age': age }, 5_000).outcome).toBe(outcome);
});

test('points sum the cards, and the first band above them decides [T1209]', () => {
  const late = { 'history.settledLoans': 0, 'history.maxDaysLate': 31 };
  const decision = decide(policy, { ...applicant, ...late }, asking(5_000));
  expect(decision.points).toBe(500 - 120);
  expect(decision.cards).toContainEqual({ fact: 'history.maxDaysLate', value: 31, points: -120 });
  expect(decision.reasons).toEqual(['score']);
});

test('of two bands with one reason only the one that decides has fired [T1411]', () => {
  const bands = [400, 600].map((below) => ({ below, then: 'refer', reason: 'score' }));
  const { trace } = decide(policyWith(3, { cards: [], bands }), applicant, asking(5_000));
  const states = trace.filter(({ rule }) => rule === 'score').map(({ state }) => state);
  expect(states).toEqual(['passed', 'fired']);
});

test('a rule may read the points of the card [T1210]', () => {
  const reading = policyWith(1, {
    rules: [
      {
        id: 'weak',
        if: { fact: 'score.points', op: 'between', value: [0, 520] },
        then: 'refer',
        reason: 'weak',
        missing: 'skip',
      },
    ],
  });
  expect(decide(reading, applicant, asking(5_000)).reasons).toEqual(['weak']);
});

test('a fact of another type and an amount that is not lent are errors [T1211]', () => {
  expect(() => decide(policy, { 'applicant.age': '30' }, asking(5_000))).toThrow(FactError);
  expect(() => decide(policy, applicant, asking(5_001))).toThrow(OfferError);
});

test('amounts beyond the exact products of numbers are compared exactly [T1212]', () => {
  // The share of this income is one millionth of a cent below a whole cent: numbers would round it up.
  const income = 9_000_000_400_001;
  const share = policyWith(4, { maxShare: 399_999 });
  const greatest = Number((BigInt(income) * 399_999n) / 1_000_000n);
  const option = { amount: 100, termDays: 30, periods: 1 };
  const facts = { ...applicant, 'applicant.income': income };
  const decided = (monthlyInstalment: number) =>
    decide(share, facts, { asked: option, options: [{ ...option, monthlyInstalment }] }).outcome;
  expect([decided(greatest), decided(greatest + 1)]).toEqual(['approve', 'refuse']);
});

test('the trace says which debt and income are missing, and that the limit is passed [T2401]', () => {
  const linesOf = (facts: Facts, pesos: number) =>
    decide(policy, { 'applicant.age': 30, ...facts }, asking(pesos))
      .trace.filter(({ stage }) => stage === 'affordability' || stage === 'limit')
      .map(({ rule, state }) => `${rule} ${state}`);
  expect(linesOf({}, 5_000)).toEqual([
    'bureau.monthlyDebtService missing',
    'unaffordable missing',
    'limit passed',
  ]);
  const known = { 'applicant.income': 2_000_000, 'bureau.monthlyDebtService': 0 };
  expect(linesOf(known, 5_500)).toEqual(['unaffordable passed', 'limit fired']);
});

// FUZZ_POLICIES=2000 tries 200,000 applications.
const policies = Number(process.env.FUZZ_POLICIES ?? 300);
test('random applications are decided as a second evaluator decides them [T1213]', () => {
  const numbers = numbersFrom(20261126);
  for (let index = 0; index < policies; index++) {
    const random = parsePolicy(randomPolicy(numbers));
    for (let applications = 0; applications < 100; applications++) {
      const [facts, offer] = [randomFacts(numbers), randomOffer(numbers)];
      const { outcome, reasons, limit, points, offered } = decide(random, facts, offer);
      const own = { outcome, reasons, limit, points, ...(offered && { offered }) };
      const other = decideNaively(random, facts, offer);
      // To compare texts is quicker than the matcher, which runs for a difference alone.
      if (JSON.stringify(own) !== JSON.stringify(other)) expect({ random, facts, offer, own }).toEqual(other);
    }
  }
});

test('a policy with 1,000 rules is evaluated whole [T1214]', () => {
  const rules = Array.from({ length: 1_000 }, (_, index) => ({
    id: `rule${index}`,
    if: { fact: 'applicant.age', op: '<', value: index % 18 },
    then: 'refer',
    reason: 'young',
    missing: 'skip',
  }));
  const { trace } = decide(policyWith(1, { rules }), applicant, asking(5_000));
  expect(trace.filter(({ stage }) => stage === 'fraud')).toHaveLength(1_000);
});
