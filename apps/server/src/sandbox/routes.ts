import {
  maxDaysAhead,
  sandboxBorrower,
  sandboxBrands,
  sandboxCaptcha,
  sandboxClock,
  sandboxCodes,
  sandboxComplaintAnswer,
  sandboxComplaints,
  sandboxPay,
  sandboxPayout,
  sandboxSetClock,
  sandboxSms,
  sandboxTransfers,
  sandboxUtrReview,
} from '@hiram/contract/sandbox';
import { daysBetween, localDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import type { Server } from '../api/serve.ts';
import { mobileNumber } from '../brands/phone.ts';
import { answerComplaint } from '../features/complaint/answer-complaint.ts';
import { loadOrder } from '../lending/loans/loans.ts';
import { isExpired } from '../lending/payments/payment-codes.ts';
import { normalUtr, reviewTransfer } from '../lending/payments/transfers.ts';
import { sendPayout } from '../lending/payouts/send-payout.ts';
import { withFixedToday } from '../platform/clock/clock.ts';
import { inTransaction } from '../platform/database/connect.ts';
import { BadRequest, reject } from '../platform/errors/rejection.ts';
import { tokenHash } from '../platform/http/session.ts';
import { knownId } from '../platform/ids.ts';
import { runDueWork } from '../scheduler/scheduler.ts';
import { createDemoBorrower } from './demo-borrower.ts';
import type { SandboxProvider } from './provider.ts';

/**
 * Calls for trying the product: demo borrowers, the business clock, the text inbox and the cashier. Routed in the sandbox only.
 */
export function sandboxRoutes({ serveOpen, appContext }: Server, provider: SandboxProvider): void {
  serveOpen(sandboxBorrower, async (input, { brand, context, proof }) =>
    // As in an app's sign-in, the app's key is bound at once; a page's key, at the page's first call.
    createDemoBorrower(appContext, brand, input, {
      deviceId: context.deviceId,
      proof: { ...proof, page: [] },
    }),
  );

  serveOpen(sandboxBrands, async () => ({
    brands: [...appContext.brands.values()].map((brand) => ({
      id: brand.id,
      name: brand.names.english,
      languages: [...brand.languages],
    })),
  }));

  serveOpen(sandboxClock, async (_input, { brand, db }) => ({
    date: await appContext.clock.today(db, brand.timeZone),
  }));

  serveOpen(sandboxSetClock, async ({ days, date }, { brand, db }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    if (date !== undefined && !isLocalDate(date)) throw new BadRequest('date', 'date names no day');
    const ahead = date === undefined ? (days ?? 0) : daysBetween(today, localDate(date));
    if (ahead < 0) return reject('backwards', { field: 'date' });
    const moved = await db
      .updateTable('business_clock')
      .set((eb) => ({ offset_days: eb('offset_days', '+', ahead) }))
      .where('offset_days', '<=', maxDaysAhead - ahead)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n)
      throw new BadRequest(date === undefined ? 'days' : 'date', 'that is too far ahead');
    // The business day has changed, so the day cached for this request is outdated.
    return withFixedToday(async () => {
      await runDueWork(appContext);
      return { date: await appContext.clock.today(db, brand.timeZone) };
    });
  });

  serveOpen(sandboxSms, async ({ phone }, { brand }) => {
    const messages = await provider.texts(mobileNumber(brand, phone) ?? phone);
    return {
      messages: messages.map((text) => {
        const code = /\b\d{6}\b/.exec(text)?.[0];
        return code ? { text, code } : { text };
      }),
    };
  });

  serveOpen(sandboxCodes, async ({ phone }, { brand, db }) => {
    const rows = await db
      .selectFrom('payment_code')
      .innerJoin('borrower', 'borrower.id', 'payment_code.borrower_id')
      .select(['payment_code.pay_code', 'payment_code.amount', 'payment_code.channel', 'payment_code.state'])
      .where('borrower.brand', '=', brand.id)
      .where('borrower.phone', '=', mobileNumber(brand, phone) ?? phone)
      .where('payment_code.pay_code', 'is not', null)
      .orderBy('payment_code.issued_at', 'desc')
      .limit(5)
      .execute();
    const nameOf = (number: string) =>
      brand.channels.find((channel) => channel.number === number)?.name ?? number;
    return {
      codes: rows.map((row) => ({
        payCode: row.pay_code ?? '',
        amount: row.amount,
        channel: nameOf(row.channel),
        state: row.state,
      })),
    };
  });

  serveOpen(sandboxPay, async ({ payCode, amount, date, withoutWebhook }, requestContext) => {
    const { db } = requestContext;
    if (date !== undefined && !isLocalDate(date)) throw new BadRequest('date', 'date names no day');
    const text = payCode.replace(/\s/g, '');
    // A counter checks the code's expiry by the business day, which the sandbox moves; the provider uses the machine's clock.
    const code = await db
      .selectFrom('payment_code')
      .selectAll()
      .where('pay_code', '=', text)
      .executeTakeFirst();
    // The code's brand counts, whatever brand the request has.
    const order = code && (await loadOrder(db, code.borrower_id, code.order_id));
    const brand = appContext.brands.get(order?.brand ?? '') ?? requestContext.brand;
    const paidOn = date === undefined ? await appContext.clock.today(db, brand.timeZone) : localDate(date);
    if (code && isExpired(code, brand, appContext.clock.now(), paidOn))
      return reject('expiredCode', { field: 'payCode' });
    const paid = await provider.pay(text, amount, paidOn, withoutWebhook);
    if (paid === 'unknown') return reject('unknownCode', { field: 'payCode' });
    if (paid === 'expired') return reject('expiredCode', { field: 'payCode' });
    return paid;
  });

  serveOpen(sandboxComplaintAnswer, async ({ complaintId, answer, asksForRating }, { brand, db, now }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    const answered = await inTransaction(appContext.db, (trx) =>
      answerComplaint(trx, { complaintId, text: answer, needsScore: asksForRating === 1, today, now }),
    );
    return answered ? {} : reject('alreadyAnswered', { field: 'complaintId' });
  });

  serveOpen(sandboxComplaints, async ({ phone }, { brand, db }) => ({
    complaints: (
      await db
        .selectFrom('complaint')
        .innerJoin('borrower', 'borrower.id', 'complaint.borrower_id')
        .select(['complaint.id', 'complaint.reference', 'complaint.detail'])
        .where('borrower.brand', '=', brand.id)
        .where('borrower.phone', '=', mobileNumber(brand, phone) ?? phone)
        .where('complaint.answered_at', 'is', null)
        .orderBy('complaint.id', 'desc')
        .limit(5)
        .execute()
    ).map((row) => ({ complaintId: row.id, reference: row.reference, content: row.detail })),
  }));

  serveOpen(sandboxTransfers, async ({ phone }, { brand, db }) => ({
    transfers: await db
      .selectFrom('utr_submission')
      .innerJoin('borrower', 'borrower.id', 'utr_submission.borrower_id')
      .select(['utr_submission.utr', 'utr_submission.amount'])
      .where('borrower.brand', '=', brand.id)
      .where('borrower.phone', '=', mobileNumber(brand, phone) ?? phone)
      .where('utr_submission.state', '=', 'review')
      .orderBy('utr_submission.sent_at', 'desc')
      .limit(5)
      .execute(),
  }));

  serveOpen(sandboxUtrReview, async ({ utr, result, amount, reason }, { brand, db, now }) => {
    const paidOn = await appContext.clock.today(db, brand.timeZone);
    const reviewed = await inTransaction(appContext.db, (trx) =>
      reviewTransfer(trx, appContext, {
        brand: brand.id,
        utr: normalUtr(utr) ?? '',
        accepted: result === 'accepted',
        amount,
        paidOn,
        reason,
        now,
      }),
    );
    return reviewed ? {} : reject('unknownUtr', { field: 'utr' });
  });

  serveOpen(sandboxCaptcha, async ({ visitorId }, { db }) => {
    const visitor = await db
      .selectFrom('visitor')
      .select('captcha_encrypted')
      .where('sid_hash', '=', tokenHash(visitorId))
      .executeTakeFirst();
    return visitor?.captcha_encrypted
      ? { text: appContext.cipher.decrypt(visitor.captcha_encrypted) }
      : reject('unknownSid', { field: 'visitorId' });
  });

  serveOpen(sandboxPayout, async ({ orderId, result }, { db }) => {
    const payout = await db
      .selectFrom('payout')
      .select(['id', 'state'])
      .where('order_id', '=', knownId(orderId))
      .orderBy('requested_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (payout?.state === 'paid' && result === 'returned')
      return (await provider.comeBack(payout.id)) ? {} : reject('noPayout', { field: 'orderId' });
    if (!payout || payout.state === 'paid' || payout.state === 'returned')
      return reject('noPayout', { field: 'orderId' });
    // The payout job may not have run yet, and the provider must have the payout.
    await sendPayout(appContext, payout.id);
    return (await provider.decidePayout(payout.id, result)) ? {} : reject('noPayout', { field: 'orderId' });
  });
}
