import { calls } from '@hiram/contract/calls';
import fc from 'fast-check';
import * as whole from 'valibot';
import { expect, test } from 'vitest';
import * as small from './small-valibot.ts';

type Small = Parameters<typeof small.is>[0];
/** The parts of a schema or of a step of the library that the translation below reads. */
interface Whole {
  readonly type: string;
  readonly pipe?: readonly Whole[];
  readonly entries?: Readonly<Record<string, Whole>>;
  readonly [property: string]: unknown;
}

function translateEntries(entries: Readonly<Record<string, Whole>> = {}): Record<string, Small> {
  return Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, translate(schema)]));
}

const makers: Readonly<Record<string, (schema: Whole) => Small>> = {
  object: ({ entries }) => small.object(translateEntries(entries)),
  strict_object: ({ entries }) => small.strictObject(translateEntries(entries)),
  object_with_rest: ({ entries, rest }) =>
    small.objectWithRest(translateEntries(entries), translate(rest as Whole)),
  array: ({ item }) => small.array(translate(item as Whole)),
  record: ({ key, value }) => small.record(translate(key as Whole), translate(value as Whole)),
  optional: ({ wrapped }) => small.optional(translate(wrapped as Whole)),
  union: ({ options }) => small.union((options as Whole[]).map(translate)),
  string: small.string,
  number: small.number,
  boolean: small.boolean,
  unknown: small.unknown,
  picklist: ({ options }) => small.picklist(options as unknown[]),
  literal: ({ literal }) => small.literal(literal),
  custom: ({ check }) => small.custom(check as () => boolean),
  check: ({ requirement }) => small.check(requirement as () => boolean),
  transform: ({ operation }) => small.transform(operation as () => unknown),
  regex: ({ requirement }) => small.regex(requirement as RegExp),
  iso_date: small.isoDate,
  integer: small.integer,
  safe_integer: small.safeInteger,
  value: ({ requirement }) => small.value(requirement),
  min_value: ({ requirement }) => small.minValue(requirement as number),
  max_value: ({ requirement }) => small.maxValue(requirement as number),
  min_length: ({ requirement }) => small.minLength(requirement as number),
  max_length: ({ requirement }) => small.maxLength(requirement as number),
};

/** A schema of the library, made again with our own functions. */
function translate(schema: Whole): Small {
  if (schema.pipe) {
    const [first, ...steps] = schema.pipe.map((step) => translate({ ...step, pipe: undefined } as never));
    return small.pipe(first as Small, ...steps);
  }
  const make = makers[schema.type];
  if (!make) throw new Error(`${schema.type} is not in small-valibot.ts`);
  return make(schema);
}

const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    1,
    2,
    -1,
    0.5,
    Number.NaN,
    '',
    '1',
    '2026-02-28',
    '2026-13-01',
    true,
    null,
    170,
  ),
  fc.string({ maxLength: 4 }),
  fc.constant(undefined),
);

/** Values of a schema's shape, of which some parts are missing, strange or too many. */
function valuesOf(schema: Whole): fc.Arbitrary<unknown> {
  const odd = { arbitrary: leaf, weight: 1 };
  const often = (arbitrary: fc.Arbitrary<unknown>) => fc.oneof({ arbitrary, weight: 30 }, odd);
  const { type, entries = {} } = schema;
  if (type.endsWith('object') || type === 'object_with_rest')
    return often(
      fc.record(
        { ...Object.fromEntries(Object.entries(entries).map(([name, field]) => [name, valuesOf(field)])) },
        { requiredKeys: Object.keys(entries).slice(1) },
      ),
    );
  if (type === 'array') return often(fc.array(valuesOf(schema.item as Whole), { maxLength: 2 }));
  if (type === 'record')
    return often(fc.dictionary(fc.string({ maxLength: 3 }), valuesOf(schema.value as Whole)));
  if (type === 'optional') return fc.option(valuesOf(schema.wrapped as Whole), { nil: undefined });
  if (type === 'union') return fc.oneof(...(schema.options as Whole[]).map(valuesOf));
  if (type === 'picklist') return often(fc.constantFrom(...(schema.options as unknown[])));
  const plain: Record<string, fc.Arbitrary<unknown>> = {
    string: schema.pipe?.some((step) => step.type === 'iso_date')
      ? fc.constant('2026-02-28')
      : fc.string({ maxLength: 8 }),
    number: fc.integer({ min: -5, max: 2_000_000 }),
    boolean: fc.boolean(),
  };
  return often(plain[type] ?? leaf);
}

const first = (path: string | null) => path?.split('.')[0] ?? null;

test('every answer and input of the contract reads as the library reads it', () => {
  for (const call of calls)
    for (const schema of [call.output, call.input]) {
      const own = translate(schema as Whole);
      fc.assert(
        fc.property(valuesOf(schema as Whole), (value) => {
          const expected = whole.safeParse(schema, value);
          const actual = small.safeParse(own, value);
          expect(actual.success).toBe(expected.success);
          if (actual.success) expect(actual.output).toEqual(expected.output);
          else if (expected.issues)
            expect(expected.issues.map((issue) => first(whole.getDotPath(issue)))).toContain(
              first(small.getDotPath(actual.issues[0])),
            );
        }),
        { numRuns: 20 },
      );
    }
});

test('keys that reach a prototype are no data, and the whole path of a mismatch is named', () => {
  const evil = JSON.parse('{"a":"1","__proto__":{"b":"2"},"constructor":"3"}');
  for (const read of [
    whole.safeParse(whole.record(whole.string(), whole.string()), evil).output,
    (small.safeParse(small.record(small.string(), small.string()), evil) as { output?: unknown }).output,
  ])
    expect(read).toEqual({ a: '1' });
  const rows = small.object({ rows: small.array(small.object({ amount: small.number() })) });
  const parsed = small.safeParse(rows, { rows: [{ amount: 1 }, { amount: '1' }] });
  expect(!parsed.success && small.getDotPath(parsed.issues[0])).toBe('rows.1.amount');
});
