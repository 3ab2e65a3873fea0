import type { Call } from '@hiram/contract/call';
import { maskInput } from '@hiram/contract/mask';
import { isMasked } from '@hiram/contract/masked';
import type { AppContext } from '../../../src/context/app-context.ts';
import type { RichBorrower } from '../borrowers/rich-borrower.ts';
import type { Plausible } from '../inputs/arbitrary-input.ts';

/** The things that a borrower really has, by the names that calls use for their ids. */
export function plausibleOf(of: RichBorrower): Plausible {
  return {
    ...of,
    orderNo: of.orderId,
    after: of.orderId,
    product_id: of.productId,
    userId: of.borrowerId,
    url: of.picture,
    problemImage: of.picture,
    image: of.receipt,
    id: of.sessionRow,
    amount: of.due,
    key: 'tulay',
    principal: 5_000_000,
    rate: 120_000,
    tenure: 12,
    channelNumber: '10001',
    scene: 3,
    position: 0,
    periods: 120,
    problemType: 2,
    revision: 0,
    values: { fullName: 'Maria Santos', nationality: 'PH', civilStatus: 'single' },
  };
}

/** A request besides its URL. */
export interface RawRequest {
  readonly query?: Readonly<Record<string, string>> | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | FormData | URLSearchParams;
}

export const json = { 'content-type': 'application/json' };
export const formed = { 'content-type': 'application/x-www-form-urlencoded' };

/** An input in wire format: as JSON, as a form, in the query or as a file, masked if the call is masked. */
export function connectFakes(
  { table, scope }: AppContext['mask'],
  call: Call,
  input: Readonly<Record<string, unknown>>,
  form: boolean,
): RawRequest {
  const named = isMasked(call, 'input', scope) ? (maskInput(call, input, table) as object) : input;
  const found = Object.entries(named).filter(([, value]) => value !== undefined);
  const flat = () => Object.fromEntries(found.map(([name, value]) => [name, String(plain(value))]));
  if (call.method === 'GET') return { query: flat() };
  if (call.encoding === 'multipart') {
    const body = new FormData();
    for (const [name, value] of found)
      if (value instanceof Uint8Array) body.set(name, new Blob([new Uint8Array(value)]), 'x.jpg');
      else body.set(name, String(plain(value)));
    return { body };
  }
  if (form) return { headers: formed, body: new URLSearchParams(flat()) };
  return { headers: json, body: JSON.stringify(Object.fromEntries(found)) };
}

/** Any value as text; a value without a text form is sent as a form would send it. */
export function plain(value: unknown): string {
  return typeof value === 'object' && value !== null ? (JSON.stringify(value) ?? '') : String(value);
}
