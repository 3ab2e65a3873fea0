import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { AppContext } from '../../context/app-context.ts';

/** The validity of an address, in milliseconds. */
const addressMs = 10 * 60_000;

export type RecordKind = 'statement' | 'certificate';

interface Address {
  readonly borrowerId: BorrowerId;
  readonly orderId: OrderId;
  readonly kind: RecordKind;
  readonly form: 'html' | 'pdf';
  readonly language: string;
  /** The business day on which it was listed: the last day of the account. */
  readonly on: LocalDate;
  /** Seconds since 1970. */
  readonly until: number;
}

function signedText({ borrowerId, orderId, kind, form, language, on, until }: Address): string {
  return `account record ${borrowerId} ${orderId} ${kind} ${form} ${language} ${on} ${until}`;
}

/** The signed address under which the borrower reads or downloads a record of the loan's account. */
export function recordUrl(appContext: AppContext, record: Omit<Address, 'until'>, now: Date): string {
  const until = Math.floor((now.getTime() + addressMs) / 1000);
  const signature = appContext.cipher.sign(signedText({ ...record, until }));
  const query = new URLSearchParams({
    lang: record.language,
    on: record.on,
    until: String(until),
    signature,
  });
  return `/api/record/${record.borrowerId}/${record.orderId}/${record.kind}.${record.form}?${query}`;
}

/** Reports whether the signature of a record's address is valid. The caller checks `until`. */
export function isRecordAddress(
  appContext: AppContext,
  address: Address & { readonly signature: string },
): boolean {
  return appContext.cipher.isSigned(signedText(address), address.signature);
}
