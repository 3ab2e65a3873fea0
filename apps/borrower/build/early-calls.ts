import type { MaskTable } from '@hiram/contract/mask';
import { isMasked, type MaskScope } from '@hiram/contract/masked';
import { wireName } from '@hiram/contract/wire';
import type { ServerCall } from '@hiram/visitor-pages/server-call';
import type { EarlyCall } from '../start/page-plan.ts';
import type { FirstCallPlan } from './first-calls.ts';

/** The fields of a first call's input: the page's parameter, its wire name, its name as sent, and whether it is a number. */
function fieldsOf({ call, from }: NonNullable<FirstCallPlan['next']>, scope: MaskScope, table: MaskTable) {
  const masked = isMasked(call, 'input', scope);
  return from.map((source): ServerCall['fields'][number] => {
    const name = wireName(call.input, source.field);
    const sent = masked ? (table[name] ?? source.field) : name;
    return 'value' in source
      ? ['', name, sent, 1, source.value]
      : [source.parameter, name, sent, source.number ? 1 : 0];
  });
}

/** The same of a call that the server begins: the page recognizes its answer by the input under the app's own names. */
function plainFieldsOf(plan: NonNullable<FirstCallPlan['next']>, scope: MaskScope, table: MaskTable) {
  const { call, from } = plan;
  for (const { field } of from)
    if (wireName(call.input, field) !== field) throw new Error(`${call.name}: ${field} has another name`);
  return fieldsOf(plan, scope, table);
}

/** The data that the server needs to begin a page's first call. */
export function serverCallOf(
  plan: Pick<FirstCallPlan, 'next'> & NonNullable<FirstCallPlan['next']>,
  scope: MaskScope,
  table: MaskTable,
): ServerCall {
  const { call, next } = plan;
  if (call.idempotent || call.method !== 'POST') throw new Error(`${call.name} is no call that only reads`);
  return {
    name: call.name,
    path: call.path,
    encoding: call.encoding === 'json' ? 'json' : 'form',
    fields: plainFieldsOf(plan, scope, table),
    // A masked answer is read by the page alone.
    isRendered: !isMasked(call, 'answer', scope),
    ...(next ? { next: serverCallOf(next, scope, table) } : {}),
  };
}

/** A screen's first call as its page sends it. Made from the contract (path, encoding, mask), so that the two cannot diverge. */
export function earlyCallOf(plan: FirstCallPlan, scope: MaskScope, table: MaskTable): EarlyCall {
  const { call, onServer = false } = plan;
  return {
    name: call.name,
    path: call.path,
    encoding: call.encoding === 'json' ? 'json' : 'form',
    fields: fieldsOf(plan, scope, table),
    onServer,
  };
}
