import type { Call } from './call.ts';
import type { MaskScope } from './masked.ts';
import { fieldNames, type Shape, shapeOf } from './shape.ts';

/** Public name → wire name (NET-07). */
export type MaskTable = Readonly<Record<string, string>>;

export interface Mask {
  readonly scope: MaskScope;
  readonly table: MaskTable;
}

export const envelopeNames = ['success', 'code', 'message', 'data', 'field', 'id'] as const;

/** The field names of a call's input and answer data. */
export function namesOf(call: Call): Set<string> {
  const names = fieldNames(shapeOf(call.input));
  fieldNames(shapeOf(call.output), names);
  return names;
}

function invert(table: MaskTable): MaskTable {
  const inverse: Record<string, string> = {};
  for (const [name, wire] of Object.entries(table)) inverse[wire] = name;
  return inverse;
}

const inverses = new WeakMap<MaskTable, MaskTable>();

function inverseOf(table: MaskTable): MaskTable {
  let inverse = inverses.get(table);
  if (!inverse) {
    inverse = invert(table);
    inverses.set(table, inverse);
  }
  return inverse;
}

function own(table: MaskTable, name: string): string | undefined {
  return Object.prototype.hasOwnProperty.call(table, name) ? table[name] : undefined;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function define(into: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Public names → wire names. Keys that are not in the schema are data and do not change. */
function maskValue(value: unknown, shape: Shape, table: MaskTable): unknown {
  if (Array.isArray(value))
    return shape.kind === 'list' ? value.map((item) => maskValue(item, shape.item, table)) : value;
  if (!isPlain(value)) return value;
  const out: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const field = shape.kind === 'object' ? shape.fields.get(name) : undefined;
    if (field) define(out, own(table, name) ?? name, maskValue(inner, field, table));
    else define(out, name, shape.kind === 'record' ? maskValue(inner, shape.value, table) : inner);
  }
  return out;
}

/** Appended to a public name in masked input, so that validation rejects it as an unknown field. */
const unmaskedMark = ' (not masked)';

/** Wire names → public names: the inverse of `maskValue` for every value that the schema accepts. */
function unmaskValue(value: unknown, shape: Shape, table: MaskTable): unknown {
  if (Array.isArray(value))
    return shape.kind === 'list' ? value.map((item) => unmaskValue(item, shape.item, table)) : value;
  if (!isPlain(value)) return value;
  const inverse = inverseOf(table);
  const out: Record<string, unknown> = {};
  for (const [wire, inner] of Object.entries(value)) {
    const name = own(inverse, wire);
    const field = shape.kind === 'object' && name !== undefined ? shape.fields.get(name) : undefined;
    if (field && name !== undefined) define(out, name, unmaskValue(inner, field, table));
    else if (shape.kind === 'object' && shape.fields.has(wire)) define(out, `${wire}${unmaskedMark}`, inner);
    else define(out, wire, shape.kind === 'record' ? unmaskValue(inner, shape.value, table) : inner);
  }
  return out;
}

/** A call's input with wire names. */
export function maskInput(call: Call, input: unknown, table: MaskTable): unknown {
  return maskValue(input, shapeOf(call.input), table);
}

/** A call's input with public names. A public name in masked input becomes an unknown field. */
export function unmaskInput(call: Call, input: unknown, table: MaskTable): unknown {
  return unmaskValue(input, shapeOf(call.input), table);
}

function envelopeShape(call: Call): Shape {
  const leaf: Shape = { kind: 'leaf' };
  const fields = new Map<string, Shape>(envelopeNames.map((name) => [name, leaf]));
  fields.set('data', shapeOf(call.output));
  return { kind: 'object', fields };
}

/** An answer and its envelope with wire names. The value of `field` is masked too, because it is the name of an input field. */
export function maskAnswer(call: Call, answer: unknown, table: MaskTable): unknown {
  const named =
    isPlain(answer) && typeof answer.field === 'string'
      ? { ...answer, field: own(table, answer.field) ?? answer.field }
      : answer;
  return maskValue(named, envelopeShape(call), table);
}

/** An answer and its envelope with public names. */
export function unmaskAnswer(call: Call, answer: unknown, table: MaskTable): unknown {
  const plain = unmaskValue(answer, envelopeShape(call), table);
  if (!isPlain(plain) || typeof plain.field !== 'string') return plain;
  return { ...plain, field: own(inverseOf(table), plain.field) ?? plain.field };
}

/**
 * Problems of a table, one line each: a missing wire name, a wire name used twice, equal to another public
 * name, or not an identifier.
 */
export function maskProblems(table: MaskTable, calls: readonly Call[]): string[] {
  const names = new Set<string>(envelopeNames);
  for (const call of calls) for (const name of namesOf(call)) names.add(name);
  const problems: string[] = [];
  const seen = new Map<string, string>();
  for (const name of names) if (own(table, name) === undefined) problems.push(`no wire name for ${name}`);
  for (const [name, wire] of Object.entries(table)) {
    const other = seen.get(wire);
    if (other !== undefined) problems.push(`${name} and ${other} share the wire name ${wire}`);
    seen.set(wire, name);
    if (wire !== name && own(table, wire) !== undefined)
      problems.push(`the wire name ${wire} of ${name} is a public name`);
    if (!/^[a-zA-Z][a-zA-Z0-9_]*$/.test(wire))
      problems.push(`the wire name ${wire} of ${name} is not an identifier`);
  }
  return problems;
}
