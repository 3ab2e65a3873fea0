import { type FactName, factCatalogue, type Offer } from '../src/index.ts';

/** A generator of numbers from a seed (mulberry32): `below(n)` is an integer from 0 to n − 1. */
export function numbersFrom(seed: number) {
  let state = seed | 0;
  const below = (bound: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const some = <Item>(most: number, make: () => Item, least = 0): Item[] =>
    Array.from({ length: least + below(most - least + 1) }, make);
  return { below, pick, some };
}
type Numbers = ReturnType<typeof numbersFrom>;

const names = Object.keys(factCatalogue) as FactName[];
const integers = names.filter((name) => factCatalogue[name].type === 'integer' && name !== 'score.points');

// Few different values, so that the edges of comparisons are met often.
function randomValue({ below, pick }: Numbers, name: FactName) {
  const definition: { type: string; words?: readonly string[] } = factCatalogue[name];
  if (definition.type === 'flag') return below(2) === 1;
  if (definition.type === 'day') return `2026-11-0${1 + below(4)}`;
  if (definition.type === 'word') return pick(definition.words ?? ['PH', 'IN', 'ID']);
  return name === 'score.points' ? below(200) - 20 : below(6);
}

function randomComparison(numbers: Numbers) {
  const { pick, some } = numbers;
  const fact = pick(names);
  const { type } = factCatalogue[fact];
  const isOrdered = type === 'integer' || type === 'day';
  const op = pick(
    isOrdered ? ['=', '!=', '<', '<=', '>', '>=', 'in', 'notIn', 'between'] : ['=', '!=', 'in', 'notIn'],
  );
  const value = () => randomValue(numbers, fact);
  if (op === 'in' || op === 'notIn') return { fact, op, value: some(3, value, 1) };
  return { fact, op, value: op === 'between' ? [value(), value()] : value() };
}

function randomCondition(numbers: Numbers, depth: number): object {
  const kind = depth === 0 ? 0 : numbers.below(3);
  if (kind === 0) return randomComparison(numbers);
  return { [kind === 1 ? 'all' : 'any']: numbers.some(3, () => randomCondition(numbers, depth - 1), 1) };
}

const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);

export function randomPolicy(numbers: Numbers): object {
  const { below, pick, some } = numbers;
  let rules = 0;
  const ruleStage = (name: string) => ({
    name,
    rules: some(4, () => ({
      id: `rule${rules++}`,
      if: randomCondition(numbers, below(4)),
      then: pick(['refuse', 'refer']),
      reason: pick(['a', 'b', 'c', 'd']),
      missing: pick(['refuse', 'refer', 'skip', 'skip', 'skip']),
    })),
  });
  return {
    brand: 'ph',
    stages: [
      ruleStage('law'),
      ruleStage('fraud'),
      ruleStage('bureau'),
      {
        name: 'scorecard',
        base: below(100),
        cards: some(3, () => ({
          fact: pick(integers),
          missing: below(30) - 15,
          bands: ascending(some(3, () => below(6), 1)).map((from) => ({ from, points: below(60) - 30 })),
        })),
        bands: ascending(some(2, () => below(80))).map((each) => ({
          below: each,
          then: pick(['refuse', 'refer']),
          reason: pick(['a', 'score']),
        })),
      },
      {
        name: 'affordability',
        maxShare: below(1_000_001),
        debts: some(2, () => pick(integers)),
        reason: 'unaffordable',
      },
      {
        name: 'limit',
        ladder: some(3, () => below(4))
          .sort((a, b) => a - b)
          .map((settled) => ({
            settled,
            ...(below(2) && { maxDaysLate: below(6) }),
            ...(below(4) === 0 && { product: pick(['PH', 'IN', 'ID']) }),
            max: below(8),
          })),
        reason: 'limit',
      },
    ],
  };
}

export function randomFacts(numbers: Numbers): Record<string, unknown> {
  const { below, pick } = numbers;
  const facts: Record<string, unknown> = {};
  const missing = below(4);
  for (const name of names)
    if (name !== 'score.points' && below(4) >= missing) facts[name] = randomValue(numbers, name);
    else if (below(8) === 0) facts[name] = pick([null, undefined]);
  return facts;
}

export function randomOffer({ below, pick, some }: Numbers): Offer {
  const options = some(
    5,
    () => ({
      amount: 1 + below(8),
      termDays: 30 * (1 + below(3)),
      periods: 1 + below(2),
      monthlyInstalment: below(5),
    }),
    1,
  ).filter(
    (option, index, all) =>
      all.findIndex(({ amount, termDays }) => amount === option.amount && termDays === option.termDays) ===
      index,
  );
  const { amount, termDays, periods } = pick(options);
  return { asked: { amount, termDays, periods }, options };
}
