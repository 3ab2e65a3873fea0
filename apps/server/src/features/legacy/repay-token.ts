import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import type { BorrowerRequest } from '../../api/serve.ts';
import { newId } from '../../platform/ids.ts';

/** A new token that allows one payment by card of this borrower's order. */
export function newRepayToken({ appContext, borrower }: BorrowerRequest, orderId: OrderId): string {
  const nonce = newId();
  return `${nonce}.${appContext.cipher.sign(signedText(borrower.id, orderId, nonce))}`;
}

/** Reports whether we signed the token for this borrower's order. */
export function isRepayToken(
  { appContext, borrower }: BorrowerRequest,
  orderId: OrderId,
  token: string,
): boolean {
  const [nonce = '', signature = '', ...more] = token.split('.');
  return more.length === 0 && appContext.cipher.isSigned(signedText(borrower.id, orderId, nonce), signature);
}

const signedText = (borrowerId: BorrowerId, orderId: OrderId, nonce: string) =>
  `repay ${borrowerId} ${orderId} ${nonce}`;
