import { login, logout, profile, redeemTicket, smsCode, ticket, voiceCode } from '@hiram/contract/account';
import type { CallInput, RejectionOf } from '@hiram/contract/call';
import type { RequestContext, Server } from '../../api/serve.ts';
import { mobileNumber, phoneMark } from '../../brands/phone.ts';
import { applyBlocks } from '../../lending/borrowers/blocks.ts';
import { isCertified } from '../../lending/borrowers/profile.ts';
import { queueText } from '../../messaging/messages.ts';
import { makeCode, useCode } from '../../messaging/one-time-codes.ts';
import { takeCaptcha } from '../../messaging/visitors.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { BadRequest, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { revokeSession } from '../../platform/http/session.ts';
import { issueTicket, redeem } from '../../platform/http/tickets.ts';
import { notifyOwner } from './notices.ts';
import { passwordRoutes } from './password-routes.ts';
import { hashPassword, isOutdated, isPassword } from './passwords.ts';
import { settingRoutes } from './settings.ts';
import { canTry, forgetTries, isNewDevice, signIn } from './sign-in.ts';

/** Seconds until the page allows another code. */
const resendSeconds = 60;

type CodeRefused = RejectionOf<typeof smsCode>;

/** Signing in and out, and the borrower's account (KEY-01). */
export function accountRoutes(server: Server): void {
  const { serve, serveOpen, appContext } = server;
  settingRoutes(server);
  passwordRoutes(server);

  async function sendCode(
    input: CallInput<typeof smsCode>,
    { brand, context, proof, translate, address, now, addLogFields }: RequestContext,
    voice: boolean,
  ): Promise<{ seconds: number; canCall: 0 | 1 } | Rejection<CodeRefused>> {
    const phone = mobileNumber(brand, input.phone);
    if (!phone) return reject('malformedPhone', { field: 'phone' });
    addLogFields({ mark: phoneMark(appContext.cipher, phone) });
    const purpose = input.purpose ?? 'login';
    const { sid = '', capcode = '' } = input;
    const captchaResult =
      capcode === '' ? undefined : await takeCaptcha(appContext.db, brand.id, sid, capcode, now);
    if (captchaResult === 'wrong' || captchaResult === 'lapsed')
      return reject('wrongCaptcha', {
        field: 'capcode',
        ...(captchaResult === 'lapsed' ? { textId: 'rejection.captchaLapsed' as const } : {}),
      });
    const isCaptchaRight = captchaResult === 'right';
    const result = await inTransaction(appContext.db, async (trx) => {
      const code = await makeCode(trx, appContext.cipher, {
        brand: brand.id,
        phone,
        purpose,
        deviceId: context.deviceId,
        address,
        proof,
        captcha: isCaptchaRight,
        now,
      });
      if (!('rejected' in code)) {
        const text = translate(voice ? 'sms.voiceCode' : 'sms.code', {
          // The call reads the code digit by digit.
          code: voice ? code.code.split('').join(', ') : code.code,
          name: brand.names.english,
        });
        if (!(await queueText(trx, appContext, { brand: brand.id, phone, purpose, text, voice, now })))
          return { rejected: 'tooManyToday' } as const;
      }
      return code;
    });
    if (!('rejected' in result))
      return { seconds: resendSeconds, canCall: appContext.ports.sms.canCall ? 1 : 0 };
    return result.rejected === 'tooSoon'
      ? reject('tooSoon', {
          field: 'phone',
          text: translate('rejection.codeTooSoon', { seconds: result.seconds }),
        })
      : reject(result.rejected, { field: result.rejected === 'captchaNeeded' ? 'capcode' : 'phone' });
  }

  serveOpen(smsCode, (input, requestContext) => sendCode(input, requestContext, false));
  serveOpen(voiceCode, async (input, requestContext) =>
    appContext.ports.sms.canCall ? sendCode(input, requestContext, true) : reject('noCalls'),
  );

  serveOpen(login, async (input, requestContext) => {
    const { brand, context, proof, address, now, translate, addLogFields } = requestContext;
    const phone = mobileNumber(brand, input.phone);
    if (!phone) return reject('malformedPhone', { field: 'phone' });
    const byCode = input.smsCode !== undefined && input.smsCode !== '';
    if (byCode === (input.password !== undefined && input.password !== ''))
      throw new BadRequest('smsCode', 'a code or a password, and not both');
    addLogFields({ how: byCode ? 'code' : 'password', mark: phoneMark(appContext.cipher, phone) });
    let newHash: string | undefined;
    if (byCode) {
      // A try counts even if the sign-in fails, so it is outside the transaction that opens the session.
      const asker = {
        brand: brand.id,
        phone,
        purpose: 'login',
        deviceId: context.deviceId,
        address,
        proof,
      } as const;
      if (!(await useCode(appContext.db, appContext.cipher, asker, { code: input.smsCode ?? '', now })))
        return reject('wrongCode', { field: 'smsCode' });
    } else {
      const attempt = { brand: brand.id, phone, address, proof, now };
      if (!(await canTry(appContext.db, attempt)))
        return reject('tooManyTries', { field: 'password', text: translate('rejection.tooManyTries') });
      const account = await appContext.db
        .selectFrom('borrower')
        .select('password_hash')
        .where('brand', '=', brand.id)
        .where('phone', '=', phone)
        .executeTakeFirst();
      if (!(await isPassword(input.password ?? '', account?.password_hash)))
        return reject('wrongPassword', { field: 'password' });
      // An outdated hash is replaced with the current parameters.
      if (isOutdated(account?.password_hash ?? '')) newHash = await hashPassword(input.password ?? '');
      await forgetTries(appContext.db, attempt);
    }
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
      if (newHash !== undefined)
        await trx
          .updateTable('borrower')
          .set({ password_hash: newHash })
          .where('id', '=', borrowerId)
          .execute();
      await applyBlocks(trx, appContext, brand, borrowerId);
      if (!byCode && (await isNewDevice(trx, borrowerId, context.deviceId, sessionId)))
        await notifyOwner(trx, appContext, phone, requestContext, 'newDevice');
      // Signing in again ends the caller's former session.
      if (context.sessionId) await revokeSession(trx, { token: context.sessionId }, borrowerId, now);
      return { sessionId };
    });
  });

  serveOpen(redeemTicket, async (input, { brand, context, proof, now, addLogFields }) => {
    addLogFields({ how: 'ticket' });
    const redeemed = await inTransaction(appContext.db, (trx) =>
      redeem(trx, input.ticket, brand.id, { deviceId: context.deviceId, proof }, now),
    );
    if (!redeemed) return reject('unknownTicket', { field: 'ticket' });
    addLogFields({ borrower: redeemed.borrowerId });
    return { sessionId: redeemed.sessionId };
  });

  serve(logout, async (_input, { db, borrower, context, now }) => {
    await revokeSession(db, { token: context.sessionId ?? '' }, borrower.id, now);
    return {};
  });

  serve(ticket, async (_input, { db, context, now }) => issueTicket(db, context.sessionId ?? '', now));

  serve(profile, async (_input, { db, brand, borrower }) => {
    const row = await db
      .selectFrom('borrower')
      .leftJoin('erasure_request', 'erasure_request.borrower_id', 'borrower.id')
      .select(['password_hash', 'language', 'theme', 'erase_on', 'invite_code'])
      .where('borrower.id', '=', borrower.id)
      .executeTakeFirstOrThrow();
    return {
      phone: masked(borrower.phone),
      certified: await isCertified(db, borrower.id),
      hasPassword: row.password_hash !== null,
      language: row.language ?? '',
      theme: row.theme ?? 'system',
      invite: inviteOf(brand.id, row.invite_code ?? ''),
      ...(row.erase_on === null ? {} : { eraseOn: row.erase_on }),
    };
  });
}

/** The borrower's invite code and the URL of the registration page with it. */
function inviteOf(brand: string, code: string): { code: string; url: string } {
  return { code, url: `/promotion?${new URLSearchParams({ appName: brand, invite_code: code })}` };
}

/** A masked phone number: its last four digits. */
function masked(phone: string): string {
  return `•••• ${phone.slice(-4)}`;
}
