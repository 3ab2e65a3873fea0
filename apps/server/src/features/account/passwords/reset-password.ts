import type * as calls from '@hiram/contract/account';
import { codeRequester } from '../../../api/code-requester.ts';
import { inTransactionOf, type OpenHandler } from '../../../api/serve.ts';
import { mobileNumber, phoneMark } from '../../../brands/phone.ts';
import { updateBorrower } from '../../../lending/borrowers/borrower-store.ts';
import { matchCode, returnTry, spendCode } from '../../../messaging/one-time-codes.ts';
import { inTransaction } from '../../../platform/database/connection/connect.ts';
import { reject } from '../../../platform/errors/rejection.ts';
import { endSessions } from '../../../platform/http/sessions/session.ts';
import { notifyOwner } from '../owner-notifications.ts';
import { signIn } from '../sign-in.ts';
import { inHashQueue } from './hash-queue.ts';
import { isAcceptable } from './password-check.ts';
import { deleteTries } from './password-tries.ts';
import { hashPassword } from './passwords.ts';

/** Sets a password after a code was sent to the number, and opens a session (KEY-01). */
export const resetPassword: OpenHandler<typeof calls.resetPassword> = async (input, requestContext) => {
  const { appContext, brand, address, proof, now, addLogFields } = requestContext;
  const phone = mobileNumber(brand, input.phone);
  if (!phone) return reject('malformedPhone', { field: 'phone' });
  addLogFields({ how: 'code', mark: phoneMark(appContext.cipher, phone) });
  const { db, cipher } = appContext;
  const requester = codeRequester(requestContext, phone, 'reset');
  const code = await matchCode(db, cipher, requester, { code: input.smsCode, now });
  if (code === undefined) return reject('wrongCode', { field: 'smsCode' });
  // After the code: the estimate takes some hundredths of a second, in which this server answers nobody else.
  if (!isAcceptable(requestContext, input.password, phone)) {
    await returnTry(db, code);
    return reject('weakPassword', { field: 'password' });
  }
  if (!(await spendCode(db, requester, { id: code, now }))) return reject('wrongCode', { field: 'smsCode' });
  const hash = await inHashQueue(address, () => hashPassword(input.password));
  return inTransaction(appContext.db, async (trx) => {
    const inTrx = inTransactionOf(trx, requestContext);
    const { borrowerId, sessionId } = await signIn(inTrx, {
      phone,
      agreed: input.agreed ?? false,
      byCode: true,
    });
    await updateBorrower(trx, borrowerId, { password_hash: hash });
    // Ends all other sessions: their holders may know the old password.
    await endSessions(trx, borrowerId, now, sessionId);
    await deleteTries(trx, { brand: brand.id, phone, proof });
    await notifyOwner(inTrx, phone, 'passwordSet');
    return { sessionId };
  });
};
