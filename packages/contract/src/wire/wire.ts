import * as v from 'valibot';

type Schema = v.GenericSchema;

/** A field that has another name on the wire. */
export interface Named<Wire extends string, S extends Schema> {
  readonly wireName: Wire;
  readonly schema: S;
}

/** Declares a field's name on the wire, for a field of `object` or `strictObject` whose own name differs from it. */
export function named<const Wire extends string, S extends Schema>(
  wireName: Wire,
  schema: S,
): Named<Wire, S> {
  return { wireName, schema };
}

/** A field's values on the wire. `decode` is only given values that the schema accepts. */
export interface Code<Value, Wire> {
  encode(value: Value): Wire;
  decode(code: Wire): Value;
}

export type Coded<S extends Schema, Value> = S & { readonly code: Code<Value, v.InferOutput<S>> };

/** Declares a field whose values are codes on the wire. `schema` describes the codes; it must not be shared. */
export function coded<S extends Schema, Value>(
  schema: S,
  code: Code<Value, v.InferOutput<S>>,
): Coded<S, Value> {
  return Object.assign(schema, { code });
}

type Declared = Readonly<Record<string, Schema | Named<string, Schema>>>;
type SchemaOf<Field> = Field extends Named<string, infer S> ? S : Field extends Schema ? Field : never;
type WireNameOf<Name, Field> = Field extends Named<infer Wire, Schema> ? Wire : Name;
/** The fields of an object under their wire names, as Valibot validates them. */
type WireEntries<D extends Declared> = {
  readonly [Name in keyof D as WireNameOf<Name, D[Name]> & string]: SchemaOf<D[Name]>;
};
interface Translated<D extends Declared> {
  /** The declared fields under their own names, to spread into another declaration. */
  readonly fields: D;
}

/** Own name → wire name, of the fields in which they differ; and the inverse. */
interface Names {
  readonly toWire: Readonly<Record<string, string>>;
  readonly fromWire: Readonly<Record<string, string>>;
}

const isNamed = (field: Schema | Named<string, Schema>): field is Named<string, Schema> =>
  'wireName' in field;

function declare<D extends Declared>(
  fields: D,
): { entries: WireEntries<D>; additions: Translated<D> & { names: Names } } {
  const entries: Record<string, Schema> = {};
  const toWire: Record<string, string> = {};
  const fromWire: Record<string, string> = {};
  for (const name of Object.keys(fields)) {
    const field = fields[name];
    if (!field) continue;
    if (isNamed(field)) {
      entries[field.wireName] = field.schema;
      toWire[name] = field.wireName;
      fromWire[field.wireName] = name;
    } else entries[name] = field;
  }
  return { entries: entries as WireEntries<D>, additions: { fields, names: { toWire, fromWire } } };
}

/** `v.object` of fields that may have another name on the wire. The schema validates wire names and codes. */
export function object<const D extends Declared>(
  fields: D,
): v.ObjectSchema<WireEntries<D>, undefined> & Translated<D> {
  const { entries, additions: more } = declare(fields);
  return Object.assign(v.object(entries), more);
}

/** `v.strictObject` of fields that may have another name on the wire. */
export function strictObject<const D extends Declared>(
  fields: D,
): v.StrictObjectSchema<WireEntries<D>, undefined> & Translated<D> {
  const { entries, additions: more } = declare(fields);
  return Object.assign(v.strictObject(entries), more);
}

/** `v.objectWithRest` of fields that may have another name on the wire. Other keys are data. */
export function objectWithRest<const D extends Declared, Rest extends Schema>(
  fields: D,
  rest: Rest,
): v.ObjectWithRestSchema<WireEntries<D>, Rest, undefined> & Translated<D> {
  const { entries, additions: more } = declare(fields);
  return Object.assign(v.objectWithRest(entries, rest), more);
}

type OptionalNames<D> = {
  [Name in keyof D]: undefined extends InternalValue<SchemaOf<D[Name]>> ? Name : never;
}[keyof D];
type Flat<T> = { [Name in keyof T]: T[Name] } & {};
type InternalFields<D> = Flat<
  { -readonly [Name in Exclude<keyof D, OptionalNames<D>>]: InternalValue<SchemaOf<D[Name]>> } & {
    -readonly [Name in OptionalNames<D>]?: InternalValue<SchemaOf<D[Name]>>;
  }
>;

/** The type of a schema's values inside the product: own names, named values instead of codes. */
export type InternalValue<S> = S extends { readonly code: Code<infer Value, unknown> }
  ? Value
  : S extends { readonly fields: infer D; readonly rest: infer Rest extends Schema }
    ? InternalFields<D> & { [name: string]: v.InferOutput<Rest> }
    : S extends { readonly fields: infer D }
      ? InternalFields<D>
      : S extends { readonly pipe: readonly unknown[] }
        ? v.InferOutput<S & Schema>
        : S extends { readonly type: 'object' | 'strict_object'; readonly entries: infer E }
          ? InternalFields<E>
          : S extends { readonly type: 'optional'; readonly wrapped: infer Wrapped }
            ? InternalValue<Wrapped> | undefined
            : S extends { readonly type: 'array'; readonly item: infer Item }
              ? InternalValue<Item>[]
              : S extends { readonly type: 'record'; readonly value: infer Value }
                ? { [name: string]: InternalValue<Value> }
                : S extends Schema
                  ? v.InferOutput<S>
                  : never;

/** The parts of a schema that the codec reads. */
interface Node {
  readonly code?: Code<unknown, unknown>;
  readonly names?: Names;
  readonly entries?: Readonly<Record<string, Node>>;
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly key?: Node;
  readonly value?: Node;
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.prototype.hasOwnProperty.call(record, name) ? record[name] : undefined;
}

function translate(schema: Node, value: unknown, direction: keyof Names): unknown {
  if (value === undefined || value === null) return value;
  const { code, names, entries, wrapped, item, key, value: recordValue } = schema;
  if (wrapped) return translate(wrapped, value, direction);
  if (code) return direction === 'toWire' ? code.encode(value) : code.decode(value);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return item ? value.map((each) => translate(item, each, direction)) : value;
  if (!(entries || key)) return value;
  const translated: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries<unknown>(value as Readonly<Record<string, unknown>>)) {
    const other = names && own(names[direction], name);
    const wireName = (direction === 'toWire' && other) || name;
    const field = entries ? own(entries, wireName) : recordValue;
    put(translated, other ?? name, field ? translate(field, inner, direction) : inner);
  }
  return translated;
}

/** Sets a field. A key that is no field is data and may have any name; to define each field is slow. */
function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else target[name] = value;
}

/** Own names and values → wire names and codes. Keys that are not in the schema are data and do not change. */
export function toWire<S extends Schema>(schema: S, value: InternalValue<S>): v.InferOutput<S> {
  return translate(schema as Node, value, 'toWire');
}

/** Wire names and codes → own names and values, of data that the schema accepted. */
export function fromWire<S extends Schema>(schema: S, data: v.InferOutput<S>): InternalValue<S> {
  return translate(schema as Node, data, 'fromWire') as InternalValue<S>;
}

const namesOf = (schema: Schema): Names | undefined => (schema as Node).names;

/** The wire name of a field of the schema. */
export function wireName(schema: Schema, field: string): string {
  const names = namesOf(schema);
  return (names && own(names.toWire, field)) ?? field;
}

/** The own name of a field that the wire names. */
export function ownName(schema: Schema, field: string): string {
  const names = namesOf(schema);
  return (names && own(names.fromWire, field)) ?? field;
}
