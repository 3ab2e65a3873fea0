import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { calls } from '../calls/calls.ts';
import {
  coded,
  fromWire,
  named,
  object,
  objectWithRest,
  ownName,
  strictObject,
  toWire,
  wireName,
} from './wire.ts';

const colour = () =>
  coded(v.picklist([1, 2]), {
    encode: (name: 'red' | 'green') => (name === 'red' ? 1 : 2),
    decode: (code) => (code === 1 ? 'red' : 'green'),
  });
const item = object({ shownName: named('nm', v.string()), colour: named('c', v.optional(colour())) });
const sample = strictObject({
  count: v.number(),
  items: named('lst', v.array(item)),
  first: v.optional(item),
  byKey: named('m', v.record(v.string(), item)),
});
const inside = {
  count: 1,
  items: [{ shownName: 'a', colour: 'red' as const }, { shownName: 'b' }],
  first: { shownName: 'c', colour: 'green' as const },
  byKey: { nm: { shownName: 'd' }, shownName: { shownName: 'e' } },
};
const wire = {
  count: 1,
  lst: [{ nm: 'a', c: 1 }, { nm: 'b' }],
  first: { nm: 'c', c: 2 },
  m: { nm: { nm: 'd' }, shownName: { nm: 'e' } },
};

test('names and codes are translated at every level, and keys of a record are not', () => {
  expect(toWire(sample, inside)).toEqual(wire);
  expect(fromWire(sample, v.parse(sample, wire))).toEqual(inside);
});

test('the schema accepts wire names and codes only', () => {
  const parsed = v.safeParse(sample, { ...wire, items: [] });
  expect(parsed.issues?.map((issue) => v.getDotPath(issue))).toEqual(['items']);
  expect(v.is(item, { shownName: 'a' })).toBe(false);
  expect(v.is(item, { nm: 'a', c: 'red' })).toBe(false);
});

test('keys that are no fields of the schema keep their names', () => {
  const form = objectWithRest({ product: named('product_id', v.string()) }, v.string());
  expect(toWire(form, { product: '1', walletNumber: '2' })).toEqual({ product_id: '1', walletNumber: '2' });
  expect(fromWire(form, { product_id: '1', walletNumber: '2' })).toEqual({ product: '1', walletNumber: '2' });
  const odd: Record<string, string> = JSON.parse('{"__proto__":"x","constructor":"y"}');
  const remaining = Object.entries(fromWire(v.record(v.string(), v.string()), odd));
  expect(remaining).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
});

test('a field has its wire name in both directions', () => {
  expect(['items', 'count', 'other', 'constructor'].map((name) => wireName(sample, name))).toEqual([
    'lst',
    'count',
    'other',
    'constructor',
  ]);
  expect(['lst', 'count', 'constructor'].map((name) => ownName(sample, name))).toEqual([
    'items',
    'count',
    'constructor',
  ]);
});

interface Described {
  readonly type: string;
  readonly pipe?: readonly { readonly type: string }[];
  readonly entries?: Readonly<Record<string, Described>>;
  readonly fields?: Readonly<Record<string, object>>;
  readonly rest?: Described;
  readonly wrapped?: Described;
  readonly item?: Described;
  readonly value?: Described;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
}
const described = (schema: unknown): Described => schema as Described;

function nameProblems(schema: Described, path: string): string[] {
  const own = Object.entries(schema.fields ?? {}).flatMap(([name, field]) => {
    if (!('wireName' in field)) return [];
    if (field.wireName === name) return [`${path}.${name} repeats its own name`];
    return name in (schema.entries ?? {}) ? [`${path}.${name} is another field's wire name`] : [];
  });
  const declared = Object.keys(schema.fields ?? {}).length;
  if (schema.fields && declared !== Object.keys(schema.entries ?? {}).length)
    own.push(`${path} has two fields with one wire name`);
  const inner = [schema.wrapped, schema.item, schema.type === 'record' ? schema.value : undefined];
  return [
    ...own,
    ...inner.flatMap((each) => (each ? nameProblems(each, path) : [])),
    ...Object.entries(schema.entries ?? {}).flatMap(([name, entry]) =>
      nameProblems(entry, `${path}.${name}`),
    ),
  ];
}

test('no object of the contract has two fields whose names could be confused', () => {
  expect(
    calls.flatMap((call) => [
      ...nameProblems(described(call.input), `${call.name} input`),
      ...nameProblems(described(call.output), `${call.name} output`),
    ]),
  ).toEqual([]);
});

const isDay = (schema: Described) => schema.pipe?.some((step) => step.type === 'iso_date') ?? false;

/** Values of a schema; some fail its checks. */
function valuesOf(schema: Described): fc.Arbitrary<unknown> {
  const { entries, wrapped, item, value, options, literal } = schema;
  switch (schema.type) {
    case 'string':
      return isDay(schema) ? fc.constant('2026-05-05') : fc.constantFrom('1', 'en', 'ab3');
    case 'number':
      return fc.constantFrom(1, 5, 90);
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constant(literal);
    case 'picklist':
      return fc.constantFrom(...(options ?? []));
    case 'union':
      return fc.oneof(
        ...(options ?? []).map((option, index) => ({
          weight: index === 0 ? 100 : 1,
          arbitrary: valuesOf(described(option)),
        })),
      );
    case 'optional':
      return fc.option(valuesOf(described(wrapped)), { nil: undefined });
    case 'array':
      return fc.array(valuesOf(described(item)), { maxLength: 2 });
    case 'record':
      return fc.dictionary(fc.constantFrom('a', 'orderId', 'list'), valuesOf(described(value)), {
        maxKeys: 2,
      });
    case 'custom':
      return fc.constant({});
    default:
      return fc.record(
        Object.fromEntries(Object.entries(entries ?? {}).map(([name, entry]) => [name, valuesOf(entry)])),
      );
  }
}

test('every accepted value of every call is the same after translation in and out', () => {
  for (const call of calls)
    for (const schema of [call.input, call.output]) {
      let accepted = 0;
      fc.assert(
        fc.property(valuesOf(described(schema)), (value) => {
          const parsed = v.safeParse(schema, value);
          if (!parsed.success) return;
          accepted += 1;
          expect(toWire(schema, fromWire(schema, parsed.output))).toEqual(parsed.output);
        }),
        { numRuns: 40 },
      );
      expect(accepted, `${call.name}: accepted values`).toBeGreaterThan(0);
    }
});
