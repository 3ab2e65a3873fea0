import {
  consolePrefix,
  idleHeader,
  requestHeader,
  type StaffCall,
  type StaffInput,
  type StaffOutput,
} from '@hiram/contract/console/staff-call';
import type { StaffEnvelope } from '@hiram/contract/console/staff-envelope';
import * as v from 'valibot';
import { chosenCell, noteCells } from './cells.ts';
import { idleSeconds } from './last-use.ts';

/** An answer without success, or none: `code` is `noAnswer` then. */
export class StaffFault extends Error {
  readonly code: string;
  readonly status: number;
  /** The right that is missing. */
  readonly right: string | undefined;
  /** The id of a server error; of a request without an answer its number. */
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

/** A read that takes longer is not waited for: the person is told, and it is tried again. */
const maxReadMs = 5_000;

/** Six hexadecimal digits, by which the page and the server's log name a request. */
const requestNumber = () =>
  crypto.getRandomValues(new Uint32Array(1))[0]?.toString(16).padStart(8, '0').slice(-6) ?? '';

interface SendOptions {
  /** True if it only reads: then it is waited for five seconds. */
  readonly isRead?: boolean;
}

async function post(
  call: StaffCall,
  input: unknown,
  brand: string | undefined,
  { isRead = false }: SendOptions,
): Promise<Response> {
  const cell = chosenCell();
  const named = { ...(brand === undefined ? {} : { brand }), ...(cell === undefined ? {} : { cell }) };
  const query = Object.keys(named).length === 0 ? '' : `?${new URLSearchParams(named)}`;
  const number = requestNumber();
  try {
    return await fetch(`${consolePrefix}${call.path}${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [idleHeader]: String(idleSeconds()),
        [requestHeader]: number,
      },
      body: JSON.stringify(input),
      ...(isRead ? { signal: AbortSignal.timeout(maxReadMs) } : {}),
    });
  } catch {
    throw new StaffFault(noAnswer, 0, '', { id: number });
  }
}

/** The data of an answer. Throws StaffFault for one without success. */
async function dataOf(response: Response): Promise<unknown> {
  const { status } = response;
  noteCells(response.headers);
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
  options: SendOptions = {},
): Promise<StaffOutput<C>> {
  return v.parse(call.output as C['output'], await dataOf(await post(call, input, brand, options)));
}
