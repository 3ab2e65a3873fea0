import { randomBytes, randomInt, randomUUID, scryptSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  changePassword,
  deleteAccount,
  login,
  profile,
  resetPassword,
  smsCode,
} from '@hiram/contract/account';
import { bindCard } from '@hiram/contract/bank';
import type { Context } from '@hiram/contract/context';
import { sandboxSms } from '@hiram/contract/sandbox';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, inject, test } from 'vitest';
import { bindAgain } from '../../../../test/support/borrowers/bind-again.ts';
import { asOwner } from '../../../../test/support/database/throwaway-cluster.ts';
import { tryAll } from '../../../../test/support/inputs/property-runs.ts';
import { setUpHiram } from '../../../../test/support/processes/set-up.ts';
import { readConfig } from '../../../context/config.ts';
import { inHashQueue } from './hash-queue.ts';
import { isStrongEnough } from './passwords.ts';

const folder = mkdtempSync(join(tmpdir(), 'hiram-passwords-'));
const list = join(folder, 'refused');
writeFileSync(list, 'gabing tahimik\r\nKape at Pandesal\n\n');
const hiram = setUpHiram({ REFUSED_PASSWORDS: list });

const newPhone = () => `138${String(randomInt(1e8)).padStart(8, '0')}`;
const device = () => ({ deviceId: randomUUID() });
const texts = async (phone: string) =>
  (await hiram.send(sandboxSms, { phone })).data.messages.map(({ text }) => text);
/** The newest text with these words, after the queue has sent it. */
const report = async (phone: string, words: RegExp) =>
  (
    await hiram.until(
      () => texts(phone),
      (all) => all.some((text) => words.test(text)),
    )
  ).find((text) => words.test(text)) ?? '';
async function resetTo(phone: string, password: string, context: Context = device()) {
  await hiram.send(smsCode, { phone, purpose: 'reset' }, context);
  const code = /\b\d{6}\b/.exec(await report(phone, /^\d{6} is your/))?.[0] ?? '';
  return hiram.send(resetPassword, { phone, smsCode: code, password }, context);
}
const enter = (phone: string, password: string, context: Context = device()) =>
  hiram.send(login, { phone, password }, context);
const words = 'tatlong bituin sa langit';

const rules = { phone: '+8613812345678', own: ['Salapi', 'Luntian'], refused: new Set(['kape at pandesal']) };

test('weak passwords are rejected and strong ones are accepted [T142]', () => {
  for (const password of [
    'short',
    'Password1',
    'P@ssw0rd!',
    'aaaaaaaaaa',
    '12345678',
    '98765432',
    'Qwerty123',
    'qwertyui',
    '1qaz2wsx',
    'q1w2e3r4',
    '12312312',
    '147258369',
    'iloveyou2',
    'ILoveYou!!',
    'mahalkita',
    'sunshine99',
    '2025michael',
    'liverpoo',
    'blackcat7',
    '25121999',
    '1999-2000'.replace('-', ''),
    '13812345678',
    'kape at pandesal',
    'Kape at Pandesal',
    'salapi2026',
    'Luntian!!',
    'salapiloan1',
  ])
    expect([password, isStrongEnough(password, rules)]).toEqual([password, false]);
  for (const good of [
    words,
    'Xk3-vv81',
    'ñandú sa gabi',
    'zkwqmvbt',
    '58203917446',
    '!?!?%%&&//',
    '三只小猫在屋顶上',
    'correct horse battery staple',
  ])
    expect([good, isStrongEnough(good, rules)]).toEqual([good, true]);
});

test('KEY-01 a weak password is rejected only with the right code, and costs no try [T739]', async () => {
  const [phone, context] = [newPhone(), device()];
  await hiram.send(smsCode, { phone, purpose: 'reset' }, context);
  const code = /\b\d{6}\b/.exec(await report(phone, /^\d{6} is your/))?.[0] ?? '';
  const wrongCode = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const reset = (smsCode: string, password: string) =>
    hiram.send(resetPassword, { phone, smsCode, password }, context);
  expect((await reset(wrongCode, 'Password1')).code).toBe('60201');
  for (let index = 0; index < 6; index += 1) expect((await reset(code, 'Password1')).code).toBe('60204');
  expect((await reset(code, words)).success).toBe(true);
  expect((await reset(code, words)).code).toBe('60201');
});

test('each common password of eight characters or more is rejected [T249]', () => {
  const common = dictionary['passwords-common'].filter((password) => password.length >= 8);
  expect(common.length).toBeGreaterThan(10_000);
  // Every third, which is as common, and all three before a release.
  const tried = common.slice(0, 3_000).filter((_, index) => tryAll || index % 3 === 0);
  expect(tried.filter((password) => isStrongEnough(password, rules))).toEqual([]);
});

test('words of our markets are rejected with a year or signs, and random characters are accepted', () => {
  for (const word of ['pautang', 'assalamualaikum', 'Kurniawan', 'pilipinas'])
    for (const password of [`${word}2024`, `${word}!!!!`, `${word}99`])
      expect([password, isStrongEnough(password, rules)]).toEqual([password, false]);
  for (const good of ['vmqhrxzw', 'Hq7!kd2w', 'ulan-bato-ilaw', `${'a'.repeat(8)}${'Xk3-vv81'.repeat(20)}`])
    expect([good, isStrongEnough(good, rules)]).toEqual([good, true]);
});

test('a password is checked exactly as typed, to its last character, and may be long [T147]', async () => {
  const phone = newPhone();
  const typed = ` ${'Ang Gabi ay Tahimik '.repeat(9)}½🐱\u00ad\u200b `;
  expect(typed.length).toBeGreaterThan(180);
  expect((await resetTo(phone, typed)).success).toBe(true);
  for (const other of [typed.trim(), typed.toLowerCase(), typed.slice(0, 72), `${typed}x`])
    expect((await enter(phone, other)).code).toBe('60202');
  expect((await enter(phone, typed)).success).toBe(true);
  expect((await enter(phone, typed.replace('\u200b', ''))).code).toBe('60202');
});

test('passwords on the lender’s list are rejected; an invalid list stops the start [T145]', async () => {
  const phone = newPhone();
  expect(await resetTo(phone, 'gabing tahimik')).toMatchObject({ code: '60204', field: 'password' });
  const root = fileURLToPath(new URL('../../../../../..', import.meta.url));
  expect(() => readConfig({ SANDBOX: '1', REFUSED_PASSWORDS: join(folder, 'none') }, root)).toThrow(
    /^REFUSED_PASSWORDS must name a file/,
  );
});

test('changing a password requires the current one, ends every other session and notifies the owner [T143]', async () => {
  const phone = newPhone();
  const knownDevice = device();
  const { data } = await resetTo(phone, words, knownDevice);
  const signedInContext = { ...knownDevice, sessionId: data.sessionId };
  const otherDevice = device();
  const elsewhereSession = {
    ...otherDevice,
    sessionId: (await enter(phone, words, otherDevice)).data.sessionId,
  };
  const change = (oldPassword: string, password: string) =>
    hiram.send(changePassword, { oldPassword, password }, signedInContext);
  expect(await change('mali', 'apat na ilog at dagat')).toMatchObject({
    code: '60205',
    field: 'oldPassword',
  });
  expect(await change(words, 'Password1')).toMatchObject({ code: '60204', field: 'password' });
  expect((await hiram.send(profile, {}, elsewhereSession)).success).toBe(true);
  expect((await change(words, 'apat na ilog at dagat')).success).toBe(true);
  expect((await hiram.send(profile, {}, signedInContext)).success).toBe(true);
  expect((await hiram.send(profile, {}, elsewhereSession)).status).toBe(401);
  expect((await enter(phone, words)).code).toBe('60202');
  expect((await enter(phone, 'apat na ilog at dagat')).success).toBe(true);
  await hiram.until(
    () => texts(phone),
    (all) => all.filter((text) => text.includes('your password was set')).length === 2,
  );
  expect((await hiram.send(changePassword, { oldPassword: words, password: words }, device())).status).toBe(
    401,
  );
});

test('a session holder cannot guess the password: five tries, shared with sign-in [T144]', async () => {
  const phone = newPhone();
  const knownDevice = device();
  const { data } = await resetTo(phone, words, knownDevice);
  const signedInContext = { ...knownDevice, sessionId: data.sessionId };
  const guess = (oldPassword: string) =>
    hiram.send(changePassword, { oldPassword, password: 'apat na ilog at dagat' }, signedInContext);
  const guesses = await Promise.all(Array.from({ length: 5 }, (_, index) => guess(`mali ${index}`)));
  expect(guesses.map((answer) => answer.code)).toEqual(Array.from({ length: 5 }, () => '60205'));
  expect(await guess(words)).toMatchObject({ code: '60203', field: 'oldPassword' });
  expect((await enter(phone, words)).code).toBe('60203');
});

test('a sign-in by password on a new device notifies the owner; one on a known device does not [T204]', async () => {
  const phone = newPhone();
  const knownDevice = device();
  await resetTo(phone, words, knownDevice);
  await report(phone, /your password was set/);
  await enter(phone, words, knownDevice);
  await enter(phone, words);
  await report(phone, /on a phone or browser that is new to us/);
  expect((await texts(phone)).filter((text) => text.includes('new to us'))).toHaveLength(1);
});

test('the owner is told of a new payout account and of a deletion request, without a secret [T025]', async () => {
  const borrower = await hiram.borrower({ state: 'new' });
  const bind = (walletNumber: string) =>
    hiram.send(
      bindCard,
      { cardType: 2, walletCode: 'GXCHPHM2', walletNumber, holderName: 'Maria Santos' },
      borrower.context,
    );
  expect((await bind('09171234567')).success).toBe(true);
  expect((await bind('09171234567')).success).toBe(true);
  expect((await texts(borrower.phone)).join()).not.toContain('ending in');
  await bindAgain(hiram, borrower, {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber: '09179998888',
    holderName: 'Maria Santos',
  });
  expect(
    await report(borrower.phone, /ending in 8888, .* Was it not you\? http\S+ or call \+63/),
  ).not.toContain('09179998888');
  expect((await hiram.send(deleteAccount, {}, borrower.context)).success).toBe(true);
  await report(borrower.phone, /will be deleted in 30 days/);
  for (const text of await texts(borrower.phone)) expect(text).not.toMatch(/Maria|0917/);
});

/** The hash of a server whose Node has no argon2id: scrypt with N 2¹⁷. */
function scryptHash(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 });
  return `scrypt$131072$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

test('passwords use argon2id at OWASP’s cost; an scrypt hash is renewed at the next sign-in [T166]', async () => {
  const [phone, password, context] = [newPhone(), words, device()];
  expect((await resetTo(phone, password, context)).success).toBe(true);
  const hashOf = async () =>
    (
      await hiram.server.appContext.db
        .selectFrom('borrower')
        .select('password_hash')
        .where('phone', '=', `+86${phone}`)
        .executeTakeFirstOrThrow()
    ).password_hash ?? '';
  expect(await hashOf()).toMatch(/^argon2id\$47104\$1\$1\$[\w-]{22}\$[\w-]{43}$/);
  await asOwner(inject('cluster'), hiram.database, (owner) =>
    owner.query('update borrower set password_hash = $1 where phone = $2', [
      scryptHash(password),
      `+86${phone}`,
    ]),
  );
  const enter = (word: string) => hiram.send(login, { phone, password: word }, context);
  expect((await enter('mali ang susi')).code).toBe('60202');
  expect(await hashOf()).toMatch(/^scrypt\$/);
  expect((await Promise.all([enter(password), enter(password)])).map((answer) => answer.success)).toEqual([
    true,
    true,
  ]);
  expect(await hashOf()).toMatch(/^argon2id\$/);
  expect((await enter(password)).success).toBe(true);
  expect((await enter('mali ang susi')).code).toBe('60202');
});

test('one address computes one password’s hash at a time, and no other address waits for it [T722]', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const started: string[] = [];
  const begin = (address: string, until: Promise<void>) =>
    inHashQueue(address, async () => {
      started.push(address);
      await until;
    });
  const first = [begin('10.0.0.1', promise), begin('10.0.0.1', promise)];
  await begin('10.0.0.2', Promise.resolve());
  expect(started).toEqual(['10.0.0.1', '10.0.0.2']);
  resolve();
  await Promise.all(first);
  expect(started).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.1']);
});
