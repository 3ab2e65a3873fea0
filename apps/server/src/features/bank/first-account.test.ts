import { randomUUID } from 'node:crypto';
import { login, resetPassword, smsCode } from '@hiram/contract/account';
import { accountCode, bindCard, cardInit } from '@hiram/contract/bank';
import { certifyForm, certifySave } from '@hiram/contract/certify';
import { expect, test } from 'vitest';
import { newestCode, newestText } from '../../../test/support/borrowers/bind-again.ts';
import { certify, signIn } from '../../../test/support/borrowers/sign-up.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram({}, { now: () => new Date(Date.now() + aheadMs) });
/** The lead of the machine's clock. */
let aheadMs = 0;

const later = (minutes: number) => {
  aheadMs += minutes * 60_000;
};
const wallet = {
  cardType: 2,
  walletCode: 'GXCHPHM2',
  walletNumber: '09171234567',
  holderName: 'Maria Santos',
};
const bind = (borrower: DemoBorrower, extra: object = {}) =>
  hiram.send(bindCard, { ...wallet, ...extra }, borrower.context, { key: randomUUID() });
const needsCode = async (borrower: DemoBorrower) =>
  (await hiram.send(cardInit, {}, borrower.context)).data.needsCode;
const asks = { code: bindCard.rejections.needsCode, field: 'smsCode' };

test('BANK-11 the first account needs no code for ten minutes after one, on the certifying device [T855]', async () => {
  const borrower = await signIn(hiram);
  await certify(hiram, borrower);
  later(9);
  expect(await needsCode(borrower)).toBe(0);
  expect(await bind(borrower)).toMatchObject({ success: true });
});

test('BANK-11 a stolen session binds no first account without a code of ten minutes [T856]', async () => {
  const borrower = await signIn(hiram);
  await certify(hiram, borrower);
  later(10);
  expect(await needsCode(borrower)).toBe(1);
  expect(await bind(borrower)).toMatchObject(asks);
  expect(await bind(borrower, { smsCode: '000000' })).toMatchObject({ code: bindCard.rejections.wrongCode });
  const before = await newestText(hiram, borrower);
  expect((await hiram.send(accountCode, {}, borrower.context)).success).toBe(true);
  const code = await newestCode(hiram, borrower, before);
  expect(await bind(borrower, { smsCode: code })).toMatchObject({ success: true });
});

test('BANK-11 the first account needs a code on any device but the certifying one [T857]', async () => {
  const borrower = await signIn(hiram);
  await certify(hiram, borrower);
  later(2);
  const elsewhere = await signIn(hiram, { phone: borrower.phone, deviceId: randomUUID() });
  const again = { fullName: 'Maria Santos', nationality: 'PH', civilStatus: 'single' };
  const saved = await hiram.send(
    certifySave,
    { group: 'public', values: again, revision: 1 },
    elsewhere.context,
    { key: randomUUID() },
  );
  expect(saved.success).toBe(true);
  expect(await bind(elsewhere)).toMatchObject(asks);
  expect(await bind(borrower)).toMatchObject({ success: true });
});

test('BANK-11 a sign-in by password proves no number for the first account [T858]', async () => {
  const borrower = await signIn(hiram);
  await certify(hiram, borrower);
  later(2);
  const { phone, context } = borrower;
  const password = 'tatlong bituin at araw';
  const device = { deviceId: context.deviceId };
  const before = await newestText(hiram, borrower);
  await hiram.send(smsCode, { phone, purpose: 'reset' }, device);
  const code = await newestCode(hiram, borrower, before);
  expect((await hiram.send(resetPassword, { phone, smsCode: code, password }, device)).success).toBe(true);
  const { data } = await hiram.send(login, { phone, password }, device);
  const byPassword = { ...borrower, context: { ...device, sessionId: data.sessionId } };
  expect(await bind(byPassword)).toMatchObject(asks);
});

test('KEY-03 the certification’s forms show saved values masked, and keep them [T859]', async () => {
  const borrower = await signIn(hiram);
  await certify(hiram, borrower, { idNumber: '1234-5678-9012' });
  const stored = async () =>
    JSON.stringify(
      await Promise.all(
        (['public', 'personal', 'job'] as const).map(async (group) =>
          (await hiram.send(certifyForm, { group }, borrower.context)).data.items.map(({ value, shown }) => [
            value,
            shown,
          ]),
        ),
      ),
    );
  const shown = await stored();
  for (const secret of [
    'Maria',
    'Santos',
    'Mabini',
    'Luntian',
    '5678-9012',
    '1994-05-17',
    '00101001',
    'Agtangao',
  ])
    expect([secret, shown.includes(secret)]).toEqual([secret, false]);
  for (const group of ['public', 'personal', 'job'] as const) {
    const form = (await hiram.send(certifyForm, { group }, borrower.context)).data;
    const values = Object.fromEntries(form.items.map(({ code, value }) => [code, value]));
    const saved = await hiram.send(
      certifySave,
      { group, values, revision: form.revision },
      borrower.context,
      { key: randomUUID() },
    );
    expect([group, saved.success, saved.message]).toEqual([group, true, expect.anything()]);
  }
  expect(await stored()).toBe(shown);
});

test('BANK-02 every wallet and bank of the form has the address of its mark [T2005]', async () => {
  const borrower = await signIn(hiram);
  const { items } = (await hiram.send(cardInit, {}, borrower.context)).data;
  const options = items.flatMap((item) => item.note);
  expect(options.length).toBeGreaterThan(3);
  for (const { name, logo } of options)
    expect([name, (await fetch(`${hiram.origin}${logo}`)).status]).toEqual([name, 200]);
});

test('BANK-02 the form suggests the certified name masked, and binds it as it was sent [T1052]', async () => {
  const borrower = await signIn(hiram);
  await certify(hiram, borrower);
  const { items } = (await hiram.send(cardInit, {}, borrower.context)).data;
  const holder = items.find(({ code }) => code === 'holderName');
  expect(holder?.value).toMatch(/^M••• S•••$/);
  expect(new RegExp(holder?.rule ?? '', 'u').test(holder?.value ?? '')).toBe(true);
  expect(await bind(borrower, { holderName: 'M••• X•••' })).toMatchObject({ field: 'holderName' });
  expect(await bind(borrower, { holderName: holder?.value ?? '' })).toMatchObject({ success: true });
  const { appContext } = hiram.server;
  const accounts = await hiram.owner.selectFrom('bank_account').select('holder_encrypted').execute();
  const holders = accounts.map((row) => appContext.cipher.decrypt(row.holder_encrypted));
  expect(holders).toContain('Maria Santos');
  expect(holders.join()).not.toContain('•');
});
