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
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { consoleUrl, type StaffMember, signInAgain, staffMember } from '../../../test/support/console.ts';
import { type Hiram, startHiram } from '../../../test/support/running-server.ts';
import { softwareAuthenticator } from '../../../test/support/software-authenticator.ts';

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'));
});
afterAll(() => hiram.stop());

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

test('a stolen session changes no passkey: one of the person’s own must sign, and not another person’s [T323]', async () => {
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

test('a person ends a session of their own, an administrator one of anybody’s, and nobody one of another person', async () => {
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
