import type * as calls from '@hiram/contract/account';
import { type Handler, inTransactionOf } from '../../../api/serve.ts';
import { borrowerById, updateBorrower } from '../../../lending/borrowers/borrower-store.ts';
import { inTransaction } from '../../../platform/database/connection/connect.ts';
import { reject } from '../../../platform/errors/rejection.ts';
import { endSessions } from '../../../platform/http/sessions/session.ts';
import { notifyOwner } from '../owner-notifications.ts';
import { inHashQueue } from './hash-queue.ts';
import { isAcceptable } from './password-check.ts';
import { canTry, deleteTries } from './password-tries.ts';
import { hashPassword, isPassword } from './passwords.ts';

/** Replaces the password of a borrower who knows the current one (KEY-01). */
export const changePassword: Handler<typeof calls.changePassword> = async (input, requestContext) => {
  const { appContext, borrower, brand, context, proof, address, now, translate } = requestContext;
  const { phone } = borrower;
  // A stolen session could guess the password here, so these tries count as sign-in tries.
  const attempt = { brand: brand.id, phone, address, proof, now };
  if (!(await canTry(appContext.db, attempt)))
    return reject('tooManyTries', { field: 'oldPassword', text: translate('rejection.tooManyTries') });
  const { password_hash } = await borrowerById(appContext.db, borrower.id);
  if (!(await inHashQueue(address, () => isPassword(input.oldPassword, password_hash))))
    return reject('wrongOldPassword', { field: 'oldPassword' });
  if (!isAcceptable(requestContext, input.password, phone))
    return reject('weakPassword', { field: 'password' });
  const hash = await inHashQueue(address, () => hashPassword(input.password));
  await inTransaction(appContext.db, async (trx) => {
    await updateBorrower(trx, borrower.id, { password_hash: hash });
    await endSessions(trx, borrower.id, now, context.sessionId ?? '');
    await deleteTries(trx, attempt);
    await notifyOwner(inTransactionOf(trx, requestContext), phone, 'passwordSet');
  });
  return {};
};
