import { randomUUID } from 'node:crypto';
import { redeemTicket, ticket } from '@hiram/contract/account';
import { uploadProblemImg } from '@hiram/contract/complaint';
import { asId } from '@hiram/contract/ids';
import { bindDebitCard, cardBanks, repaymentCommit, repaymentWay } from '@hiram/contract/legacy';
import { rateOrder } from '@hiram/contract/order';
import { saveEvent } from '@hiram/contract/tracking';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cardOptions } from '../../test/support/borrowers/card-options.ts';
import { borrowerIdOfPhone } from '../../test/support/database/rows.ts';
import { sendAny } from '../../test/support/inputs/any-call.ts';
import type { DemoBorrower } from '../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../test/support/processes/set-up.ts';
import { maxTapsADay } from '../features/tracking/save-tap.ts';
import { newToken, tokenHash } from './http/sessions/session.ts';
import { newId } from './ids.ts';
import { countUsage, isUsageLeft, returnUsage, type UsageLimit } from './usage-limits.ts';

const hiram = setUpHiram();

const db = () => hiram.server.appContext.db;

/** A borrower on a device that no other borrower uses. */
async function newBorrower(): Promise<DemoBorrower> {
  const borrower = await hiram.borrower({ state: 'ready' });
  return { ...borrower, context: { ...borrower.context, deviceId: randomUUID() } };
}

const take = (limits: readonly UsageLimit[], now: Date) =>
  countUsage(db(), hiram.server.appContext.cipher, { brand: 'spec', limits, now });

let cards = 0;
/** A card number with a right check digit and these last four digits. */
function cardEnding(tail: string): string {
  const luhn = (digits: string) =>
    [...digits].reverse().reduce((sum, sign, place) => {
      const digit = Number(sign) * (place % 2 === 1 ? 2 : 1);
      return sum + (digit > 9 ? digit - 9 : digit);
    }, 0) % 10;
  cards += 1;
  const front = `45321${String(cards).padStart(6, '0')}`;
  for (let check = 0; ; check += 1)
    if (luhn(`${front}${check}${tail}`) === 0) return `${front}${check}${tail}`;
}

async function bind(borrower: DemoBorrower, cardNo: string) {
  const { banks } = (await hiram.send(cardBanks, {}, borrower.context)).data;
  return hiram.send(
    bindDebitCard,
    { bankCode: banks[0]?.bankCode ?? '', cardNo, validThru: '12/40', holderName: 'Maria Santos' },
    borrower.context,
  );
}

test('any number of parallel requests is limited exactly, and a successful one is given back [T116]', async () => {
  const now = new Date();
  const limits = [
    { kind: 'a', subject: 'someone', max: 7 },
    { kind: 'b', subject: 'somewhere', max: 20 },
  ];
  const answers = await Promise.all(Array.from({ length: 40 }, () => take(limits, now)));
  expect(answers.filter(Boolean)).toHaveLength(7);
  const another = [{ kind: 'a', subject: 'another', max: 1 }];
  expect(await take(another, now)).toBe(true);
  expect(await take(another, now)).toBe(false);
  await returnUsage(db(), hiram.server.appContext.cipher, { brand: 'spec', limits: another, now });
  await returnUsage(db(), hiram.server.appContext.cipher, { brand: 'spec', limits: another, now });
  expect(await take(another, now)).toBe(true);
  // Usage at one brand uses up nothing of another's limits, and nothing is returned there.
  const usage = { brand: 'ph', limits: another, now };
  expect(await isUsageLeft(db(), hiram.server.appContext.cipher, usage)).toBe(true);
  expect(await countUsage(db(), hiram.server.appContext.cipher, usage)).toBe(true);
  expect(await countUsage(db(), hiram.server.appContext.cipher, usage)).toBe(false);
  await returnUsage(db(), hiram.server.appContext.cipher, { ...usage, brand: 'in' });
  expect(await isUsageLeft(db(), hiram.server.appContext.cipher, usage)).toBe(false);
  // The next day starts again at zero.
  expect(await take(another, new Date(now.getTime() + 86_400_000))).toBe(true);
  const { rows } = await sql<{ subject: Buffer }>`select subject from usage_count`.execute(db());
  expect(rows.some(({ subject }) => /some|another/.test(subject.toString('latin1')))).toBe(false);
});

test('KEY-04 of twenty parallel cards ten are bound, by calls and by raw SQL [T117]', async () => {
  const borrower = await newBorrower();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, card) => bind(borrower, cardEnding(String(2000 + card)))),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const id = await borrowerIdOfPhone(db(), borrower.phone);
  const insert = () =>
    sql`insert into debit_card (borrower_id, id, bank_code, bank_name, tail, token_encrypted, digest, created_at)
      values (${id}, gen_random_uuid(), 'B', 'Bank', '1234', '\\x00', ${Buffer.from(randomUUID())}, now())`.execute(
      db(),
    );
  await Promise.allSettled(Array.from({ length: 20 }, insert));
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from debit_card where borrower_id = ${id}`.execute(db());
  expect(rows).toEqual([{ n: 10 }]);
  await expect(insert()).rejects.toThrow('has 10 cards');
});

test('sixty parallel tickets leave fifty live sessions, also by raw SQL [T118]', async () => {
  const borrower = await newBorrower();
  const id = await borrowerIdOfPhone(db(), borrower.phone);
  const live = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from session
      where borrower_id = ${id} and revoked_at is null and expires_at > now()`.execute(db());
    return rows[0]?.n;
  };
  const tickets = await Promise.all(
    Array.from({ length: 60 }, async () => (await hiram.send(ticket, {}, borrower.context)).data.ticket),
  );
  await Promise.all(
    tickets.map((ticket) => hiram.send(redeemTicket, { ticket }, { deviceId: randomUUID() })),
  );
  expect(await live()).toBe(50);
  await Promise.all(
    Array.from({ length: 20 }, () =>
      sql`insert into session (token_hash, borrower_id, brand, created_at, expires_at)
        values (${tokenHash(newToken())}, ${id}, 'spec', now(), now() + interval '1 day')`.execute(db()),
    ),
  );
  expect(await live()).toBe(50);
});

test('CMP-10 the sixty-first picture of a day is rejected, also with parallel uploads [T066]', async () => {
  const borrower = await newBorrower();
  const id = await borrowerIdOfPhone(db(), borrower.phone);
  const create = { width: 8, height: 8, channels: 3, background: '#8a4b00' } as const;
  const photo = await sharp({ create }).jpeg().toBuffer();
  const send = (bytes: Buffer) =>
    sendAny(hiram, uploadProblemImg, { problemImage: bytes }, { context: borrower.context });
  const limit = { kind: 'upload borrower', subject: id, max: 60 };
  for (let sent = 0; sent < 52; sent += 1) await take([limit], new Date());
  for (let refused = 0; refused < 4; refused += 1)
    expect(await send(Buffer.from('this is no picture at all, whatever it says'))).toMatchObject({
      success: false,
    });
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(photo)));
  expect(answers.filter(({ success }) => success)).toHaveLength(4);
  expect(new Set(answers.filter(({ success }) => !success).map(({ code }) => code))).toEqual(
    new Set(['61106']),
  );
});

test('KEY-04 after ten declined cards further numbers get an answer that reveals nothing [T122]', async () => {
  const tester = await newBorrower();
  const answers = [];
  for (let card = 0; card < 10; card += 1) answers.push(await bind(tester, cardEnding('0119')));
  // The provider would accept this card.
  answers.push(await bind(tester, cardEnding('4242')));
  const listed = answers.map(({ code, message, field, data }) =>
    JSON.stringify({ code, message, field, data }),
  );
  expect(new Set(listed).size).toBe(1);
  expect(answers[0]).toMatchObject({ success: false, code: '800015' });
  // Another account on the same device does not avoid the limit, and neither does another device of the same
  // account.
  const second = await hiram.borrower({ state: 'ready' });
  const sameDevice = { ...second, context: { ...second.context, deviceId: tester.context.deviceId ?? '' } };
  expect(await bind(sameDevice, cardEnding('4242'))).toMatchObject({ code: '800015' });
  const otherBorrower = await newBorrower();
  expect(await bind(otherBorrower, cardEnding('4242'))).toMatchObject({ success: true });
});

test('KEY-04 many declined cards stop their address; fifty parallel ones get no further [T123]', async () => {
  const address = '10.77.0.1';
  const limit = { kind: 'card address', subject: address, max: 100 };
  for (let attempt = 0; attempt < 100; attempt += 1) await take([limit], new Date());
  expect(await take([limit], new Date())).toBe(false);
  const tester = await newBorrower();
  const answers = await Promise.all(Array.from({ length: 30 }, () => bind(tester, cardEnding('0119'))));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['800015']));
  const request = { kind: 'card borrower', subject: await borrowerIdOfPhone(db(), tester.phone), max: 31 };
  // All thirty were counted, and ten of them reached the provider.
  expect(await take([request], new Date())).toBe(true);
  expect(await take([request], new Date())).toBe(false);
});

test('LEG-03 a declined charge counts as a declined card, and after ten none is charged [T124]', async () => {
  const borrower = await hiram.borrower({ state: '180', with: { needValid: 0 } });
  const context = { ...borrower.context, deviceId: randomUUID() };
  const payer = { ...borrower, context };
  expect(await bind(payer, cardEnding('0002'))).toMatchObject({ success: true });
  const commit = async () => {
    const repayment = (await hiram.send(repaymentWay, { orderId: borrower.orderId }, context)).data;
    return hiram.send(repaymentCommit, cardOptions(repayment, borrower.orderId), context);
  };
  const answers = [];
  for (let attempt = 0; attempt < 10; attempt += 1) answers.push(await commit());
  // This card would be charged; the newest one comes first.
  expect((await bind({ ...payer, context: { ...context } }, cardEnding('4242'))).code).toBe('800015');
  const good = await hiram.server.appContext.ports.card.tokenise({
    number: cardEnding('4242'),
    validThru: '12/40',
    holder: 'Maria Santos',
  });
  const { cipher } = hiram.server.appContext;
  await sql`insert into debit_card (borrower_id, id, bank_code, bank_name, tail, token_encrypted, digest, created_at)
    values (${await borrowerIdOfPhone(db(), borrower.phone)}, ${newId()}, 'B', 'Bank', '4242', ${cipher.encrypt(good ?? '')},
      ${cipher.digest(randomUUID())}, now())`.execute(db());
  answers.push(await commit());
  expect(new Set(answers.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
  const charged = await sql`select from sandbox_charge join card_payment
    on card_payment.code_id::text = sandbox_charge.reference::text
    where card_payment.order_id = ${borrower.orderId}`.execute(db());
  expect(charged.rows).toEqual([]);
});

test('ORD-12 a loan is rated once: the first stars stay, by the call and by raw SQL', async () => {
  const borrower = await hiram.borrower({ state: '200' });
  const rate = (stars: number) =>
    hiram.send(rateOrder, { score: 5, orderId: borrower.orderId, stars }, borrower.context);
  const answers = await Promise.all([2, 5, 1, 4].map(rate));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  const storedCount = async () => {
    const { rows } = await sql<{ stars: number }>`
      select rating_stars as stars from loan_order where id = ${borrower.orderId}`.execute(db());
    return rows[0]?.stars ?? 0;
  };
  const first = await storedCount();
  expect(await rate(first === 3 ? 4 : 3)).toMatchObject({ success: false, code: '30202' });
  // The same tap again.
  expect(await rate(first)).toMatchObject({ success: true });
  await expect(
    sql`update loan_order set rating_stars = 5, rated_at = now() where id = ${borrower.orderId}`.execute(
      db(),
    ),
  ).rejects.toThrow('was rated before');
  expect(await storedCount()).toBe(first);
});

test('KEY-09 taps of a borrower are stored up to a daily limit [T125]', async () => {
  const borrower = await newBorrower();
  const productId = randomUUID();
  const tap = () => hiram.send(saveEvent, { productId, moduleId: 30, positionId: 0 }, borrower.context);
  expect(await tap()).toMatchObject({ success: true });
  const id = await borrowerIdOfPhone(db(), borrower.phone);
  await hiram.owner
    .updateTable('usage_count')
    .set({ times: maxTapsADay - 3 })
    .where('subject', '=', hiram.server.appContext.cipher.digest(`tap borrower ${id}`))
    .execute();
  const answers = await Promise.all(Array.from({ length: 10 }, tap));
  expect(answers.map((answer) => answer.success)).toEqual(Array.from({ length: 10 }, () => true));
  const { kept: stored } = await db()
    .selectFrom('tracking_event')
    .select((eb) => eb.fn.countAll<number>().as('kept'))
    .where('product_id', '=', asId(productId))
    .executeTakeFirstOrThrow();
  expect(stored).toBe(4);
});
