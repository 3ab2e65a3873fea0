import type * as calls from '@hiram/contract/account';
import type { CallInput } from '@hiram/contract/call';
import { codeRequester } from '../../api/code-requester.ts';
import { inTransactionOf, type OpenHandler, type RequestContext } from '../../api/serve.ts';
import { mobileNumber, phoneMark } from '../../brands/phone.ts';
import { borrowerByPhone, updateBorrower } from '../../lending/borrowers/borrower-store.ts';
import { useCode } from '../../messaging/one-time-codes.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { BadRequest, isRejection, reject } from '../../platform/errors/rejection.ts';
import { revokeSession } from '../../platform/http/sessions/session.ts';
import { notifyOwner } from './owner-notifications.ts';
import { inHashQueue } from './passwords/hash-queue.ts';
import { canTry, deleteTries } from './passwords/password-tries.ts';
import { hashPassword, isOutdated, isPassword } from './passwords/passwords.ts';
import { isNewDevice, signIn } from './sign-in.ts';

type LoginInput = CallInput<typeof calls.login>;

/** Signs in with a code or a password, and opens a session (KEY-01). */
export const logIn: OpenHandler<typeof calls.login> = async (input, requestContext) => {
  const { appContext, brand, context, now, addLogFields } = requestContext;
  const phone = mobileNumber(brand, input.phone);
  if (!phone) return reject('malformedPhone', { field: 'phone' });
  const byCode = input.smsCode !== undefined && input.smsCode !== '';
  if (byCode === (input.password !== undefined && input.password !== ''))
    throw new BadRequest('smsCode', 'a code or a password, not both');
  addLogFields({ how: byCode ? 'code' : 'password', mark: phoneMark(appContext.cipher, phone) });
  // A try counts even if the sign-in fails, so it is outside the transaction that opens the session.
  const check = byCode ? checkCode : checkPassword;
  const verified = await check(requestContext, phone, input);
  if (isRejection(verified)) return verified;
  return inTransaction(appContext.db, async (trx) => {
    const inTrx = inTransactionOf(trx, requestContext);
    const { borrowerId, sessionId } = await signIn(inTrx, { phone, agreed: input.agreed ?? false, byCode });
    if (verified.newHash !== undefined)
      await updateBorrower(trx, borrowerId, { password_hash: verified.newHash });
    if (!byCode && (await isNewDevice(trx, borrowerId, context.deviceId, sessionId)))
      await notifyOwner(inTrx, phone, 'newDevice');
    // Signing in again ends the caller's former session.
    if (context.sessionId) await revokeSession(trx, { token: context.sessionId }, borrowerId, now);
    return { sessionId };
  });
};

/** The result of a right code or password: a hash to store if the password's hash is outdated. */
interface VerifiedNumber {
  readonly newHash?: string;
}

async function checkCode(requestContext: RequestContext, phone: string, { smsCode = '' }: LoginInput) {
  const { appContext, now } = requestContext;
  const requester = codeRequester(requestContext, phone, 'login');
  const isRight = await useCode(appContext.db, appContext.cipher, requester, { code: smsCode, now });
  const verified: VerifiedNumber = {};
  return isRight ? verified : reject('wrongCode', { field: 'smsCode' });
}

async function checkPassword(requestContext: RequestContext, phone: string, { password = '' }: LoginInput) {
  const { db, brand, address, proof, now, translate } = requestContext;
  const attempt = { brand: brand.id, phone, address, proof, now };
  if (!(await canTry(db, attempt)))
    return reject('tooManyTries', { field: 'password', text: translate('rejection.tooManyTries') });
  const account = await borrowerByPhone(db, brand.id, phone);
  if (!(await inHashQueue(address, () => isPassword(password, account?.password_hash))))
    return reject('wrongPassword', { field: 'password' });
  // An outdated hash is replaced with the current parameters.
  const verified: VerifiedNumber = isOutdated(account?.password_hash ?? '')
    ? { newHash: await inHashQueue(address, () => hashPassword(password)) }
    : {};
  await deleteTries(db, attempt);
  return verified;
}
