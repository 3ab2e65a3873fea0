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

/** Names of the lender's, and ours: what somebody would try first at this lender's door. */
function namesOf({ id, names, lender }: Brand): readonly string[] {
  const said = ['hiram', id, names.english, names.chinese, lender.legalName];
  return said.flatMap((name) => name.split(/[^\p{L}]+/u)).filter((word) => word.length >= 3);
}

/** A password by a code, or by the one that stands (KEY-01). */
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
      // Whoever knew the old password is out; the one who just proved the number is in.
      await endSessions(trx, borrowerId, now, sessionId);
      await forgetTries(trx, { brand: brand.id, phone, proof });
      await notifyOwner(trx, appContext, phone, requestContext, 'passwordSet');
      return { sessionId };
    });
  });

  serve(changePassword, async (input, requestContext) => {
    const { borrower, brand, context, proof, address, now, translate } = requestContext;
    const { phone } = borrower;
    // A thief of a session would guess here as at the door: the tries are the same ones.
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
