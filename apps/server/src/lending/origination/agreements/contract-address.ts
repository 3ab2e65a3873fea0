import type { AgreementId, BorrowerId } from '@hiram/contract/ids';
import type { AppContext } from '../../../context/app-context.ts';

/** The validity of a contract's URL. */
const addressMs = 10 * 60_000;

type ContractForm = 'html' | 'pdf';

interface Address {
  readonly borrowerId: BorrowerId;
  readonly id: AgreementId;
  readonly form: ContractForm;
  /** Seconds since 1970. */
  readonly until: number;
}

function signedText({ borrowerId, id, form, until }: Address): string {
  return `contract ${borrowerId} ${id} ${form} ${until}`;
}

/** The signed URL under which the borrower reads or downloads an agreed contract. */
export function contractUrl(
  appContext: AppContext,
  { borrowerId, id, form }: Omit<Address, 'until'>,
  now: Date,
): string {
  const until = Math.floor((now.getTime() + addressMs) / 1000);
  const signature = appContext.cipher.sign(signedText({ borrowerId, id, form, until }));
  return `/api/contract/${borrowerId}/${id}.${form}?until=${until}&signature=${signature}`;
}

/** Reports whether the signature of a contract's URL is valid. The caller checks `until`. */
export function isContractAddress(
  appContext: AppContext,
  address: Address & { readonly signature: string },
): boolean {
  return appContext.cipher.isSigned(signedText(address), address.signature);
}
