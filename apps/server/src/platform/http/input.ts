import type { Call, CallInput, WireInput } from '@hiram/contract/call';
import { type Context, contextNames, headerPairs, isContextName } from '@hiram/contract/context';
import { contextSchema } from '@hiram/contract/context-schema';
import { type Mask, unmaskInput } from '@hiram/contract/mask';
import { isMasked } from '@hiram/contract/masked';
import { fromWire } from '@hiram/contract/wire';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { BadRequest } from '../errors/rejection.ts';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The common context: the query string joined with the two header pairs. Throws BadRequest where they differ (NET-02,
 * NET-03).
 */
export function readContext(request: FastifyRequest): Context {
  const query = isRecord(request.query) ? request.query : {};
  const values: Record<string, unknown> = {};
  for (const name of contextNames) if (query[name] !== undefined) values[name] = query[name];
  for (const [header, name] of [...Object.entries(headerPairs.json), ...Object.entries(headerPairs.form)]) {
    const value = request.headers[header.toLowerCase()];
    if (value === undefined) continue;
    if (values[name] !== undefined && values[name] !== value)
      throw new BadRequest(name, `${header} and ${name} differ`);
    values[name] = value;
  }
  const parsed = v.safeParse(contextSchema, values);
  if (parsed.success) return parsed.output;
  const field = v.getDotPath(parsed.issues[0]) ?? 'query';
  throw new BadRequest(field, `${field} ${parsed.issues[0].message}`);
}

/** The call's parameters before validation: the body, or for GET calls the query without the context. */
function ownParameters(call: Call, request: FastifyRequest): Record<string, unknown> {
  const query = isRecord(request.query) ? request.query : {};
  const own = Object.fromEntries(Object.entries(query).filter(([name]) => !isContextName(name)));
  if (call.method === 'GET') return own;
  const body = request.body ?? {};
  if (!isRecord(body)) throw new BadRequest('body', 'the body must be an object');
  // Do not convert an object to text: its `toString` is the caller's data.
  for (const [name, value] of Object.entries(own))
    if (name in body && (typeof body[name] === 'object' || String(body[name]) !== value))
      throw new BadRequest(name, `${name} differs between query and body`);
  return body;
}

/** `product_id` and `productId` are aliases; a call accepts either (RTE-05). */
function withAlias(call: Call, input: unknown): unknown {
  if (!isRecord(input) || !('entries' in call.input) || !isRecord(call.input.entries)) return input;
  for (const [alias, name] of [
    ['product_id', 'productId'],
    ['productId', 'product_id'],
  ] as const) {
    if (!(alias in input) || alias in call.input.entries || !(name in call.input.entries)) continue;
    if (name in input && input[name] !== input[alias])
      throw new BadRequest(name, `${alias} and ${name} differ`);
    const { [alias]: value, ...rest } = input;
    return { ...rest, [name]: value };
  }
  return input;
}

/**
 * Reads and validates a call's input, and translates it from the wire. Throws BadRequest with the wire name of the first field
 * that breaks the contract.
 */
export function readInput<C extends Call>(
  call: C,
  request: FastifyRequest,
  mask: Mask,
): { readonly input: CallInput<C>; readonly wireInput: WireInput<C> } {
  const raw = ownParameters(call, request);
  const unmasked = isMasked(call, 'input', mask.scope) ? unmaskInput(call, raw, mask.table) : raw;
  const parsed = v.safeParse(call.input as C['input'], withAlias(call, unmasked));
  if (parsed.success)
    return { input: fromWire(call.input as C['input'], parsed.output), wireInput: parsed.output };
  const issue = parsed.issues[0];
  const field = v.getDotPath(issue) ?? 'body';
  const problem =
    issue.expected === 'never'
      ? 'is not a field of this call'
      : issue.received === 'undefined'
        ? 'is required'
        : issue.message;
  throw new BadRequest(field, `${field}: ${problem}`);
}
