import { randomUUID } from 'node:crypto';
import type { Call } from '@hiram/contract/call';
import { certifySave } from '@hiram/contract/certify';
import { problemSave } from '@hiram/contract/complaint';
import { contactSave } from '@hiram/contract/device';
import { bindDebitCard, repaymentCommit, repaymentConfirm, repaymentWay } from '@hiram/contract/legacy';
import { withdraw } from '@hiram/contract/order';
import { utrSubmit } from '@hiram/contract/repay';
import { expect, inject, test } from 'vitest';
import { canonicalJson } from '../src/platform/crypto/canonical-json.ts';
import { bindAgain } from './support/borrowers/bind-again.ts';
import { cardOptions } from './support/borrowers/card-options.ts';
import { asOwner } from './support/database/throwaway-cluster.ts';
import { everyColumn, notations, tracesOf } from './support/processes/leaks.ts';
import type { DemoBorrower } from './support/processes/running-server.ts';
import { setUpHiram } from './support/processes/set-up.ts';

const cluster = inject('cluster');
const hiram = setUpHiram();

/** The values that the product encrypts, or promises not to store, each of them unique. */
const secrets = {
  account: '09176543219',
  card: '5555555555554444',
  cardMonth: '11/39',
  document: '7351-2846-9137',
  street: '73 Kalye Walang Katulad',
  employer: 'Pagawaan ng Bituin',
  contactName: 'Perpetua Walangkaparis',
  contactPhone: '13912345678',
} as const;

const bodies: Record<string, unknown>[] = [];
async function send(borrower: DemoBorrower, call: Call, input: Record<string, unknown>): Promise<void> {
  bodies.push(input);
  const answer = await hiram.send(call, input, borrower.context, { key: randomUUID() });
  expect([call.name, answer.code, answer.success]).toEqual([call.name, answer.code, true]);
}

/** All calls from the certification to a payment by card, each with an idempotency key. */
async function mainJob(): Promise<void> {
  const fresh = await hiram.borrower({ state: 'new' });
  const personal = {
    birthDate: '1994-05-17',
    barangay: '00101001',
    street: secrets.street,
    permanentAddress: '1',
    idType: 'philsys',
    idNumber: secrets.document,
    fullCapacity: '1',
  };
  const job = {
    employment: 'employed',
    employer: secrets.employer,
    monthlyIncome: '40 000',
    payDay: 'monthly',
  };
  await send(fresh, certifySave, { group: 'personal', values: personal, revision: 0, draft: 1 });
  await send(fresh, certifySave, { group: 'personal', values: personal, revision: 0 });
  await send(fresh, certifySave, { group: 'job', values: job, revision: 0 });
  const paidOut = await hiram.borrower({ state: '151' });
  const account = {
    cardType: '2',
    walletCode: 'GXCHPHM2',
    walletNumber: secrets.account,
    holderName: 'Maria Santos',
    product_id: paidOut.productId,
  };
  bodies.push(account);
  await bindAgain(hiram, paidOut, account);
  await send(paidOut, withdraw, { orderId: paidOut.orderId });
  const late = await hiram.borrower({ state: '180', with: { needValid: 1 } });
  const { contactName, contactPhone, card, cardMonth } = secrets;
  await send(late, contactSave, { name: contactName, phone: contactPhone, relation: 'friend' });
  await send(late, problemSave, { problemType: 2, problemDetail: 'Nobody answers.', orderNo: late.orderId });
  await send(late, bindDebitCard, {
    bankCode: 'BNORPHMM',
    cardNo: card,
    validThru: cardMonth,
    holderName: 'Maria Santos',
  });
  const repayment = (await hiram.send(repaymentWay, { orderId: late.orderId }, late.context)).data;
  const committed = await hiram.send(repaymentCommit, cardOptions(repayment, late.orderId), late.context);
  const confirm = {
    orderId: late.orderId,
    verifyCode: '000000',
    repaymentRecordId: committed.data.repayRecordId,
  };
  await hiram.send(repaymentConfirm, confirm, late.context, { key: randomUUID() });
  const other = await hiram.borrower({ state: '180' });
  const transfer = { orderId: other.orderId, channelNumber: '10005', utr: 'INSTAPAY7351', amount: 100_000 };
  await hiram.send(utrSubmit, transfer, other.context, { key: randomUUID() });
}

test('NET-06 no column holds an encrypted value, its digest or its request’s digest [T089]', async () => {
  await mainJob();
  const values: [string, string][] = Object.entries(secrets)
    .filter(([what]) => what !== 'cardMonth')
    .flatMap(([what, value]) => notations(value).map((notation): [string, string] => [what, notation]));
  for (const [at, body] of bodies.entries())
    for (const text of [
      JSON.stringify(body),
      canonicalJson(body),
      new URLSearchParams(
        Object.fromEntries(Object.entries(body).map(([field, value]) => [field, String(value)])),
      ).toString(),
    ])
      values.push([`request ${at}`, text]);
  const { length } = values;
  expect(length).toBeGreaterThan(30);
  const columns = await asOwner(cluster, hiram.database, everyColumn);
  expect(columns.size).toBeGreaterThan(300);
  const found: string[] = [];
  for (const [what, value] of values)
    for (const [how, trace] of tracesOf(value))
      for (const [column, stored] of columns)
        if (stored.includes(trace) || stored.includes(trace.toUpperCase()))
          found.push(`${what} ${how} in ${column}`);
  expect(found).toEqual([]);
  // A card's month and check digits are too short to search for: the stored text without them reveals
  // nothing.
  const keys = await asOwner(cluster, hiram.database, (client) =>
    client.query<{ digest: Buffer }>('select body_digest as digest from idempotency'),
  );
  expect(keys.rows.length).toBeGreaterThan(7);
  for (const row of keys.rows) expect(row.digest.length).toBe(32);
});

test('a key that was used with another body is still rejected, and equal requests have different digests', async () => {
  const [borrower, second] = [await hiram.borrower({ state: '180' }), await hiram.borrower({ state: '180' })];
  const key = randomUUID();
  const ask = (client: DemoBorrower, name: string) =>
    hiram.send(contactSave, { name, phone: '13800138111', relation: 'friend' }, client.context, { key });
  expect((await ask(borrower, 'Ana Cruz')).success).toBe(true);
  expect((await ask(borrower, 'Ana Cruz')).success).toBe(true);
  expect(await ask(borrower, 'Eva Cruz')).toMatchObject({ status: 409, code: '40900' });
  expect((await ask(second, 'Ana Cruz')).success).toBe(true);
  const rows = await hiram.server.appContext.db
    .selectFrom('idempotency')
    .select('body_digest')
    .where('key', '=', key)
    .execute();
  expect(new Set(rows.map((row) => row.body_digest.toString('hex'))).size).toBe(2);
});
