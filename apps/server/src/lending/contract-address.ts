import { timingSafeEqual } from 'node:crypto';
import type { House } from '../house.ts';

/** How long an address of a contract works. */
const addressMs = 10 * 60_000;

export type ContractForm = 'html' | 'pdf';

interface Address {
  readonly borrowerId: string;
  readonly id: string;
  readonly form: ContractForm;
  /** Seconds since 1970. */
  readonly until: number;
}

function signatureOf(house: House, { borrowerId, id, form, until }: Address): string {
  return house.seal.sign(`contract ${borrowerId} ${id} ${form} ${until}`);
}

/** The address under which its owner reads or downloads a contract that was agreed to; nobody else can make one. */
export function contractUrl(
  house: House,
  borrowerId: string,
  id: string,
  form: ContractForm,
  now: Date,
): string {
  const until = Math.floor((now.getTime() + addressMs) / 1000);
  const signature = signatureOf(house, { borrowerId, id, form, until });
  return `/api/contract/${borrowerId}/${id}.${form}?until=${until}&signature=${signature}`;
}

/** Is this address one that we gave? */
export function isContractAddress(house: House, address: Address & { readonly signature: string }): boolean {
  const expected = Buffer.from(signatureOf(house, address));
  const given = Buffer.from(address.signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
