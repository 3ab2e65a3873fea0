import { login, logout, profile, redeemTicket, smsCode, ticket } from '@hiram/contract/account';
import { inTransaction } from '../db/connect.ts';
import { refuse } from '../http/refuse.ts';
import type { Server } from '../http/serve.ts';
import { issueTicket, openSession, redeem, revokeSession } from '../http/session.ts';
import { newId } from '../lending/ids.ts';
import { queueText } from '../lending/messages.ts';
import { isCertified } from '../lending/profile.ts';
import { makeCode, useCode } from './codes.ts';
import { mobileNumber } from './phone.ts';

/** The countdown that the page shows until a code can be asked for again. */
const resendSeconds = 60;

export function accountRoutes({ serve, serveOpen, house }: Server): void {
  serveOpen(smsCode, async (input, { brand, context, speak, address, now }) => {
    const phone = mobileNumber(brand, input.phone);
    if (!phone) return refuse('malformedPhone', { field: 'phone' });
    const made = await inTransaction(house.db, async (trx) => {
      const code = await makeCode(trx, {
        brand: brand.id,
        phone,
        purpose: 'login',
        deviceId: context.deviceId,
        address,
        now,
      });
      if (!('refused' in code)) {
        const text = speak('sms.code', { code: code.code, name: brand.names.english });
        await queueText(trx, house, { brand: brand.id, phone, purpose: 'login', text, now });
      }
      return code;
    });
    if (!('refused' in made)) return { seconds: resendSeconds };
    return made.refused === 'tooSoon'
      ? refuse('tooSoon', { field: 'phone', text: speak('refusal.codeTooSoon', { seconds: made.seconds }) })
      : refuse('tooManyToday', { field: 'phone' });
  });

  serveOpen(login, async (input, { brand, context, now }) => {
    const phone = mobileNumber(brand, input.phone);
    if (!phone) return refuse('malformedPhone', { field: 'phone' });
    // The try must count even where the sign-in fails, so it stands outside the transaction that opens the session.
    if (!(await useCode(house.db, brand.id, phone, 'login', input.smsCode, now)))
      return refuse('wrongCode', { field: 'smsCode' });
    return inTransaction(house.db, async (trx) => {
      await trx
        .insertInto('borrower')
        .values({ id: newId(), brand: brand.id, phone, created_at: now })
        .onConflict((conflict) => conflict.columns(['brand', 'phone']).doNothing())
        .execute();
      const borrower = await trx
        .selectFrom('borrower')
        .select('id')
        .where('brand', '=', brand.id)
        .where('phone', '=', phone)
        .executeTakeFirstOrThrow();
      return {
        sessionId: await openSession(trx, {
          borrowerId: borrower.id,
          brand: brand.id,
          deviceId: context.deviceId,
          now,
        }),
      };
    });
  });

  serveOpen(redeemTicket, async (input, { brand, context, now }) => {
    const sessionId = await inTransaction(house.db, (trx) =>
      redeem(trx, input.ticket, brand.id, context.deviceId, now),
    );
    return sessionId === undefined ? refuse('unknownTicket', { field: 'ticket' }) : { sessionId };
  });

  serve(logout, async (_input, { db, context, now }) => {
    await revokeSession(db, context.sessionId ?? '', now);
    return {};
  });

  serve(ticket, async (_input, { db, context, now }) => issueTicket(db, context.sessionId ?? '', now));

  serve(profile, async (_input, { db, borrower }) => ({
    phone: masked(borrower.phone),
    certified: await isCertified(db, borrower.id),
  }));
}

/** A phone number as it may be shown: its last four digits. */
function masked(phone: string): string {
  return `•••• ${phone.slice(-4)}`;
}
