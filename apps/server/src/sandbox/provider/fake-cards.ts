import { randomInt, randomUUID } from 'node:crypto';
import type { LocalDate } from '@hiram/loan';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Db } from '../../platform/database/connection/connect.ts';

const codeMs = 5 * 60_000;
const maxTries = 5;

const cardSchema = v.strictObject({
  number: v.pipe(v.string(), v.regex(/^\d{13,19}$/)),
  validThru: v.pipe(v.string(), v.regex(/^\d\d\/\d\d$/)),
  holder: v.string(),
});
const chargeSchema = v.strictObject({
  reference: v.pipe(v.string(), v.uuid()),
  token: v.string(),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  phone: v.string(),
});
const codeSchema = v.strictObject({ charge: v.string(), phone: v.string() });
const confirmSchema = v.strictObject({ charge: v.string(), code: v.string() });

interface FakeCardsOptions {
  readonly db: Db;
  readonly now: () => Date;
  readonly today: () => Promise<LocalDate>;
  readonly notify: (notice: object) => Promise<void>;
}

/**
 * Debit cards of the sandbox's provider. The last digits choose the bank's behaviour, as with test cards: 0002 is declined, an
 * odd second-to-last digit requires a code by text, any other is charged at once; 0119 is not accepted.
 */
export function fakeCards(app: FastifyInstance, options: FakeCardsOptions): void {
  app.post('/cards', async (request) => storeCard(v.parse(cardSchema, request.body).number, options));
  app.post('/charges', async (request) => chargeCard(v.parse(chargeSchema, request.body), options));
  app.post('/charges/code', async (request) => {
    const { charge, phone } = v.parse(codeSchema, request.body);
    await sendCode(charge, phone, options);
    return { id: charge };
  });
  app.post('/charges/confirm', async (request) =>
    confirmCharge(v.parse(confirmSchema, request.body), options),
  );
}

async function storeCard(number: string, { db }: FakeCardsOptions) {
  const tail = number.slice(-4);
  if (tail === '0119') return {};
  const token = `card_${randomUUID()}`;
  await db
    .insertInto('sandbox_card')
    .values({ token, tail, requires_code: Number(tail[2]) % 2 === 1, declines: tail === '0002' })
    .execute();
  return { token };
}

async function chargeCard(input: v.InferOutput<typeof chargeSchema>, options: FakeCardsOptions) {
  const { db } = options;
  const { reference, token, amount } = input;
  const card = await db.selectFrom('sandbox_card').selectAll().where('token', '=', token).executeTakeFirst();
  if (!card || card.declines) return { state: 'declined' };
  await db
    .insertInto('sandbox_charge')
    .values({ id: `charge_${randomUUID()}`, reference, token, amount, state: 'waiting' })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute();
  const charge = await db
    .selectFrom('sandbox_charge')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  if (card.requires_code) {
    await sendCode(charge.id, input.phone, options);
    return { state: 'needsCode', charge: charge.id };
  }
  await takePayment(charge.id, options);
  return { state: 'captured', charge: charge.id };
}

async function confirmCharge(
  { charge, code }: v.InferOutput<typeof confirmSchema>,
  options: FakeCardsOptions,
) {
  const { db, now } = options;
  // A repeated request after a lost answer: the charge stays charged, once.
  const done = await db
    .selectFrom('sandbox_charge')
    .select('id')
    .where('id', '=', charge)
    .where('state', '=', 'paid')
    .where('code', '=', code)
    .executeTakeFirst();
  if (done) return { state: 'captured' };
  const attempt = await db
    .updateTable('sandbox_charge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', charge)
    .where('state', '=', 'waiting')
    .where('tries', '<', maxTries)
    .where('code_expires_at', '>', now())
    .returning('code')
    .executeTakeFirst();
  if (attempt?.code === undefined || attempt.code !== code) return { state: 'wrongCode' };
  await takePayment(charge, options);
  return { state: 'captured' };
}

async function sendCode(charge: string, phone: string, { db, now }: FakeCardsOptions): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await db
    .updateTable('sandbox_charge')
    .set({ code, tries: 0, code_expires_at: new Date(now().getTime() + codeMs) })
    .where('id', '=', charge)
    .where('state', '=', 'waiting')
    .execute();
  await db
    .insertInto('sandbox_text')
    .values({
      id: randomUUID(),
      phone,
      body: `Your bank: ${code} is the code for your card payment. Tell it to nobody.`,
      received_at: now(),
    })
    .execute();
}

/** Charges once, and sends the webhook of the payment. */
async function takePayment(charge: string, { db, today, notify }: FakeCardsOptions): Promise<void> {
  const existing = await db
    .updateTable('sandbox_charge')
    .set({ state: 'paid' })
    .where('id', '=', charge)
    .where('state', '=', 'waiting')
    .returning(['reference', 'amount'])
    .executeTakeFirst();
  if (!existing) return;
  const { reference, amount } = existing;
  const paidOn = await today();
  await db.insertInto('sandbox_payment').values({ id: charge, reference, amount, paid_on: paidOn }).execute();
  await notify({ kind: 'payment', id: `msg_${charge}`, reference, paymentId: charge, amount, paidOn });
}
