import { login, logout, profile, redeemTicket, smsCode, ticket, voiceCode } from '@hiram/contract/account';
import type { CallInput, RefusalOf } from '@hiram/contract/call';
import type { Server, Visit } from '../../api/serve.ts';
import { mobileNumber, phoneMark } from '../../brands/phone.ts';
import { applyBlocks } from '../../lending/borrowers/blocks.ts';
import { isCertified } from '../../lending/borrowers/profile.ts';
import { queueText } from '../../messaging/messages.ts';
import { makeCode, useCode } from '../../messaging/one-time-codes.ts';
import { takeCaptcha } from '../../messaging/visitors.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { BadRequest, type Refused, refuse } from '../../platform/errors/rejection.ts';
import { revokeSession } from '../../platform/http/session.ts';
import { issueTicket, redeem } from '../../platform/http/tickets.ts';
import { tellOwner } from './notices.ts';
import { passwordRoutes } from './password-routes.ts';
import { hashPassword, isOutdated, isPassword } from './passwords.ts';
import { settingRoutes } from './settings.ts';
import { forgetTries, isNewDevice, mayTry, signIn } from './sign-in.ts';

/** The countdown that the page shows until a code can be asked for again. */
const resendSeconds = 60;

type CodeRefused = RefusalOf<typeof smsCode>;

/** Signing in and out, and who the borrower is (KEY-01). */
export function accountRoutes(server: Server): void {
  const { serve, serveOpen, house } = server;
  settingRoutes(server);
  passwordRoutes(server);

  async function sendCode(
    input: CallInput<typeof smsCode>,
    { brand, context, proof, speak, address, now, tell }: Visit,
    voice: boolean,
  ): Promise<{ seconds: number; canCall: 0 | 1 } | Refused<CodeRefused>> {
    const phone = mobileNumber(brand, input.phone);
    if (!phone) return refuse('malformedPhone', { field: 'phone' });
    tell({ mark: phoneMark(house.seal, phone) });
    const purpose = input.purpose ?? 'login';
    const { sid = '', capcode = '' } = input;
    const read = capcode === '' ? undefined : await takeCaptcha(house.db, brand.id, sid, capcode, now);
    if (read === 'wrong' || read === 'lapsed')
      return refuse('wrongCaptcha', {
        field: 'capcode',
        ...(read === 'lapsed' ? { textId: 'refusal.captchaLapsed' as const } : {}),
      });
    const captcha = read === 'right';
    const made = await inTransaction(house.db, async (trx) => {
      const code = await makeCode(trx, house.seal, {
        brand: brand.id,
        phone,
        purpose,
        deviceId: context.deviceId,
        address,
        proof,
        captcha,
        now,
      });
      if (!('refused' in code)) {
        const text = speak(voice ? 'sms.voiceCode' : 'sms.code', {
          // Read out digit by digit.
          code: voice ? code.code.split('').join(', ') : code.code,
          name: brand.names.english,
        });
        if (!(await queueText(trx, house, { brand: brand.id, phone, purpose, text, voice, now })))
          return { refused: 'tooManyToday' } as const;
      }
      return code;
    });
    if (!('refused' in made)) return { seconds: resendSeconds, canCall: house.ports.sms.canCall ? 1 : 0 };
    return made.refused === 'tooSoon'
      ? refuse('tooSoon', { field: 'phone', text: speak('refusal.codeTooSoon', { seconds: made.seconds }) })
      : refuse(made.refused, { field: made.refused === 'captchaNeeded' ? 'capcode' : 'phone' });
  }

  serveOpen(smsCode, (input, visit) => sendCode(input, visit, false));
  serveOpen(voiceCode, async (input, visit) =>
    house.ports.sms.canCall ? sendCode(input, visit, true) : refuse('noCalls'),
  );

  serveOpen(login, async (input, visit) => {
    const { brand, context, proof, address, now, speak, tell } = visit;
    const phone = mobileNumber(brand, input.phone);
    if (!phone) return refuse('malformedPhone', { field: 'phone' });
    const byCode = input.smsCode !== undefined && input.smsCode !== '';
    if (byCode === (input.password !== undefined && input.password !== ''))
      throw new BadRequest('smsCode', 'a code or a password, and not both');
    tell({ how: byCode ? 'code' : 'password', mark: phoneMark(house.seal, phone) });
    let renewed: string | undefined;
    if (byCode) {
      // The try must count even where the sign-in fails, so it stands outside the transaction that opens the session.
      const asker = {
        brand: brand.id,
        phone,
        purpose: 'login',
        deviceId: context.deviceId,
        address,
        proof,
      } as const;
      if (!(await useCode(house.db, house.seal, asker, { code: input.smsCode ?? '', now })))
        return refuse('wrongCode', { field: 'smsCode' });
    } else {
      const attempt = { brand: brand.id, phone, address, proof, now };
      if (!(await mayTry(house.db, attempt)))
        return refuse('tooManyTries', { field: 'password', text: speak('refusal.tooManyTries') });
      const known = await house.db
        .selectFrom('borrower')
        .select('password_hash')
        .where('brand', '=', brand.id)
        .where('phone', '=', phone)
        .executeTakeFirst();
      if (!(await isPassword(input.password ?? '', known?.password_hash)))
        return refuse('wrongPassword', { field: 'password' });
      // Kept by what was good enough when it was set: from now on by what is today.
      if (isOutdated(known?.password_hash ?? '')) renewed = await hashPassword(input.password ?? '');
      await forgetTries(house.db, attempt);
    }
    return inTransaction(house.db, async (trx) => {
      const { borrowerId, sessionId } = await signIn(trx, {
        brand: brand.id,
        phone,
        deviceId: context.deviceId,
        proof,
        agreedTo: input.agreed === 1 ? brand.legal.effective : undefined,
        now,
      });
      tell({ borrower: borrowerId });
      if (renewed !== undefined)
        await trx
          .updateTable('borrower')
          .set({ password_hash: renewed })
          .where('id', '=', borrowerId)
          .execute();
      await applyBlocks(trx, house, brand, borrowerId);
      if (!byCode && (await isNewDevice(trx, borrowerId, context.deviceId, sessionId)))
        await tellOwner(trx, house, phone, visit, 'newDevice');
      // Whoever signs in again leaves the session behind with which they came.
      if (context.sessionId) await revokeSession(trx, { token: context.sessionId }, borrowerId, now);
      return { sessionId };
    });
  });

  serveOpen(redeemTicket, async (input, { brand, context, proof, now, tell }) => {
    tell({ how: 'ticket' });
    const traded = await inTransaction(house.db, (trx) =>
      redeem(trx, input.ticket, brand.id, { deviceId: context.deviceId, proof }, now),
    );
    if (!traded) return refuse('unknownTicket', { field: 'ticket' });
    tell({ borrower: traded.borrowerId });
    return { sessionId: traded.sessionId };
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

/** The invite of a borrower, and the page where whoever was invited registers with it. */
function inviteOf(brand: string, code: string): { code: string; url: string } {
  return { code, url: `/promotion?${new URLSearchParams({ appName: brand, invite_code: code })}` };
}

/** A phone number as it may be shown: its last four digits. */
function masked(phone: string): string {
  return `•••• ${phone.slice(-4)}`;
}
