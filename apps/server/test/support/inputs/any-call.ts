import type { Call } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';
import { maskInput, unmaskAnswer } from '@hiram/contract/mask';
import { isMasked } from '@hiram/contract/masked';
import type { Hiram } from '../processes/running-server.ts';
import type { SendOptions } from './send.ts';

/** A call's answer, by its public names. */
export interface CallAnswer {
  readonly status: number;
  readonly success: boolean;
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly field?: string;
}

/** The parts of an answer by which a caller can distinguish answers. */
export function seen({ status, success, code, message, data, field }: CallAnswer): CallAnswer {
  return { status, success, code, message, data, ...(field === undefined ? {} : { field }) };
}

interface AnyCallOptions extends SendOptions {
  readonly context?: Context;
}

/** Sends any call of the contract as its page would: masked if it is masked, a picture as multipart. */
export async function sendAny(
  hiram: Hiram,
  call: Call,
  input: Readonly<Record<string, unknown>>,
  { context = {}, ...options }: AnyCallOptions = {},
): Promise<CallAnswer> {
  if (call.encoding === 'multipart') return upload(hiram, call, input, { context, ...options });
  const { table, scope } = hiram.server.appContext.mask;
  const sent = isMasked(call, 'input', scope) ? maskInput(call, input, table) : input;
  const { headers, ...answer } = await hiram.send(call, sent as Record<string, unknown>, context, options);
  const open = isMasked(call, 'answer', scope) ? unmaskAnswer(call, answer, table) : answer;
  return open as CallAnswer;
}

async function upload(
  hiram: Hiram,
  call: Call,
  input: Readonly<Record<string, unknown>>,
  { context = {}, key, headers }: AnyCallOptions,
): Promise<CallAnswer> {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(input))
    form.set(name, new Blob([new Uint8Array(bytes as Uint8Array)]), 'picture');
  const response = await fetch(`${hiram.origin}/api${call.path}?${new URLSearchParams({ ...context })}`, {
    method: 'POST',
    body: form,
    headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
  });
  return { ...JSON.parse(await response.text()), status: response.status };
}
