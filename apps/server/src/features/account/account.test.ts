import { createHash, randomInt, randomUUID } from 'node:crypto';
import {
  cancelAccountDeletion,
  consents,
  deleteAccount,
  devices,
  login,
  logout,
  profile,
  resetPassword,
  savePreferences,
  setConsent,
  signOut,
  smsCode,
  voiceCode,
} from '@hiram/contract/account';
import { contactList, contactSave, deviceSave, locationSave } from '@hiram/contract/device';
import { homeIndex } from '@hiram/contract/home';
import { asId } from '@hiram/contract/ids';
import { sandboxSms } from '@hiram/contract/sandbox';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';
import { createFieldCipher } from '../../platform/crypto/field-cipher.ts';
import { fixedSecret } from '../../platform/crypto/secrets.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { hashPassword } from './passwords/passwords.ts';

const hiram = setUpHiram();
beforeAll(async () => {
  await hiram.refuseUnnamed();
});
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const newPhone = () => `138${String(randomInt(1e8)).padStart(8, '0')}`;
const device = () => ({ deviceId: randomUUID() });
/** All texts to a number, newest first, and the ones that contain a code. */
const texts = async (phone: string) => (await hiram.send(sandboxSms, { phone })).data.messages;
const inbox = async (phone: string) => (await texts(phone)).filter(({ code }) => code !== undefined);
/** The newest message's code, after the queue has sent it. */
const codeOf = async (phone: string, count = 1) =>
  (
    await hiram.until(
      () => inbox(phone),
      (messages) => messages.length >= count,
    )
  )[0]?.code ?? '';
/** Waits for the minute between two codes to pass. */
const aMinuteLater = (phone: string) =>
  hiram.owner
    .updateTable('one_time_code')
    .set({ created_at: new Date(Date.now() - 61_000) })
    .where('phone', 'like', `%${phone}`)
    .execute();

async function withPassword(phone: string, password: string) {
  const deviceContext = device();
  await hiram.send(smsCode, { phone, purpose: 'reset' }, deviceContext);
  return hiram.send(resetPassword, { phone, smsCode: await codeOf(phone), password }, deviceContext);
}

test('KEY-01 a borrower signs in by code and reads the own account [T156]', async () => {
  const phone = newPhone();
  const deviceContext = device();
  expect((await hiram.send(smsCode, { phone }, deviceContext)).data).toEqual({ seconds: 60, canCall: 1 });
  const { data } = await hiram.send(login, { phone, smsCode: await codeOf(phone) }, deviceContext);
  const context = { ...deviceContext, sessionId: data.sessionId };
  expect((await hiram.send(profile, {}, context)).data).toMatchObject({
    phone: `•••• ${phone.slice(-4)}`,
    certified: false,
    hasPassword: false,
    theme: 'system',
  });
  await hiram.send(logout, {}, context);
  expect((await hiram.send(profile, {}, context)).status).toBe(401);
});

test('KEY-01 a voice code is sent by call and counts against the caps of texts [T217]', async () => {
  const phone = newPhone();
  const deviceContext = device();
  expect((await hiram.send(voiceCode, { phone }, deviceContext)).data).toEqual({ seconds: 60, canCall: 1 });
  const [call] = await hiram.until(
    () => texts(phone),
    (messages) => messages.length > 0,
  );
  const digits = /Your code is ((?:\d, ){5}\d)\./.exec(call?.text ?? '')?.[1]?.replace(/\D/g, '') ?? '';
  expect(call?.text).toMatch(/^Voice call: /);
  expect((await hiram.send(smsCode, { phone }, device())).code).toBe('60102');
  expect((await hiram.send(voiceCode, { phone }, device())).code).toBe('60102');
  expect((await hiram.send(login, { phone, smsCode: digits }, deviceContext)).success).toBe(true);
});

test('KEY-01 after five wrong passwords every password is rejected [T148]', async () => {
  const phone = newPhone();
  expect((await withPassword(phone, 'tatlong bituin')).success).toBe(true);
  const enter = (password: string) => hiram.send(login, { phone, password }, device());
  expect((await enter('tatlong bituin')).success).toBe(true);
  for (let tries = 0; tries < 5; tries += 1)
    expect(await enter('apat na bituin')).toMatchObject({ code: '60202', field: 'password' });
  expect((await enter('tatlong bituin')).code).toBe('60203');
  await aMinuteLater(phone);
  const deviceContext = device();
  await hiram.send(smsCode, { phone }, deviceContext);
  expect((await hiram.send(login, { phone, smsCode: await codeOf(phone, 2) }, deviceContext)).success).toBe(
    true,
  );
});

test('KEY-01 a password reset ends every other session [T027]', async () => {
  const phone = newPhone();
  const old = device();
  await hiram.send(smsCode, { phone }, old);
  const before = await hiram.send(login, { phone, smsCode: await codeOf(phone) }, old);
  const oldContext = { ...old, sessionId: before.data.sessionId };
  expect((await hiram.send(homeIndex, {}, oldContext)).success).toBe(true);
  await aMinuteLater(phone);
  const fresh = device();
  await hiram.send(smsCode, { phone, purpose: 'reset' }, fresh);
  const reset = await hiram.send(
    resetPassword,
    { phone, smsCode: await codeOf(phone, 2), password: 'isang bagong susi' },
    fresh,
  );
  expect((await hiram.send(homeIndex, {}, oldContext)).status).toBe(401);
  const context = { ...fresh, sessionId: reset.data.sessionId };
  expect((await hiram.send(profile, {}, context)).data.hasPassword).toBe(true);
});

test('a code works for its purpose only: a sign-in code sets no password [T150]', async () => {
  const phone = newPhone();
  const deviceContext = device();
  await hiram.send(smsCode, { phone }, deviceContext);
  const code = await codeOf(phone);
  const reset = { phone, smsCode: code, password: 'isang bagong susi' };
  expect((await hiram.send(resetPassword, reset, deviceContext)).code).toBe('60201');
  expect((await hiram.send(login, { phone, smsCode: code }, deviceContext)).success).toBe(true);
});

test('five wrong tries use a code up, and of two uses of a code one succeeds [T028]', async () => {
  const phone = newPhone();
  const deviceContext = device();
  await hiram.send(smsCode, { phone }, deviceContext);
  const code = await codeOf(phone);
  const other = code === '111111' ? '222222' : '111111';
  const enter = (smsCode: string, number = phone) =>
    hiram.send(login, { phone: number, smsCode }, deviceContext);
  for (let tries = 0; tries < 5; tries += 1) expect((await enter(other)).code).toBe('60201');
  expect((await enter(code)).code).toBe('60201');

  const second = newPhone();
  await hiram.send(smsCode, { phone: second }, deviceContext);
  const good = await codeOf(second);
  const answers = await Promise.all([enter(good, second), enter(good, second)]);
  expect(answers.map((answer) => answer.code).sort()).toEqual(['00', '60201']);
  expect((await enter(good, second)).code).toBe('60201');

  const third = newPhone();
  await hiram.send(smsCode, { phone: third }, deviceContext);
  const late = await codeOf(third);
  await hiram.owner
    .updateTable('one_time_code')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('phone', 'like', `%${third}`)
    .execute();
  expect((await enter(late, third)).code).toBe('60201');
});

test('a code is stored for five minutes as a keyed digest with its own id [T151]', async () => {
  const phone = newPhone();
  const deviceContext = device();
  await hiram.send(smsCode, { phone }, deviceContext);
  const code = await codeOf(phone);
  const row = await hiram.server.appContext.db
    .selectFrom('one_time_code')
    .selectAll()
    .where('phone', 'like', `%${phone}`)
    .executeTakeFirstOrThrow();
  expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(5 * 60_000);
  expect(JSON.stringify(row)).not.toContain(code);
  const stored = `one-time code ${row.id} ${code}`;
  expect(hiram.server.appContext.cipher.matches(stored, row.code_hash)).toBe(true);
  expect(createFieldCipher(fixedSecret('0f'.repeat(32))).matches(stored, row.code_hash)).toBe(false);
  for (const text of [code, stored, `${row.id}${code}`, `${phone}${code}`])
    expect(row.code_hash.equals(createHash('sha256').update(text).digest())).toBe(false);
});

/**
 * Milliseconds of CPU time of this process since `before`. The server runs in this process. Other programs on
 * a busy machine do not count.
 */
function processorMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('registered and unknown numbers get the same answers in the same time [T029]', async () => {
  const known = newPhone();
  await withPassword(known, 'tatlong bituin');
  const unknown = newPhone();
  const timed = async (phone: string) => {
    const before = process.cpuUsage();
    const answer = await hiram.send(login, { phone, password: 'mali ang susi' }, device());
    return { ms: processorMs(before), said: [answer.status, answer.code, answer.message] };
  };
  await timed(unknown);
  const [a, b] = [await timed(known), await timed(unknown)];
  expect(a.said).toEqual(b.said);
  expect(b.ms).toBeGreaterThan(a.ms / 4);
  expect((await hiram.send(smsCode, { phone: unknown }, device())).data).toEqual({ seconds: 60, canCall: 1 });
});

test('a sign-in with both a code and a password, or neither, is rejected', async () => {
  const phone = newPhone();
  for (const input of [{ phone }, { phone, smsCode: '123456', password: 'x' }])
    expect(await hiram.send(login, input, device())).toMatchObject({ status: 400, code: '40000' });
});

test('KEY-10 devices are named by the host, listed, and signed out one by one or all others at once [T026]', async () => {
  const phone = newPhone();
  const contexts = [];
  for (const name of ['Cherry A1', 'Tablet']) {
    const deviceContext = { ...device(), deviceName: name, osVersion: 'Android 9' };
    await aMinuteLater(phone);
    await hiram.send(smsCode, { phone }, deviceContext);
    const code = await codeOf(phone, contexts.length + 1);
    const { data } = await hiram.send(login, { phone, smsCode: code }, deviceContext);
    const context = { ...deviceContext, sessionId: data.sessionId };
    await hiram.send(deviceSave, {}, context);
    contexts.push(context);
  }
  const [first, second] = contexts;
  const list = (await hiram.send(devices, {}, second)).data.list;
  // The day in the lender's time zone, and no moment that a page writes in another one.
  for (const { signedInAt } of list) expect(signedInAt).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(list.map((item) => [item.name, item.current])).toEqual([
    ['Tablet, Android 9', 1],
    ['Cherry A1, Android 9', 0],
  ]);
  const stranger = await hiram.borrower({ state: 'new' });
  await hiram.send(signOut, { id: list[1]?.id }, stranger.context);
  expect((await hiram.send(profile, {}, first)).success).toBe(true);
  await hiram.send(signOut, { id: list[1]?.id }, second);
  expect((await hiram.send(profile, {}, first)).status).toBe(401);
  expect((await hiram.send(profile, {}, second)).success).toBe(true);
  await hiram.send(signOut, { others: 1 }, second);
  expect((await hiram.send(devices, {}, second)).data.list).toHaveLength(1);
});

test('KEY-10 a precise location is rejected, and a stored one is deleted when the consent is withdrawn', async () => {
  const borrower = await hiram.borrower({ state: 'new' });
  const save = (latitude: unknown, longitude: unknown) =>
    hiram.send(locationSave, { latitude, longitude }, borrower.context);
  for (const [latitude, longitude, field] of [
    [14.5512, 121.02, 'latitude'],
    [14.55, 121.0234, 'longitude'],
    [91, 0, 'latitude'],
    [0, -180.01, 'longitude'],
    ['north', 0, 'latitude'],
  ])
    expect(await save(latitude, longitude)).toMatchObject({ status: 400, field });
  for (let times = 0; times < 7; times += 1) expect((await save(14.55, 121.02)).success).toBe(true);
  const count = async () => {
    const { n } = await hiram.server.appContext.db
      .selectFrom('device_location')
      .innerJoin('session', 'session.borrower_id', 'device_location.borrower_id')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('session.device_id', '=', borrower.context.deviceId ?? '')
      .where('device_location.borrower_id', 'in', (eb) =>
        eb.selectFrom('borrower').select('borrower.id').where('borrower.phone', '=', borrower.phone),
      )
      .executeTakeFirstOrThrow();
    return n;
  };
  expect(await count()).toBe(5);
  const isGiven = async () =>
    (await hiram.send(consents, {}, borrower.context)).data.list.find(
      (candidate) => candidate.kind === 'location',
    )?.given;
  expect(await isGiven()).toBe(1);
  await hiram.send(setConsent, { kind: 'location', given: 0 }, borrower.context);
  expect(await isGiven()).toBe(0);
  expect(await count()).toBe(0);
});

test('KEY-10 a reference is added singly; a list, the own number, a fourth and a duplicate are rejected', async () => {
  const borrower = await hiram.borrower({ state: 'new' });
  const name = (input: Record<string, unknown> | readonly unknown[]) =>
    hiram.send(contactSave, input as Record<string, unknown>, borrower.context, { key: randomUUID() });
  const ana = { name: 'Ana Reyes', phone: newPhone(), relation: 'family' };
  const list = await fetch(
    `${hiram.origin}/api/v3/contact/save?${new URLSearchParams({ ...borrower.context })}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([ana, ana]),
    },
  );
  const refused: { code: string } = JSON.parse(await list.text());
  expect([list.status, refused.code]).toEqual([400, '40000']);
  expect(await name({ ...ana, phone: [newPhone(), newPhone()] })).toMatchObject({
    code: '40000',
    field: 'phone',
  });
  expect(await name({ ...ana, name: '<b>' })).toMatchObject({ code: '60501', field: 'name' });
  expect(await name({ ...ana, phone: borrower.phone })).toMatchObject({ code: '60502', field: 'phone' });
  expect((await name(ana)).success).toBe(true);
  expect(await name(ana)).toMatchObject({ code: '60504' });
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => name({ name: 'Ben Cruz', phone: newPhone(), relation: 'friend' })),
  );
  expect(answers.map((answer) => answer.code).sort()).toEqual(['00', '00', '60503', '60503']);
  const stored = (await hiram.send(contactList, {}, borrower.context)).data.list;
  expect(stored).toHaveLength(3);
  expect(stored[0]).toEqual({ name: 'Ana Reyes', phone: `•••• ${ana.phone.slice(-4)}`, relation: 'family' });
  await hiram.send(setConsent, { kind: 'contacts', given: 0 }, borrower.context);
  expect((await hiram.send(contactList, {}, borrower.context)).data.list).toEqual([]);
});

test('consents that belong to the account cannot be withdrawn alone; language and theme are stored', async () => {
  const borrower = await hiram.borrower({ state: 'new' });
  expect(await hiram.send(setConsent, { kind: 'privacy', given: 0 }, borrower.context)).toMatchObject({
    code: '60302',
    field: 'kind',
  });
  await hiram.send(setConsent, { kind: 'marketing', given: 1 }, borrower.context);
  const list = (await hiram.send(consents, {}, borrower.context)).data.list;
  expect(list.find((candidate) => candidate.kind === 'marketing')).toMatchObject({
    given: 1,
    version: '2026-11-01',
  });
  await hiram.send(savePreferences, { theme: 'dark', language: 'fil' }, borrower.context);
  expect((await hiram.send(profile, {}, borrower.context)).data).toMatchObject({
    theme: 'dark',
    language: 'fil',
  });
  expect((await hiram.send(savePreferences, {}, borrower.context)).success).toBe(true);
  expect((await hiram.send(savePreferences, { theme: 'pink' }, borrower.context)).status).toBe(400);
});

test('an account without a loan is deleted after thirty days and can be restored until then [T158]', async () => {
  const late = await hiram.borrower({ state: '180' });
  expect(await hiram.send(deleteAccount, {}, late.context)).toMatchObject({ code: '60401' });
  const client = await hiram.borrower({ state: '200', with: { isScore: 0 } });
  const today = await hiram.server.appContext.clock.today(hiram.server.appContext.db, 'Asia/Manila');
  const { eraseOn } = (await hiram.send(deleteAccount, {}, client.context)).data;
  expect(Date.parse(eraseOn) - Date.parse(today)).toBe(30 * 86_400_000);
  expect((await hiram.send(profile, {}, client.context)).status).toBe(401);
  const national = client.phone.replace('+86', '');
  const back = device();
  await hiram.send(smsCode, { phone: national }, back);
  const { data } = await hiram.send(login, { phone: national, smsCode: await codeOf(national) }, back);
  const context = { ...back, sessionId: data.sessionId };
  expect((await hiram.send(profile, {}, context)).data.eraseOn).toBe(eraseOn);
  await hiram.send(cancelAccountDeletion, {}, context);
  expect((await hiram.send(profile, {}, context)).data.eraseOn).toBeUndefined();

  await hiram.send(deleteAccount, {}, context);
  await hiram.days(29);
  const borrower = () =>
    hiram.server.appContext.db
      .selectFrom('borrower')
      .select('id')
      .where('phone', '=', client.phone)
      .executeTakeFirst();
  expect(await borrower()).toBeDefined();
  await hiram.days(1);
  expect(await borrower()).toBeUndefined();
  const orders = await hiram.server.appContext.db
    .selectFrom('loan_order')
    .innerJoin('borrower', 'borrower.id', 'loan_order.borrower_id')
    .select('borrower.phone')
    .where('loan_order.id', '=', client.orderId)
    .executeTakeFirstOrThrow();
  expect(orders.phone).toMatch(/^erased /);
});

test('codes and passwords take the same time for registered and unknown numbers @verify [T218]', async () => {
  const { db } = hiram.server.appContext;
  // What else the process does only adds, so the lower quarter is the request's own time.
  const typical = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 4)] ?? 0;
  // This many codes from one address would require a captcha.
  await hiram.owner.updateTable('one_time_code').set({ address: '10.1.1.1' }).execute();
  const attempts = [
    { pairs: 20, ask: (phone: string) => hiram.send(smsCode, { phone }, device()) },
    { pairs: 20, ask: (phone: string) => hiram.send(login, { phone, smsCode: '000000' }, device()) },
    { pairs: 8, ask: (phone: string) => hiram.send(login, { phone, password: 'mali ang susi' }, device()) },
    {
      pairs: 8,
      ask: (phone: string) =>
        hiram.send(resetPassword, { phone, smsCode: '000000', password: 'tatlong bituin' }, device()),
    },
  ];
  const hash = await hashPassword('tatlong bituin');
  const registered = async () => {
    const phone = newPhone();
    const row = { id: asId(randomUUID()), brand: 'spec', phone: `+86${phone}`, password_hash: hash };
    await actAs('test', () =>
      inTransaction(db, (trx) =>
        trx
          .insertInto('borrower')
          .values({ ...row, created_at: new Date() })
          .execute(),
      ),
    );
    return phone;
  };
  for (const { pairs, ask } of attempts) {
    const ms = { known: [] as number[], unknown: [] as number[] };
    const timed = async (phone: string, into: number[]) => {
      const before = process.cpuUsage();
      const { status, code, message } = await ask(phone);
      into.push(processorMs(before));
      return [status, code, message];
    };
    for (let pair = 0; pair < pairs; pair += 1) {
      const known = await registered();
      const unknown = newPhone();
      // The two cases alternate, so that both run on an equally warm machine.
      const first = pair % 2 === 0;
      const a = first ? await timed(known, ms.known) : await timed(unknown, ms.unknown);
      const b = first ? await timed(unknown, ms.unknown) : await timed(known, ms.known);
      expect(a).toEqual(b);
    }
    const ratio = typical(ms.known) / typical(ms.unknown);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1 / 0.6);
  }
});
