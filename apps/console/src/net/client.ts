import {
  consolePrefix,
  idleHeader,
  type StaffCall,
  type StaffInput,
  type StaffOutput,
} from '@hiram/contract/console/staff-call';
import type { StaffEnvelope } from '@hiram/contract/console/staff-envelope';
import * as v from 'valibot';
import { idleSeconds } from './last-use.ts';

/** An answer without success, or none: `code` is `noAnswer` then. */
export class StaffFault extends Error {
  readonly code: string;
  readonly status: number;
  /** The right that is missing. */
  readonly right: string | undefined;
  /** The id of a server error, or of nothing. */
  readonly id: string | undefined;
  constructor(code: string, status: number, message: string, details: { right?: string; id?: string } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.right = details.right;
    this.id = details.id;
  }
}

const noAnswer = 'noAnswer';

async function post(call: StaffCall, input: unknown, brand: string | undefined): Promise<Response> {
  const query = brand === undefined ? '' : `?${new URLSearchParams({ brand })}`;
  try {
    return await fetch(`${consolePrefix}${call.path}${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [idleHeader]: String(idleSeconds()) },
      body: JSON.stringify(input),
    });
  } catch {
    throw new StaffFault(noAnswer, 0, '');
  }
}

/** The data of an answer. Throws StaffFault for one without success. */
async function dataOf(response: Response): Promise<unknown> {
  const { status } = response;
  const envelope: StaffEnvelope<unknown> = await response.json().catch(() => {
    throw new StaffFault(noAnswer, status, '');
  });
  const { success, code, message, data, right, id } = envelope;
  if (success) return data;
  throw new StaffFault(code, status, message, {
    ...(right === undefined ? {} : { right }),
    ...(id === undefined ? {} : { id }),
  });
}

/** Sends a call of the console. `brand`: for a call about one brand. Throws StaffFault. */
export async function sendStaff<C extends StaffCall>(
  call: C,
  input: StaffInput<C>,
  brand?: string,
): Promise<StaffOutput<C>> {
  return v.parse(call.output as C['output'], await dataOf(await post(call, input, brand)));
}
