import { randomInt, randomUUID } from 'node:crypto';
import { cents, formatCents, type LocalDate } from '@hiram/loan';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Db } from '../../platform/database/connection/connect.ts';

const codeSchema = v.strictObject({
  reference: v.pipe(v.string(), v.uuid()),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  currency: v.picklist(['PHP', 'INR', 'IDR']),
  channel: v.string(),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
});
type CodeInput = v.InferOutput<typeof codeSchema>;

type PayResult = { readonly paymentId: string } | 'unknown' | 'expired';

export interface FakeCodes {
  /**
   * Pays a code at the counter: `amount` in cents, on the payer's `date`. Resolves when the webhook was accepted. With
   * `withoutWebhook`, no webhook is sent, and only the statement has the payment.
   */
  pay(
    payCode: string,
    amount: number | undefined,
    date: LocalDate,
    withoutWebhook?: boolean,
  ): Promise<PayResult>;
  /** Reports a payment by a reference that nobody issued, as of another system that shares the account. `amount` in cents. */
  payUnknown(amount: number, date: LocalDate): Promise<void>;
}

interface FakeCodesOptions {
  readonly db: Db;
  readonly now: () => Date;
  readonly notify: (notice: object) => Promise<void>;
}

/** Payment codes of the sandbox's provider. */
export function fakeCodes(app: FastifyInstance, { db, now, notify }: FakeCodesOptions): FakeCodes {
  app.post('/codes', async (request) => {
    const input = v.parse(codeSchema, request.body);
    const { id, pay_code, amount } = await issueCode(db, input);
    return { id, payCode: pay_code, qr: qrText(input, pay_code, amount) };
  });

  return {
    async pay(payCode, requestedAmount, date, withoutWebhook = false) {
      const code = await db
        .selectFrom('sandbox_code')
        .selectAll()
        .where('pay_code', '=', payCode)
        .executeTakeFirst();
      if (!code) return 'unknown';
      if (code.expires_at <= now()) return 'expired';
      const paymentId = `pay_${randomUUID()}`;
      const { reference } = code;
      const amount = requestedAmount ?? code.amount;
      await db
        .insertInto('sandbox_payment')
        .values({ id: paymentId, reference, amount, paid_on: date })
        .execute();
      if (!withoutWebhook)
        await notify({ kind: 'payment', id: `msg_${paymentId}`, reference, paymentId, amount, paidOn: date });
      return { paymentId };
    },
    async payUnknown(amount, date) {
      const [paymentId, reference] = [`pay_${randomUUID()}`, randomUUID()];
      await db
        .insertInto('sandbox_payment')
        .values({ id: paymentId, reference, amount, paid_on: date })
        .execute();
      await notify({ kind: 'payment', id: `msg_${paymentId}`, reference, paymentId, amount, paidOn: date });
    },
  };
}

/** In rupees the text of a UPI code, which payment apps open too. Amount in cents. */
function qrText({ currency }: CodeInput, payCode: string, amount: number): string {
  if (currency !== 'INR') return `hiram-sandbox:${payCode}:${amount}`;
  const am = formatCents(cents(amount), { symbol: '', group: '', decimal: '.', grouping: 'thousands' });
  return `upi://pay?${new URLSearchParams({ pa: 'sandbox@hiram', pn: 'Sandbox', tr: payCode, am, cu: 'INR' })}`;
}

/** Stores a code, once for each reference, and returns the stored one. */
async function issueCode(db: Db, { reference, amount, expiresAt }: CodeInput) {
  await db
    .insertInto('sandbox_code')
    .values({
      id: `code_${randomUUID()}`,
      reference,
      pay_code: String(randomInt(100_000_000_000, 1_000_000_000_000 - 1)).slice(0, 12),
      amount,
      expires_at: new Date(expiresAt),
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute();
  return db
    .selectFrom('sandbox_code')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
}
