import { me } from '@hiram/contract/console/session';
import {
  addKey,
  addKeyOptions,
  changeKeysOptions,
  endMySession,
  endStaffSession,
  listSessions,
  myAccount,
  removeKey,
  renameKey,
} from '@hiram/contract/console/staff-account';
import {
  confirmTotp,
  listRecoveries,
  recoverStaff,
  recoveryLink,
  recoveryOptions,
  registerRecovered,
  startTotp,
} from '@hiram/contract/console/staff-recovery';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import {
  consoleUrl,
  type StaffMember,
  signInAgain,
  staffBrowser,
  staffMember,
} from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { softwareAuthenticator } from '../../../test/support/console/software-authenticator.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram({}, { now: () => new Date(Date.now() + aheadMs) });
/** The lead of the server's clock in milliseconds. */
let aheadMs = 0;

/** A signature by a person's passkey over a challenge for changes of keys. */
async function signature(person: StaffMember) {
  const { data } = await person.browser.send(changeKeysOptions, {});
  return person.authenticator.sign(data.publicKey);
}

/** Registers a second passkey of a person. */
async function addSecondKey(person: StaffMember) {
  const authenticator = softwareAuthenticator(new URL(consoleUrl(hiram)).origin);
  const offered = await person.browser.send(addKeyOptions, { passkey: await signature(person) });
  const added = await person.browser.send(addKey, {
    passkey: authenticator.register(offered.data.publicKey),
    keyName: 'security key',
  });
  expect(added).toMatchObject({ success: true });
  return authenticator;
}

test('a person has several passkeys, names and removes them, and keeps one [T322]', async () => {
  const person = await staffMember(hiram, 'support');
  const second = await addSecondKey(person);
  const { data } = await person.browser.send(myAccount, {});
  expect(data.keys.map(({ name }) => name)).toEqual(['', 'security key']);
  const bySecond = await signInAgain(hiram, { ...person, authenticator: second });
  expect((await bySecond.send(me, {})).data.staffId).toBe(person.id);
  const [first] = data.keys;
  if (!first) throw new Error('no first key');
  expect(await person.browser.send(renameKey, { keyId: first.keyId, keyName: 'laptop' })).toMatchObject({
    success: true,
  });

  // The first passkey goes, and with it the session that it opened; the second one stays.
  const removal = { keyId: first.keyId, passkey: await signature(person) };
  expect(await person.browser.send(removeKey, removal)).toMatchObject({ success: true });
  expect(await person.browser.send(me, {})).toMatchObject({ status: 401, code: 'notSignedIn' });
  const options = await bySecond.send(changeKeysOptions, {});
  const last = { keyId: second.id, passkey: second.sign(options.data.publicKey) };
  expect(await bySecond.send(removeKey, last)).toMatchObject({ code: 'lastPasskey' });
});

test('a stolen session changes no passkey: one of the person’s own must sign [T323]', async () => {
  const person = await staffMember(hiram, 'support');
  const thief = await staffMember(hiram, 'support');
  const authenticator = softwareAuthenticator(new URL(consoleUrl(hiram)).origin);
  expect(await person.browser.send(addKeyOptions, {})).toMatchObject({ code: 'passkeyRefused' });
  const { data } = await person.browser.send(changeKeysOptions, {});
  const foreign = thief.authenticator.sign(data.publicKey);
  expect(await person.browser.send(addKeyOptions, { passkey: foreign })).toMatchObject({
    code: 'passkeyRefused',
  });
  const spent = await signature(person);
  await person.browser.send(addKeyOptions, { passkey: spent });
  expect(await person.browser.send(addKeyOptions, { passkey: spent })).toMatchObject({
    code: 'passkeyRefused',
  });
  // A challenge that another person got registers nothing here.
  const offered = await thief.browser.send(addKeyOptions, { passkey: await signature(thief) });
  const input = { passkey: authenticator.register(offered.data.publicKey), keyName: 'not mine' };
  expect(await person.browser.send(addKey, input)).toMatchObject({ code: 'passkeyRefused' });
  const { keys } = (await person.browser.send(myAccount, {})).data;
  expect(keys.length).toBe(1);
  const removal = { keyId: keys[0]?.keyId ?? '', passkey: undefined };
  expect(await person.browser.send(removeKey, removal)).toMatchObject({ code: 'passkeyRefused' });
  const other = (await thief.browser.send(myAccount, {})).data.keys[0]?.keyId ?? '';
  expect(await person.browser.send(renameKey, { keyId: other, keyName: 'x' })).toMatchObject({ status: 404 });
});

test('a person ends their own sessions, an administrator anybody’s, and nobody else another’s', async () => {
  const admin = await staffMember(hiram, 'admin');
  const person = await staffMember(hiram, 'support');
  const second = await signInAgain(hiram, person);
  const third = await signInAgain(hiram, person);
  const { sessions } = (await admin.browser.send(listSessions, { staffId: person.id })).data;
  expect(sessions.length).toBe(3);
  expect(sessions.some(({ isCurrent }) => isCurrent)).toBe(false);
  const own = (await second.send(myAccount, {})).data.sessions.find(({ isCurrent }) => isCurrent);
  if (!own) throw new Error('no current session');
  expect(await admin.browser.send(endMySession, { sessionId: own.sessionId })).toMatchObject({ status: 404 });
  const ofAdmin = { staffId: admin.id, sessionId: own.sessionId };
  expect(await admin.browser.send(endStaffSession, ofAdmin)).toMatchObject({ status: 404 });
  expect(await person.browser.send(endMySession, { sessionId: own.sessionId })).toMatchObject({
    success: true,
  });
  expect(await second.send(me, {})).toMatchObject({ status: 401 });
  const ofThird = (await third.send(myAccount, {})).data.sessions.find(({ isCurrent }) => isCurrent);
  const ended = await admin.browser.send(endStaffSession, {
    staffId: person.id,
    sessionId: ofThird?.sessionId ?? '',
  });
  expect(ended.data.ended).toBe(1);
  expect(await third.send(me, {})).toMatchObject({ status: 401 });
});

/** The code of a secret, some periods of 30 seconds from the server's now on. */
const codeOf = (secret: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + aheadMs + periods * 30_000,
  });

/** Sets an authenticator app up and answers its secret; its code of now is used. */
async function setUpTotp(person: StaffMember): Promise<string> {
  const { data } = await person.browser.send(startTotp, { passkey: await signature(person) });
  expect(await person.browser.send(confirmTotp, { code: codeOf(data.secret) })).toMatchObject({
    success: true,
  });
  aheadMs += 60_000;
  return data.secret;
}

const everywhere = { brand: '*' };

/** A recovery that two admins issued: its token, as the link has it. */
async function issueRecovery(
  requester: StaffMember,
  approver: StaffMember,
  person: StaffMember,
): Promise<string> {
  const { data } = await submitAction(requester, recoverStaff, { staffId: person.id }, everywhere);
  expect(data.state).toBe('waiting');
  expect(await approveAs(requester, data.approvalId, '*')).toMatchObject({ code: 'ownRequest' });
  expect(await approveAs(approver, data.approvalId, '*')).toMatchObject({ success: true });
  const { approvalId } = data;
  expect(await approver.browser.send(recoveryLink, { approvalId })).toMatchObject({ status: 404 });
  const link = await requester.browser.send(recoveryLink, { approvalId });
  expect(await requester.browser.send(recoveryLink, { approvalId })).toMatchObject({ code: 'linkTaken' });
  return new URL(link.data.url).hash.slice(1);
}

test('who lost every passkey registers one by a link of two admins and a code, and nothing else [T404]', async () => {
  const [requester, approver] = [await staffMember(hiram, 'admin'), await staffMember(hiram, 'admin')];
  const person = await staffMember(hiram, 'support');
  const request = { staffId: person.id };
  expect(await submitAction(requester, recoverStaff, request, everywhere)).toMatchObject({ code: 'noTotp' });
  // A stolen session without its passkey sets nothing up.
  expect(await person.browser.send(startTotp, {})).toMatchObject({ code: 'passkeyRefused' });
  const secret = await setUpTotp(person);
  expect((await person.browser.send(myAccount, {})).data.totpSetUpAt).not.toBe('');
  // Its code signs nobody in, and confirms no second time.
  expect(await person.browser.send(confirmTotp, { code: codeOf(secret) })).toMatchObject({
    code: 'codeRefused',
  });

  const token = await issueRecovery(requester, approver, person);
  const stranger = staffBrowser(hiram);
  const code = codeOf(secret);
  expect(await stranger.send(recoveryOptions, { token: 'A'.repeat(43), code })).toMatchObject({
    code: 'recoveryUnusable',
  });
  const authenticator = softwareAuthenticator(new URL(consoleUrl(hiram)).origin);
  const early = authenticator.register((await issueOptions(person)).publicKey);
  expect(await stranger.send(registerRecovered, { token, passkey: early })).toMatchObject({
    code: 'recoveryUnusable',
  });
  // Two at once: the code counts once.
  const offers = await Promise.all([1, 2].map(() => stranger.send(recoveryOptions, { token, code })));
  expect(offers.map((offer) => offer.code).sort()).toEqual(['codeRefused', 'done']);
  const offered = offers.find(({ success }) => success);
  const passkey = authenticator.register(offered?.data.publicKey as never);
  expect(await stranger.send(registerRecovered, { token, passkey })).toMatchObject({ success: true });
  expect(stranger.cookie).toBe('');
  expect(await stranger.send(recoveryOptions, { token, code: codeOf(secret, 1) })).toMatchObject({
    code: 'recoveryUnusable',
  });
  // The former passkey and its session are gone; the new one signs in with the same roles.
  expect(await person.browser.send(me, {})).toMatchObject({ status: 401 });
  await expect(signInAgain(hiram, person)).rejects.toThrow('not signed in');
  const back = await signInAgain(hiram, { ...person, authenticator });
  expect((await back.send(me, {})).data.staffId).toBe(person.id);
  const { recoveries } = (await approver.browser.send(listRecoveries, {})).data;
  expect(recoveries).toMatchObject([
    {
      staffId: person.id,
      state: 'used',
      requestedBy: requester.name,
      approvedBy: approver.name,
      isMine: false,
    },
  ]);
  const metrics = await (await fetch(`${hiram.origin}/metrics`)).text();
  expect(metrics).toMatch(/^hiram_staff_recoveries_day 1$/m);
  const { rows } = await sql<{ actor: string }>`select actor from audit_entry where subject = 'staff_recovery'
    and subject_id = ${person.id} order by id`.execute(hiram.owner);
  expect(rows.map(({ actor }) => actor.split(' ')[1])).toEqual([
    'approveRequest',
    'recoveryLink',
    'recoveryOptions',
    'recoveryOptions',
    'registerRecovered',
  ]);
});

test('five wrong codes end a recovery, which takes two persons and lasts a day at most [T405]', async () => {
  const [requester, approver] = [await staffMember(hiram, 'admin'), await staffMember(hiram, 'admin')];
  const person = await staffMember(hiram, 'support');
  const secret = await setUpTotp(person);
  const token = await issueRecovery(requester, approver, person);
  const stranger = staffBrowser(hiram);
  const wrong = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
  const answers = await Promise.all(
    Array.from({ length: 7 }, () => stranger.send(recoveryOptions, { token, code: wrong })),
  );
  expect(answers.filter(({ code }) => code === 'codeRefused')).toHaveLength(5);
  expect(await stranger.send(recoveryOptions, { token, code: codeOf(secret) })).toMatchObject({
    code: 'recoveryUnusable',
  });
  for (const code of ['12345', '1234567', '12345a', ''])
    expect(await stranger.send(recoveryOptions, { token, code })).toMatchObject({
      status: 400,
      field: 'code',
    });
  const second = await issueRecovery(requester, approver, person);
  aheadMs += 24 * 3_600_000;
  expect(await stranger.send(recoveryOptions, { token: second, code: codeOf(secret) })).toMatchObject({
    code: 'recoveryUnusable',
  });
  aheadMs -= 24 * 3_600_000;
  const { approvalId } = (await submitAction(requester, recoverStaff, { staffId: person.id }, everywhere))
    .data;
  await expect(
    sql`insert into staff_recovery (approval_id, staff_id, created_at, expires_at)
      values (${approvalId}, ${person.id}, now(), now() + interval '1 day')`.execute(
      hiram.server.appContext.db,
    ),
  ).rejects.toMatchObject({ code: '23001' });
});

/** Options of another call, whose challenge a recovery must not accept. */
async function issueOptions(person: StaffMember) {
  const { data } = await person.browser.send(addKeyOptions, { passkey: await signature(person) });
  return data;
}
