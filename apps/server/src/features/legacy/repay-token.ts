import type { BorrowerRequest } from '../../api/serve.ts';
import { newId } from '../../platform/ids.ts';

/** A new token that allows one payment by card of this borrower's order. */
export function newRepayToken({ appContext, borrower }: BorrowerRequest, orderId: string): string {
  const nonce = newId();
  return `${nonce}.${appContext.cipher.sign(signedText(borrower.id, orderId, nonce))}`;
}

/** Whether we signed the token for this borrower's order. */
export function isRepayToken(
  { appContext, borrower }: BorrowerRequest,
  orderId: string,
  token: string,
): boolean {
  const [nonce = '', signature = '', ...more] = token.split('.');
  return more.length === 0 && appContext.cipher.isSigned(signedText(borrower.id, orderId, nonce), signature);
}

const signedText = (borrowerId: string, orderId: string, nonce: string) =>
  `repay ${borrowerId} ${orderId} ${nonce}`;
