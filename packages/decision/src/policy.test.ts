import { expect, test } from 'vitest';
import { examplePolicy, policyWith } from '../test/example-policy.ts';
import { PolicyError, parsePolicy, unreachable, weakerThanLaw } from './index.ts';

const rule = {
  id: 'one',
  if: { fact: 'applicant.age', op: '<', value: 18 },
  then: 'refuse',
  reason: 'underAge',
  missing: 'refuse',
};
const comparison = (fact: string, op: string, value: unknown) => ({ fact, op, value });
const withRule = (change: object) => () => policyWith(0, { rules: [{ ...rule, ...change }] });

function faultsOf(load: () => unknown): readonly string[] {
  try {
    load();
  } catch (error) {
    if (error instanceof PolicyError) return error.faults.map(({ path }) => path);
    throw error;
  }
  return [];
}

test.each([
  ['an unknown fact', { if: comparison('applicant.shoeSize', '<', 18) }],
  ['a name of every object', { if: comparison('__proto__', '<', 18) }],
  ['a value of another type', { if: comparison('applicant.age', '<', 'eighteen') }],
  ['a word that the fact does not have', { if: comparison('screening.state', '=', 'maybe') }],
  ['an order of words', { if: comparison('applicant.citizenship', '<', 'PH') }],
  ['an unknown operator', { if: comparison('applicant.age', '~', 18) }],
  ['an empty list of conditions', { if: { all: [] } }],
  ['an unknown outcome', { then: 'approve' }],
  ['a field that no rule has', { weight: 3 }],
  ['a fraction', { if: comparison('applicant.age', '<', 17.5) }],
  ['a day of another form', { if: comparison('bureau.askedOn', '<', '31/01/2026') }],
])('a rule with %s does not load, and its place is named [T1215]', (_what, change) => {
  expect(faultsOf(withRule(change))[0]).toMatch(/^stages\.0\.rules\.0/);
});

test('a fault inside nested conditions is told at its own place, with what is wrong [T1454]', () => {
  const wrong = {
    all: [comparison('applicant.age', '<', 18), { any: [comparison('applicant.shoeSize', '<', 9)] }],
  };
  expect(() => withRule({ if: wrong })()).toThrow(
    'stages.0.rules.0.if.all.1.any.0.fact: is no fact of the catalogue',
  );
});

test('conditions nest three deep, and no deeper [T1216]', () => {
  const deep = (depth: number): object =>
    depth === 0 ? comparison('applicant.age', '<', 18) : { all: [deep(depth - 1)] };
  expect(faultsOf(withRule({ if: deep(3) }))).toEqual([]);
  expect(faultsOf(withRule({ if: deep(4) }))).not.toEqual([]);
});

test('a cycle of conditions is refused, not followed [T1217]', () => {
  const cycle: { all: object[] } = { all: [] };
  cycle.all.push(cycle);
  expect(faultsOf(withRule({ if: cycle }))).not.toEqual([]);
});

test('an upload of a million rules is refused by its length [T1218]', () => {
  const rules = new Array(1_000_000).fill({ id: 'x' });
  expect(faultsOf(() => policyWith(0, { rules }))).toEqual(['stages.0.rules']);
});

test('a field named __proto__ is refused as any other foreign field [T1219]', () => {
  expect(() =>
    parsePolicy({ ...JSON.parse('{"__proto__":{"brand":"ph"}}'), ...examplePolicy, x: 1 }),
  ).toThrow(PolicyError);
  expect(() => parsePolicy(JSON.parse('{"__proto__":{"brand":"ph","stages":[]}}'))).toThrow(PolicyError);
});

test('two rules with one id and stages in another order do not load [T1220]', () => {
  expect(faultsOf(() => policyWith(1, { rules: [rule, rule] }))).toEqual(['stages.1.rules.1.id']);
  expect(() => parsePolicy({ brand: 'ph', stages: [...examplePolicy.stages].reverse() })).toThrow(
    PolicyError,
  );
});

test('bands that overlap or are out of order do not load [T1221]', () => {
  const card = { fact: 'history.settledLoans', missing: 0 };
  const cards = (froms: number[]) => () =>
    policyWith(3, { cards: [{ ...card, bands: froms.map((from) => ({ from, points: 0 })) }] });
  expect(faultsOf(cards([0, 3]))).toEqual([]);
  expect(faultsOf(cards([0, 3, 3]))).toEqual(['stages.3.cards.0.bands']);
  expect(faultsOf(cards([3, 0]))).toEqual(['stages.3.cards.0.bands']);
});

test.each([
  [
    'a card of the sum of the cards',
    3,
    { cards: [{ fact: 'score.points', missing: 0, bands: [{ from: 0, points: 1 }] }] },
  ],
  [
    'bands of points that overlap',
    3,
    { bands: [420, 420].map((below) => ({ below, then: 'refer', reason: 'score' })) },
  ],
  ['a ladder that goes down', 5, { ladder: [1, 0].map((settled) => ({ settled, max: 500_000 })) }],
  ['a share above the whole income', 4, { maxShare: 1_000_001 }],
])('%s does not load [T2402]', (_what, stage, change) => {
  expect(faultsOf(() => policyWith(stage, change))[0]).toMatch(`stages.${stage}.`);
});

const age = (op: string, value: unknown) => comparison('applicant.age', op, value);
test.each([
  ['contradicting bounds', { all: [age('<', 18), age('>', 20)] }, true],
  ['touching bounds', { all: [age('<=', 18), age('>=', 18)] }, false],
  ['a gap without an integer', { all: [age('>', 18), age('<', 19)] }, true],
  ['a negative age', age('<', 0), true],
  ['a range upside down', age('between', [30, 20]), true],
  ['an upper bound alone', age('<', 1), false],
  ['a flag that must be true', comparison('applicant.blocked', '=', true), false],
  ['a flag that must be false', comparison('applicant.blocked', '=', false), false],
  ['one alternative that can hold', { any: [age('<', 0), age('>', 60)] }, false],
  [
    'two different words',
    { all: [comparison('applicant.citizenship', '=', 'PH'), comparison('applicant.citizenship', '=', 'IN')] },
    true,
  ],
  ['every word excluded', comparison('screening.state', 'notIn', ['clear', 'possible', 'confirmed']), true],
  [
    'two days apart',
    {
      all: [comparison('bureau.askedOn', '>', '2026-01-31'), comparison('bureau.askedOn', '<', '2026-02-02')],
    },
    false,
  ],
])('a rule with %s: it can never fire is %s [T1222]', (_what, condition, isUnreachable) => {
  const policy = policyWith(1, { rules: [{ ...rule, if: condition, missing: 'skip' }] });
  expect(unreachable(policy).length > 0).toBe(isUnreachable);
});

test('a policy is weaker than the law where a rule is absent, looser, milder or later [T1223]', () => {
  const [lawful] = parsePolicy(examplePolicy).stages[0].rules;
  const law = { rules: lawful ? [lawful] : [], maxShare: 300_000 };
  const paths = (rules: object[], maxShare = 300_000) => {
    const policy = policyWith(0, { rules });
    const [, , , , affordability] = policy.stages;
    affordability.maxShare = maxShare;
    return weakerThanLaw(policy, law).map(({ path }) => path);
  };
  const adult = { ...rule, id: 'adult' };
  expect(paths([adult])).toEqual([]);
  expect(paths([{ ...adult, if: age('<', 21) }])).toEqual([]);
  expect(paths([])).toEqual(['stages.0.rules']);
  expect(paths([{ ...adult, if: age('<', 17) }])).toEqual(['stages.0.rules.0']);
  expect(paths([{ ...adult, if: age('<=', 18) }])).toEqual(['stages.0.rules.0']);
  const otherFact = comparison('history.settledLoans', '<', 18);
  expect(paths([{ ...adult, if: otherFact }])).toEqual(['stages.0.rules.0']);
  expect(paths([{ ...adult, then: 'refer' }])).toEqual(['stages.0.rules.0']);
  expect(paths([{ ...adult, missing: 'skip' }])).toEqual(['stages.0.rules.0']);
  expect(paths([adult], 400_000)).toEqual(['stages.4.maxShare']);
});
