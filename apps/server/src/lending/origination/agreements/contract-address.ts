import type { AppContext } from '../../../context/app-context.ts';

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

function signedText({ borrowerId, id, form, until }: Address): string {
  return `contract ${borrowerId} ${id} ${form} ${until}`;
}

/** The address under which its owner reads or downloads a contract that was agreed to; nobody else can make one. */
export function contractUrl(
  appContext: AppContext,
  borrowerId: string,
  id: string,
  form: ContractForm,
  now: Date,
): string {
  const until = Math.floor((now.getTime() + addressMs) / 1000);
  const signature = appContext.cipher.sign(signedText({ borrowerId, id, form, until }));
  return `/api/contract/${borrowerId}/${id}.${form}?until=${until}&signature=${signature}`;
}

/** Is this address one that we gave? */
export function isContractAddress(
  appContext: AppContext,
  address: Address & { readonly signature: string },
): boolean {
  return appContext.cipher.isSigned(signedText(address), address.signature);
}
