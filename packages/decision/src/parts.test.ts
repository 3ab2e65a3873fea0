import { expect, test } from 'vitest';
import { examplePolicy } from '../test/example-policy.ts';
import { numbersFrom, randomPolicy } from '../test/random.ts';
import { parsePolicy } from './index.ts';
import { changedParts, partsOf, withPart } from './parts.ts';

const example = parsePolicy(examplePolicy);

test('a policy with one change of another has exactly that change [T1438]', () => {
  let tried = 0;
  for (let seed = 1; seed <= 60; seed += 1) {
    const numbers = numbersFrom(seed);
    const [before, after] = [parsePolicy(randomPolicy(numbers)), parsePolicy(randomPolicy(numbers))];
    // Of two parts with one name the second takes the place of the first when that goes.
    if ([...partsOf(before), ...partsOf(after)].some(({ place }) => place.endsWith(')'))) continue;
    for (const change of changedParts(before, after)) {
      expect(changedParts(before, withPart(before, change))).toEqual([change]);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(100);
});

test('every part has a place of its own, also two rows of the ladder that read alike [T1439]', () => {
  const [, , , scorecard, , limit] = example.stages;
  const twice = structuredClone(example);
  twice.stages[3].cards.push(...scorecard.cards);
  twice.stages[5].ladder.push(...limit.ladder.slice(-1));
  const places = partsOf(twice).map(({ place }) => place);
  expect(new Set(places).size).toBe(places.length);
  expect(changedParts(example, twice).every(({ before }) => before === undefined)).toBe(true);
});

test('the order of names in an object is no change', () => {
  const turned = structuredClone(example);
  turned.stages[5].ladder = turned.stages[5].ladder.map(
    (row) => Object.fromEntries(Object.entries(row).reverse()) as typeof row,
  );
  expect(changedParts(example, turned)).toEqual([]);
});

test('a band of the later policy stands in the order of its points [T1008]', () => {
  const whole = structuredClone(example);
  const [first, ...others] = whole.stages[3].bands;
  if (!first || others.length === 0) throw new Error('the example has one band alone');
  const without = structuredClone(example);
  without.stages[3].bands = others;
  const [change] = changedParts(without, whole);
  if (!change) throw new Error('no change');
  expect(withPart(without, change).stages[3].bands).toEqual(whole.stages[3].bands);
});
