import { changePassword, resetPassword } from '@hiram/contract/account';
import type { Server } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { mobileNumber, phoneMark } from '../../brands/phone.ts';
import { applyBlocks } from '../../lending/borrowers/blocks.ts';
import { useCode } from '../../messaging/one-time-codes.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { endSessions } from '../../platform/http/session.ts';
import { notifyOwner } from './notices.ts';
import { hashPassword, isPassword, isStrongEnough } from './passwords.ts';
import { canTry, forgetTries, signIn } from './sign-in.ts';

/** The words of the lender's names and ours: likely guesses for a password. */
function namesOf({ id, names, lender }: Brand): readonly string[] {
  const allNames = ['hiram', id, names.english, names.chinese, lender.legalName];
  return allNames.flatMap((name) => name.split(/[^\p{L}]+/u)).filter((word) => word.length >= 3);
}

/** Setting a password by a code, or by the current password (KEY-01). */
export function passwordRoutes({ serve, serveOpen, appContext }: Server): void {
  const isGood = (password: string, brand: Brand, phone: string) =>
    isStrongEnough(password, { phone, own: namesOf(brand), refused: appContext.config.refusedPasswords });

  serveOpen(resetPassword, async (input, requestContext) => {
    const { brand, context, proof, address, now, addLogFields } = requestContext;
    const phone = mobileNumber(brand, input.phone);
    if (!phone) return reject('malformedPhone', { field: 'phone' });
    addLogFields({ how: 'code', mark: phoneMark(appContext.cipher, phone) });
    if (!isGood(input.password, brand, phone)) return reject('weakPassword', { field: 'password' });
    const asker = {
      brand: brand.id,
      phone,
      purpose: 'reset',
      deviceId: context.deviceId,
      address,
      proof,
    } as const;
    if (!(await useCode(appContext.db, appContext.cipher, asker, { code: input.smsCode, now })))
      return reject('wrongCode', { field: 'smsCode' });
    const hash = await hashPassword(input.password);
    return inTransaction(appContext.db, async (trx) => {
      const { borrowerId, sessionId } = await signIn(trx, {
        brand: brand.id,
        phone,
        deviceId: context.deviceId,
        proof,
        agreedTo: input.agreed === 1 ? brand.legal.effective : undefined,
        now,
      });
      addLogFields({ borrower: borrowerId });
      await applyBlocks(trx, appContext, brand, borrowerId);
      await trx.updateTable('borrower').set({ password_hash: hash }).where('id', '=', borrowerId).execute();
      // Ends all other sessions: their holders may know the old password.
      await endSessions(trx, borrowerId, now, sessionId);
      await forgetTries(trx, { brand: brand.id, phone, proof });
      await notifyOwner(trx, appContext, phone, requestContext, 'passwordSet');
      return { sessionId };
    });
  });

  serve(changePassword, async (input, requestContext) => {
    const { borrower, brand, context, proof, address, now, translate } = requestContext;
    const { phone } = borrower;
    // A stolen session could guess the password here, so these tries count as sign-in tries.
    const attempt = { brand: brand.id, phone, address, proof, now };
    if (!(await canTry(appContext.db, attempt)))
      return reject('tooManyTries', { field: 'oldPassword', text: translate('rejection.tooManyTries') });
    const { password_hash } = await appContext.db
      .selectFrom('borrower')
      .select('password_hash')
      .where('id', '=', borrower.id)
      .executeTakeFirstOrThrow();
    if (!(await isPassword(input.oldPassword, password_hash)))
      return reject('wrongOldPassword', { field: 'oldPassword' });
    if (!isGood(input.password, brand, phone)) return reject('weakPassword', { field: 'password' });
    const hash = await hashPassword(input.password);
    await inTransaction(appContext.db, async (trx) => {
      await trx.updateTable('borrower').set({ password_hash: hash }).where('id', '=', borrower.id).execute();
      await endSessions(trx, borrower.id, now, context.sessionId ?? '');
      await forgetTries(trx, attempt);
      await notifyOwner(trx, appContext, phone, requestContext, 'passwordSet');
    });
    return {};
  });
}
