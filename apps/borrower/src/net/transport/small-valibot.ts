/**
 * The part of `valibot` that the contract and the bridge use, without messages: the phone needs to know whether an
 * answer is as declared and where it is not. The build of the screens puts it in the library's place
 * (`smallValibot` in `build/vite.config.ts`). `small-valibot.test.ts` compares it with the library.
 */

/** Gives the value that the schema makes of `value`, or throws a `Mismatch`. */
type Read = (value: unknown) => unknown;

interface Schema {
  readonly read: Read;
  readonly type?: string;
  readonly entries?: Readonly<Record<string, Schema>>;
}
type Entries = Readonly<Record<string, Schema>>;
type Issue = { readonly path: string };

/** A value that is not as declared. `path` names the field, from the outside in: `order.rows.0.amount`. */
class Mismatch {
  path = '';
}

const hasOwn = (object: object, name: string) => Object.prototype.hasOwnProperty.call(object, name);

function fail(): never {
  throw new Mismatch();
}

/** Reads a part of a value. Adds the part's name to the path of a mismatch. */
function readAt(schema: Schema, name: string | number, value: unknown): unknown {
  try {
    return schema.read(value);
  } catch (error) {
    if (error instanceof Mismatch) error.path = error.path ? `${name}.${error.path}` : String(name);
    throw error;
  }
}

/** A schema or a step of a pipe that accepts the values of which `accepts` is true. */
/* @__NO_SIDE_EFFECTS__ */
const that = (accepts: (value: never) => boolean): Schema => ({
  read: (value) => (accepts(value as never) ? value : fail()),
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Reads the declared entries. `rest` reads the other keys: undefined drops them. */
/* @__NO_SIDE_EFFECTS__ */
function entriesSchema(entries: Entries, rest?: Schema): Schema {
  return {
    type: 'object',
    entries,
    read: (value) => {
      if (!isObject(value)) return fail();
      const output: Record<string, unknown> = {};
      for (const name of Object.keys(entries)) {
        const schema = entries[name] as Schema;
        if (name in value) output[name] = readAt(schema, name, value[name]);
        else if (schema.type !== 'optional')
          readAt(
            that(() => false),
            name,
            undefined,
          );
      }
      if (rest)
        for (const name of Object.keys(value))
          if (isDataKey(name) && !hasOwn(entries, name)) output[name] = readAt(rest, name, value[name]);
      return output;
    },
  };
}

/** Keys that would reach an object's prototype are no data. */
const isDataKey = (name: string) => name !== '__proto__' && name !== 'prototype' && name !== 'constructor';

/* @__NO_SIDE_EFFECTS__ */
export const object = (entries: Entries) => entriesSchema(entries);
/* @__NO_SIDE_EFFECTS__ */
export const strictObject = (entries: Entries) =>
  entriesSchema(
    entries,
    that(() => false),
  );
/* @__NO_SIDE_EFFECTS__ */
export const objectWithRest = (entries: Entries, rest: Schema) => ({ ...entriesSchema(entries, rest), rest });

/* @__NO_SIDE_EFFECTS__ */
export const array = (item: Schema) => ({
  item,
  read: (value: unknown) =>
    Array.isArray(value) ? value.map((each, index) => readAt(item, index, each)) : fail(),
});

/* @__NO_SIDE_EFFECTS__ */
export const record = (key: Schema, value: Schema) => ({
  key,
  value,
  read: (input: unknown) => {
    if (!isObject(input)) return fail();
    const output: Record<string, unknown> = {};
    for (const name of Object.keys(input))
      if (isDataKey(name)) output[readAt(key, name, name) as string] = readAt(value, name, input[name]);
    return output;
  },
});

/* @__NO_SIDE_EFFECTS__ */
export const optional = (wrapped: Schema) => ({
  type: 'optional',
  wrapped,
  read: (value: unknown) => (value === undefined ? value : wrapped.read(value)),
});

/* @__NO_SIDE_EFFECTS__ */
export function union(options: readonly Schema[]): Schema {
  return {
    read: (value) => {
      for (const option of options) {
        try {
          return option.read(value);
        } catch (error) {
          if (!(error instanceof Mismatch)) throw error;
        }
      }
      return fail();
    },
  };
}
/* @__NO_SIDE_EFFECTS__ */
export const variant = (_: string, options: readonly Schema[]) => union(options);

/* @__NO_SIDE_EFFECTS__ */
export const pipe = (first: Schema, ...steps: readonly Schema[]) => ({
  ...first,
  read: (value: unknown) => steps.reduce((read, step) => step.read(read), first.read(value)),
});

/* @__NO_SIDE_EFFECTS__ */
export const unknown = () => that(() => true);
/* @__NO_SIDE_EFFECTS__ */
export const string = () => that((value) => typeof value === 'string');
/* @__NO_SIDE_EFFECTS__ */
export const boolean = () => that((value) => typeof value === 'boolean');
/* @__NO_SIDE_EFFECTS__ */
export const number = () => that((value) => typeof value === 'number' && !Number.isNaN(value));
/* @__NO_SIDE_EFFECTS__ */
export const picklist = (options: readonly unknown[]) => that((value) => options.indexOf(value) >= 0);
/* @__NO_SIDE_EFFECTS__ */
export const literal = (only: unknown) => picklist([only]);
export { literal as value, that as check, that as custom };
/* @__NO_SIDE_EFFECTS__ */
export const transform = (read: Read): Schema => ({ read });
/* @__NO_SIDE_EFFECTS__ */
export const regex = (pattern: RegExp) => that((value: string) => pattern.test(value));
/* @__NO_SIDE_EFFECTS__ */
export const isoDate = () => regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:[12]\d|0[1-9]|3[01])$/);
/* @__NO_SIDE_EFFECTS__ */
export const integer = () => that(Number.isInteger);
/* @__NO_SIDE_EFFECTS__ */
export const safeInteger = () => that(Number.isSafeInteger);
/* @__NO_SIDE_EFFECTS__ */
export const minValue = (min: number) => that((value: number) => value >= min);
/* @__NO_SIDE_EFFECTS__ */
export const maxValue = (max: number) => that((value: number) => value <= max);
/* @__NO_SIDE_EFFECTS__ */
export const minLength = (min: number) => that((value: string) => value.length >= min);
/* @__NO_SIDE_EFFECTS__ */
export const maxLength = (max: number) => that((value: string) => value.length <= max);

type Parsed =
  | { readonly success: true; readonly output: unknown }
  | { readonly success: false; readonly issues: readonly [Issue] };

export function safeParse(schema: Schema, value: unknown): Parsed {
  try {
    return { success: true, output: schema.read(value) };
  } catch (error) {
    if (error instanceof Mismatch) return { success: false, issues: [error] };
    throw error;
  }
}
export const is = (schema: Schema, value: unknown): boolean => safeParse(schema, value).success;
export const getDotPath = ({ path }: Issue): string | null => path || null;
