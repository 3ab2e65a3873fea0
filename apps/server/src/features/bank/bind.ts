import type { bindCard } from '@hiram/contract/bank';
import { codeRequester } from '../../api/code-requester.ts';
import { type BorrowerRequest, type Handler, inTransactionOf } from '../../api/serve.ts';
import { useCode } from '../../messaging/one-time-codes.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { isRejection, reject } from '../../platform/errors/rejection.ts';
import { needsAccountCode } from './account-code.ts';
import { bindAccount, isBound, type NewAccount } from './bind-account.ts';
import { checkedAccount } from './check-account.ts';

/** Binds an account for payouts (BANK-11). Some bindings require a fresh code, even with a valid session. */
export const bind: Handler<typeof bindCard> = async (input, requestContext) => {
  const account = await checkedAccount(input, requestContext);
  return isRejection(account) ? account : bindWithCode(account, input.smsCode ?? '', requestContext);
};

async function bindWithCode(account: NewAccount, smsCode: string, requestContext: BorrowerRequest) {
  const { appContext, db, borrower, now } = requestContext;
  const needsCode = (await needsAccountCode(requestContext)) && !(await isBound(requestContext, account));
  if (needsCode) {
    if (smsCode === '') return reject('needsCode', { field: 'smsCode' });
    // A try counts even if the binding fails, so it is outside the transaction.
    const requester = codeRequester(requestContext, borrower.phone, 'account');
    if (!(await useCode(db, appContext.cipher, requester, { code: smsCode, now })))
      return reject('wrongCode', { field: 'smsCode' });
  }
  const bound = await inTransaction(db, (trx) =>
    bindAccount(inTransactionOf(trx, requestContext), account, needsCode),
  );
  if (bound === 'cannotNotify') return reject('cannotNotify');
  // A parallel request bound another account, which this one would replace.
  return bound === 'needsCode' ? reject('needsCode', { field: 'smsCode' }) : {};
}
