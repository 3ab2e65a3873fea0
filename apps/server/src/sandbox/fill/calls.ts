import { randomUUID } from 'node:crypto';
import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import type { ActionCalls } from '@hiram/contract/console/action-calls';
import { approvalOptions, approveRequest } from '@hiram/contract/console/approval';
import type { ShippedRole } from '@hiram/contract/console/rights';
import { signInDemo } from '@hiram/contract/console/session';
import {
  consolePrefix,
  idleHeader,
  type StaffCall,
  type StaffInput,
  type StaffOutput,
} from '@hiram/contract/console/staff-call';
import type { StaffEnvelope } from '@hiram/contract/console/staff-envelope';
import type { Context } from '@hiram/contract/context';
import type { Envelope } from '@hiram/contract/envelope';
import type { ApprovalId } from '@hiram/contract/ids';
import { fromWire, toWire } from '@hiram/contract/wire';

/** An answer that is a rejection. */
export class Rejected extends Error {
  readonly code: string;

  constructor(call: string, code: string, message: string) {
    super(`${call} answered ${code}: ${message}`);
    this.code = code;
  }
}

/** Sends a call as its page would. Throws with the server's own words if it is rejected. */
export type Ask = <C extends Call>(call: C, input: CallInput<C>, context?: Context) => Promise<CallOutput<C>>;

function filesOf(sent: object): FormData {
  const form = new FormData();
  for (const [name, file] of Object.entries(sent))
    if (file instanceof Blob) form.set(name, file, 'picture.jpg');
  return form;
}

/** The calls of borrowers and visitors of a brand, at this server's own address. */
export function callsTo(origin: string, appName: string): Ask {
  return async <C extends Call>(call: C, input: CallInput<C>, context: Context = {}) => {
    const sent: object = toWire(call.input as C['input'], input) as object;
    const query = new URLSearchParams({ appName, ...context });
    const isGet = call.method === 'GET';
    const isMultipart = call.encoding === 'multipart';
    if (isGet) for (const [name, value] of Object.entries(sent)) query.set(name, String(value));
    const response = await fetch(`${origin}/api${call.path}?${query}`, {
      method: call.method,
      headers: {
        ...(isMultipart ? {} : { 'content-type': 'application/json' }),
        'idempotency-key': randomUUID(),
      },
      ...(isGet ? {} : { body: isMultipart ? filesOf(sent) : JSON.stringify(sent) }),
    });
    const text = await response.text();
    if (!response.headers.get('content-type')?.includes('json'))
      throw new Rejected(call.name, String(response.status), 'this is no server of Hiram, or not a sandbox');
    const envelope: Envelope<never> = JSON.parse(text);
    if (!envelope.success) throw new Rejected(call.name, envelope.code, envelope.message);
    return fromWire(call.output as C['output'], envelope.data) as CallOutput<C>;
  };
}

/** A demo member of staff who is signed in to the console, for one brand. */
export interface Colleague {
  ask<C extends StaffCall>(call: C, input: StaffInput<C>): Promise<StaffOutput<C>>;
  /** Previews an action and performs or requests exactly that. */
  submit(calls: ActionCalls, request: object, reason: string): Promise<ApprovalId>;
  /** Approves what a colleague requested. */
  approve(approvalId: ApprovalId): Promise<void>;
}

/** Signs a demo member of staff in at the console of `url`. */
export async function signedIn(
  url: string,
  brand: string,
  person: { readonly role: ShippedRole; readonly isColleague?: boolean },
): Promise<Colleague> {
  let cookie = '';
  const ask = async <C extends StaffCall>(call: C, input: unknown): Promise<StaffOutput<C>> => {
    const response = await fetch(`${url}${consolePrefix}${call.path}?${new URLSearchParams({ brand })}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        origin: new URL(url).origin,
        [idleHeader]: '0',
        ...(cookie === '' ? {} : { cookie }),
      },
      body: JSON.stringify(input),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const envelope = (await response.json()) as StaffEnvelope<StaffOutput<C>>;
    if (!envelope.success) throw new Rejected(call.name, envelope.code, JSON.stringify(envelope));
    return envelope.data;
  };
  await ask(signInDemo, person);
  return {
    ask,
    async submit(calls, request, reason) {
      const { digest } = await ask(calls.preview, { request });
      const { approvalId } = await ask(calls.submit, { request, digest, reference: '', reason });
      return approvalId;
    },
    async approve(approvalId) {
      const { digest } = await ask(approvalOptions, { approvalId });
      await ask(approveRequest, { approvalId, digest });
    },
  };
}
