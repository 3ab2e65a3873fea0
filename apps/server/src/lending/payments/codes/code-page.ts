import type { Channel } from '../../../brands/brand.ts';
import type { CodeRow } from './payment-codes.ts';

/** The address of a code's picture; empty if it has none to scan: a virtual account's number is typed into a bank's app. */
export function codeImageOf(code: CodeRow, channel: Channel | undefined): string {
  return code.image_token === null || channel?.guide === 'account'
    ? ''
    : `/api/code-image/${code.image_token}.svg`;
}

/** The address of the borrower app's page that shows a code. */
export function codePageUrl(code: CodeRow, channel: Channel): string {
  const query = new URLSearchParams({
    showType: String(code.show_type),
    payCode: code.pay_code ?? '',
    payCodeImg: codeImageOf(code, channel),
    repayAmount: String(code.amount),
  });
  return `/repaymentOfCode?${query}`;
}
