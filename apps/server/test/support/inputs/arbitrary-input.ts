import type { Call } from '@hiram/contract/call';
import fc from 'fast-check';
import type { GenericSchema } from 'valibot';

/** Plausible values of a field with that name: the ids and amounts that the caller really has. */
export type Plausible = Readonly<Record<string, unknown>>;

interface Described {
  readonly type: string;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
  readonly entries?: Readonly<Record<string, Described>>;
  readonly rest?: Described;
  readonly wrapped?: Described;
  readonly item?: Described;
  readonly value?: Described;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
}

const requirement = (schema: Described, type: string): unknown =>
  schema.pipe?.find((step) => step.type === type)?.requirement;
const bound = (schema: Described, type: string, otherwise: number): number => {
  const found = requirement(schema, type);
  return typeof found === 'number' ? found : otherwise;
};

const oddText = fc.constantFrom(
  '2026-05-05',
  '2026-02-30',
  '0',
  '1',
  '120',
  '480941',
  '9007199254740993',
  ' ',
  '‮abc',
  '👩‍👩‍👧‍👦',
  'e\u0301'.repeat(30),
  "'; drop table borrower; --",
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '../../etc/passwd',
  'http://127.0.0.1:1/',
  '01900000-0000-7000-8000-000000000000',
  '00000000-0000-0000-0000-000000000000',
  '%00%0d%0a',
  '10001',
  'GXCHPHM2',
);

function text(schema: Described): fc.Arbitrary<unknown> {
  const max = Math.min(bound(schema, 'max_length', 300), 12_000);
  return fc.oneof(
    { weight: 3, arbitrary: oddText.map((text) => text.slice(0, max)) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: Math.min(max, 40) }) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(max)) },
    { weight: 1, arbitrary: fc.constant('é'.repeat(max)) },
  );
}

function number(schema: Described): fc.Arbitrary<unknown> {
  const min = bound(schema, 'min_value', 0);
  const max = bound(schema, 'max_value', Number.MAX_SAFE_INTEGER);
  return fc.oneof(
    fc.constantFrom(min, max, Math.min(max, Math.max(min, 1))),
    fc.integer({ min, max: Math.min(max, min + 1_000_000) }),
    fc.maxSafeNat().map((value) => Math.min(max, Math.max(min, value))),
  );
}

function ofSchema(schema: Described, name: string, plausible: Plausible): fc.Arbitrary<unknown> {
  const known = name in plausible ? [{ weight: 4, arbitrary: fc.constant(plausible[name]) }] : [];
  const free = (arbitrary: fc.Arbitrary<unknown>) => fc.oneof(...known, { weight: 1, arbitrary });
  switch (schema.type) {
    case 'string':
      return free(text(schema));
    case 'number':
      return free(number(schema));
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constant(schema.literal);
    case 'picklist':
      return fc.constantFrom(...(schema.options ?? []));
    case 'union':
      return free(
        fc.oneof(...(schema.options ?? []).map((item) => ofSchema(item as Described, '', plausible))),
      );
    case 'optional':
      return fc.oneof(
        { weight: 3, arbitrary: ofSchema(schema.wrapped as Described, name, plausible) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      );
    case 'array':
      return fc.array(ofSchema(schema.item as Described, name, plausible), { maxLength: 3 });
    case 'record':
      return free(
        fc.dictionary(fc.string({ maxLength: 40 }), ofSchema(schema.value as Described, '', plausible), {
          maxKeys: 4,
        }),
      );
    case 'custom':
      return fc.uint8Array({ maxLength: 64 });
    default:
      return object(schema, plausible);
  }
}

function object(schema: Described, plausible: Plausible): fc.Arbitrary<unknown> {
  if (!schema.entries) throw new Error(`nothing is known of ${schema.type}`);
  const fields = fc.record(
    Object.fromEntries(
      Object.entries(schema.entries).map(([name, field]) => [name, ofSchema(field, name, plausible)]),
    ),
  );
  if (!schema.rest) return fields;
  const more = fc.dictionary(
    fc.constantFrom('walletCode', 'walletNumber', 'holderName', 'bankCode', 'unheardOf'),
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('GXCHPHM2', '09171234567', 'Maria Santos') },
      { weight: 1, arbitrary: oddText },
    ),
    { maxKeys: 4 },
  );
  return fc.tuple(fields, more).map(([first, other]) => ({ ...other, ...(first as object) }));
}

/** An input by the call's own schema; with `plausible`, mostly with meaningful values. */
export function validShaped(
  call: Call,
  plausible: Plausible,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return object(call.input as GenericSchema & Described, plausible) as fc.Arbitrary<
    Readonly<Record<string, unknown>>
  >;
}

const deep = (levels: number) => {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Text that none of our forms sends, but someone else might. */
export const nasty = fc.oneof(
  fc.constantFrom<unknown>(-1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, '-1', '01', '1e3', '0x10', '1.0'),
  fc.constantFrom<unknown>(
    '',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfff',
    'x'.repeat(60),
    'x'.repeat(5_000),
    'x'.repeat(50_000),
  ),
  fc.constantFrom<unknown>(null, true, [], {}, ['a'], { a: 1 }, deep(50), deep(2_000), {
    __proto__: null,
    length: 5,
  }),
  fc.constantFrom<unknown>(
    { toString: 1 },
    { constructor: { prototype: 1 } },
    Array.from({ length: 2_000 }, () => 1),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.maxSafeInteger(),
);

/** The same input with one to three fields replaced by anything, removed, or added under unknown names. */
export function invalidInput(
  call: Call,
  plausible: Plausible,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const { entries = {} } = call.input as Described;
  const names = Object.keys(entries);
  const change = fc.dictionary(
    fc.constantFrom('unheardOf', '__proto__x', ...names, ...names, ...names),
    fc.oneof({ weight: 6, arbitrary: nasty }, { weight: 1, arbitrary: fc.constant(undefined) }),
    { minKeys: 1, maxKeys: 3, noNullPrototype: true },
  );
  return fc.tuple(validShaped(call, plausible), change).map(([input, wrong]) => ({ ...input, ...wrong }));
}
