import * as v from 'valibot';
import { definitionOf, type FactName, isFactName, isValueOf } from './facts.ts';

/** More rules than any stage needs; a longer upload is refused before its rules are read. */
const maxRules = 2_000;
const maxBands = 200;

const identifier = v.pipe(v.string(), v.regex(/^[a-zA-Z][a-zA-Z0-9-]{0,39}$/));
const cents = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const integer = v.pipe(v.number(), v.safeInteger());
const fact = v.custom<FactName>(
  (value) => typeof value === 'string' && isFactName(value),
  'is no fact of the catalogue',
);
const integerFact = v.pipe(
  fact,
  v.check((name) => definitionOf(name).type === 'integer', 'is a fact without a number'),
);

/** Reads an array only if it is not longer than `max`. */
const list = <Item extends v.GenericSchema>(item: Item, max: number) =>
  v.pipe(v.array(v.unknown()), v.maxLength(max), v.array(item));

const value = v.union([v.number(), v.boolean(), v.string()]);
const orderings = ['<', '<=', '>', '>='] as const;

/**
 * Compares a fact with a value of its type. Only numbers and days have an order. `between` takes `[lowest, highest]`, both
 * included; `in` and `notIn` take a list.
 */
const comparison = v.pipe(
  v.variant('op', [
    v.strictObject({ fact, op: v.picklist(['=', '!=']), value }),
    v.strictObject({ fact, op: v.picklist(orderings), value }),
    v.strictObject({
      fact,
      op: v.picklist(['in', 'notIn']),
      value: v.pipe(list(value, maxBands), v.minLength(1)),
    }),
    v.strictObject({ fact, op: v.literal('between'), value: v.tuple([value, value]) }),
  ]),
  v.check(({ fact: name, value: given }) => {
    const definition = definitionOf(name);
    return [given].flat().every((each) => isValueOf(definition, each));
  }, 'has a value of another type than its fact'),
  v.check(({ fact: name, op }) => {
    const isOrdered = op === 'between' || (orderings as readonly string[]).includes(op);
    return !isOrdered || ['integer', 'day'].includes(definitionOf(name).type);
  }, 'orders a fact that has no order'),
);

/**
 * Conditions over `inner`. Depth is fixed by construction, so that a cycle of objects is refused, not
 * followed. The key says which of the three is meant, so that a fault is told at its own place.
 */
const nested = <Inner extends v.GenericSchema>(inner: Inner) => {
  const conditions = v.pipe(list(inner, maxRules), v.minLength(1));
  const all = v.strictObject({ all: conditions });
  const any = v.strictObject({ any: conditions });
  const hasKey = (input: unknown, key: string) => typeof input === 'object' && input !== null && key in input;
  return v.lazy((input) => (hasKey(input, 'all') ? all : hasKey(input, 'any') ? any : comparison));
};
const condition = nested(nested(nested(comparison)));

const rule = v.strictObject({
  id: identifier,
  if: condition,
  then: v.picklist(['refuse', 'refer']),
  reason: identifier,
  /** The result if the condition is unknown because a fact is missing. */
  missing: v.picklist(['refuse', 'refer', 'skip']),
});

const ruleStage = <Name extends string>(name: Name) =>
  v.strictObject({ name: v.literal(name), rules: list(rule, maxRules) });

/** Points by the value of a fact: of the last band whose `from` is at most the value, of the first band below all. */
const card = v.strictObject({
  fact: v.pipe(
    integerFact,
    v.check((name) => name !== 'score.points', 'is the sum that the cards give'),
  ),
  /** The points if the fact is missing. */
  missing: integer,
  bands: v.pipe(
    list(v.strictObject({ from: integer, points: integer }), maxBands),
    v.minLength(1),
    v.check(
      (bands) => isAscending(bands.map(({ from }) => from)),
      'has bands that overlap or are out of order',
    ),
  ),
});

const scorecard = v.strictObject({
  name: v.literal('scorecard'),
  base: integer,
  cards: list(card, maxBands),
  /** Read in order; the first whose `below` is above the points counts. */
  bands: v.pipe(
    list(
      v.strictObject({ below: integer, then: v.picklist(['refuse', 'refer']), reason: identifier }),
      maxBands,
    ),
    v.check(
      (bands) => isAscending(bands.map(({ below }) => below)),
      'has bands that overlap or are out of order',
    ),
  ),
});

const affordability = v.strictObject({
  name: v.literal('affordability'),
  /** Instalments and debts of a month as a share of its income in ppm. */
  maxShare: v.pipe(integer, v.minValue(0), v.maxValue(1_000_000)),
  /** Facts in cents a month that are added to the instalment. */
  debts: list(integerFact, 20),
  reason: identifier,
});

const limit = v.strictObject({
  name: v.literal('limit'),
  /**
   * The last row that the applicant's history reaches gives the limit in cents. A row that names a product counts for
   * applications of that product alone.
   */
  ladder: v.pipe(
    list(
      v.strictObject({
        settled: v.pipe(integer, v.minValue(0)),
        maxDaysLate: v.optional(v.pipe(integer, v.minValue(0))),
        product: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
        max: cents,
      }),
      maxBands,
    ),
    v.check(
      (rows) => rows.every(({ settled }, index) => settled >= (rows[index - 1]?.settled ?? 0)),
      'has rows out of order',
    ),
  ),
  reason: identifier,
});

const policySchema = v.strictObject({
  brand: identifier,
  stages: v.strictTuple([
    ruleStage('law'),
    ruleStage('fraud'),
    ruleStage('bureau'),
    scorecard,
    affordability,
    limit,
  ]),
});

export type Policy = v.InferOutput<typeof policySchema>;
export type Rule = v.InferOutput<typeof rule>;
export type Comparison = v.InferOutput<typeof comparison>;
export type Card = v.InferOutput<typeof card>;
export type Condition =
  | Comparison
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number));
}

/** A fault of a policy at a path of its JSON, such as `stages.0.rules.2.if.fact`. */
export interface PolicyFault {
  readonly path: string;
  readonly fault: string;
}

/** A policy that does not load. */
export class PolicyError extends Error {
  readonly faults: readonly PolicyFault[];

  constructor(faults: readonly PolicyFault[]) {
    super(faults.map(({ path, fault }) => `${path}: ${fault}`).join('\n'));
    this.faults = faults;
  }
}

/** Reads a policy from JSON. Throws PolicyError with every fault and its place. */
export function parsePolicy(json: unknown): Policy {
  const { success, output, issues } = v.safeParse(policySchema, json);
  if (!success)
    throw new PolicyError(
      issues.map((issue) => ({ path: v.getDotPath(issue) ?? 'policy', fault: issue.message })),
    );
  const seen = new Set<string>();
  const repeated: PolicyFault[] = [];
  for (const [stage, { rules }] of output.stages.slice(0, 3).entries() as Iterable<
    [number, { rules: Rule[] }]
  >)
    for (const [index, { id }] of rules.entries()) {
      if (seen.has(id))
        repeated.push({
          path: `stages.${stage}.rules.${index}.id`,
          fault: `${id} is the id of another rule`,
        });
      seen.add(id);
    }
  if (repeated.length > 0) throw new PolicyError(repeated);
  return output;
}
