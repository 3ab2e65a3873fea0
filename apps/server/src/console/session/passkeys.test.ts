import {
  lock,
  me,
  signIn,
  signInOptions,
  signOut,
  unlock,
  unlockOptions,
} from '@hiram/contract/console/session';
import { acceptInvitation, invitationOptions, inviteStaff, listStaff } from '@hiram/contract/console/staff';
import { idleHeader } from '@hiram/contract/console/staff-call';
import { beforeAll, expect, test } from 'vitest';
import {
  consoleUrl,
  invitationLink,
  signInAgain,
  staffBrowser,
  staffMember,
} from '../../../test/support/console/console.ts';
import {
  type Misbehaviour,
  softwareAuthenticator,
} from '../../../test/support/console/software-authenticator.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' }, { now: () => now });
const admin = setUpStaffMember(hiram, 'admin');
let now = new Date();
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const origin = () => new URL(consoleUrl(hiram)).origin;

test('a person signs in with a discoverable passkey, and out again [T300]', async () => {
  const browser = await signInAgain(hiram, admin);
  const answer = await browser.send(me, {});
  expect(answer.data).toMatchObject({
    staffId: admin.id,
    locked: false,
    roles: [{ role: 'admin', brand: '*' }],
    brands: [{ id: 'spec' }, { id: 'ph' }],
  });
  expect(answer.data.rights).toContainEqual({ right: 'staff.invite', brand: '*' });
  const { cookie } = browser;
  expect((await browser.send(signOut, {})).cookie).toBe('');
  expect(await staffBrowser(hiram, cookie).send(me, {})).toMatchObject({ status: 401, code: 'notSignedIn' });
});

test('the session cookie is for this host, scripts cannot read it, and the database holds a digest alone', async () => {
  const browser = staffBrowser(hiram);
  const { data } = await browser.send(signInOptions, {});
  const signed = await browser.send(signIn, { passkey: admin.authenticator.sign(data.publicKey) });
  expect(signed.headers.get('set-cookie')).toMatch(
    /^hiram_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const rows = await hiram.owner.selectFrom('staff_session').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(browser.cookie);
  expect(rows.some((row) => row.token_hash.toString('base64url') === browser.cookie)).toBe(false);
});

const misbehaviours: readonly (readonly [string, Misbehaviour])[] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ['no verification of the person', { isUnverified: true }],
  ['a counter that went back', { counter: 1 }],
];

test.each(misbehaviours)('a passkey with %s signs nobody in [T301]', async (_what, misbehaviour) => {
  const browser = staffBrowser(hiram);
  const { data } = await browser.send(signInOptions, {});
  const passkey = admin.authenticator.sign(data.publicKey, misbehaviour);
  const answer = await browser.send(signIn, { passkey });
  expect(answer).toMatchObject({ success: false, code: 'passkeyRefused', cookie: undefined });
});

test('a challenge is used once, expires, and is for one purpose', async () => {
  const browser = staffBrowser(hiram);
  const offered = await browser.send(signInOptions, {});
  const passkey = admin.authenticator.sign(offered.data.publicKey);
  expect(await browser.send(signIn, { passkey })).toMatchObject({ success: true });
  expect(await browser.send(signIn, { passkey })).toMatchObject({ code: 'passkeyRefused' });
  const unlocking = await browser.send(unlockOptions, {});
  const ofAnother = admin.authenticator.sign(unlocking.data.publicKey);
  expect(await browser.send(signIn, { passkey: ofAnother })).toMatchObject({ code: 'passkeyRefused' });
  const old = await browser.send(signInOptions, {});
  later(6);
  const late = admin.authenticator.sign(old.data.publicKey);
  expect(await browser.send(signIn, { passkey: late })).toMatchObject({ code: 'passkeyRefused' });
});

test('a removed passkey opens nothing, and its sessions have ended', async () => {
  const person = await staffMember(hiram, 'officer');
  await hiram.owner
    .updateTable('staff_key')
    .set({ revoked_at: now })
    .where('staff_id', '=', person.id)
    .execute();
  expect(await person.browser.send(me, {})).toMatchObject({ status: 401 });
  const { data } = await person.browser.send(signInOptions, {});
  const passkey = person.authenticator.sign(data.publicKey);
  expect(await person.browser.send(signIn, { passkey })).toMatchObject({ code: 'passkeyRefused' });
});

test('a session locks after fifteen idle minutes; the own passkey alone unlocks it [T302]', async () => {
  const browser = await signInAgain(hiram, admin);
  later(14);
  expect(await browser.send(listStaff, {}, { brand: '*' })).toMatchObject({ success: true });
  later(14);
  expect(await browser.send(listStaff, {}, { brand: '*' })).toMatchObject({ success: true });
  later(15);
  expect(await browser.send(listStaff, {}, { brand: '*' })).toMatchObject({ status: 401, code: 'locked' });
  // What the page asks by itself does not unlock it.
  expect((await browser.send(me, {})).data.locked).toBe(true);
  const stranger = await staffMember(hiram, 'admin');
  const { data } = await browser.send(unlockOptions, {});
  const strangers = stranger.authenticator.sign(data.publicKey);
  expect(await browser.send(unlock, { passkey: strangers })).toMatchObject({ code: 'passkeyRefused' });
  const again = await browser.send(unlockOptions, {});
  const own = admin.authenticator.sign(again.data.publicKey);
  expect(await browser.send(unlock, { passkey: own })).toMatchObject({ success: true });
  expect(await browser.send(listStaff, {}, { brand: '*' })).toMatchObject({ success: true });
});

test('a session locks although its page reads on; what its person did since keeps it open [T870]', async () => {
  const browser = await signInAgain(hiram, admin);
  const read = (headers: Record<string, string>) =>
    browser.send(listStaff, {}, { brand: '*', headers: { [idleHeader]: '', ...headers } });
  // A stream's changes make the page read again and again.
  for (let minute = 2; minute <= 14; minute += 2) {
    later(2);
    expect((await read({ [idleHeader]: String(minute * 60) })).success).toBe(true);
  }
  expect((await read({})).success).toBe(true);
  expect((await read({ [idleHeader]: '-5' })).success).toBe(true);
  later(2);
  expect(await read({ [idleHeader]: String(16 * 60) })).toMatchObject({ status: 401, code: 'locked' });
  // Nor does a use that comes too late open it again.
  expect((await browser.send(me, {})).data.locked).toBe(true);
  const typing = await signInAgain(hiram, admin);
  for (let quarter = 0; quarter < 3; quarter += 1) {
    later(14);
    // Ten seconds ago a key was pressed: told by what the page asks in any case.
    await typing.send(me, {}, { headers: { [idleHeader]: '10' } });
  }
  expect(await typing.send(listStaff, {}, { brand: '*' })).toMatchObject({ success: true });
});

test('a session can be locked at once, and ends after eight hours whatever its person does', async () => {
  const browser = await signInAgain(hiram, admin);
  await browser.send(lock, {});
  expect(await browser.send(listStaff, {}, { brand: '*' })).toMatchObject({ code: 'locked' });
  const used = await signInAgain(hiram, admin);
  for (let quarter = 1; quarter < 4 * 8; quarter += 1) {
    later(14);
    expect((await used.send(listStaff, {}, { brand: '*' })).success).toBe(true);
  }
  later(46 + 1);
  expect(await used.send(me, {})).toMatchObject({ status: 401, code: 'notSignedIn' });
});

test('an invitation registers one passkey, once, for the invited person [T303]', async () => {
  const browser = await signInAgain(hiram, admin);
  const invited = await browser.send(inviteStaff, { name: 'Ben Reyes', email: 'ben@lender.example' });
  const link = await invitationLink(hiram, 'ben@lender.example');
  const token = link.hash.slice(1);
  expect(link.href.startsWith(`${origin()}/invitation#`)).toBe(true);
  expect(JSON.stringify(invited)).not.toContain(token);
  expect(await browser.send(inviteStaff, { name: 'Ben', email: 'BEN@lender.example' })).toMatchObject({
    code: 'emailTaken',
    field: 'email',
  });
  const fresh = staffBrowser(hiram);
  const key = softwareAuthenticator(origin());
  for (const [, misbehaviour] of misbehaviours.slice(0, 4)) {
    const { data } = await fresh.send(invitationOptions, { token });
    const passkey = key.register(data.publicKey, misbehaviour);
    expect(await fresh.send(acceptInvitation, { token, passkey })).toMatchObject({ code: 'passkeyRefused' });
  }
  const { data } = await fresh.send(invitationOptions, { token });
  const passkey = key.register(data.publicKey);
  const browsers = [fresh, staffBrowser(hiram)];
  const both = await Promise.all(browsers.map((each) => each.send(acceptInvitation, { token, passkey })));
  expect(both.map((answer) => answer.code).sort()).toEqual(['done', 'invitationUnusable']);
  const accepted = browsers[both.findIndex((answer) => answer.code === 'done')]!;
  // Without a role nobody may do anything.
  expect((await accepted.send(me, {})).data).toMatchObject({ name: 'Ben Reyes', rights: [] });
  expect(await fresh.send(invitationOptions, { token })).toMatchObject({ code: 'invitationUnusable' });
  await browser.send(inviteStaff, { name: 'Cora Lim', email: 'cora@lender.example' });
  const late = (await invitationLink(hiram, 'cora@lender.example')).hash.slice(1);
  later(3 * 24 * 60 + 1);
  expect(await fresh.send(invitationOptions, { token: late })).toMatchObject({ code: 'invitationUnusable' });
});

test('without a mail server nobody is invited, so no link is shown to who invites [T1045]', async () => {
  const { ports } = hiram.server.appContext;
  const { mail } = ports;
  Object.assign(ports, { mail: undefined });
  const browser = await signInAgain(hiram, admin);
  const invited = await browser.send(inviteStaff, { name: 'Dina Uy', email: 'dina@lender.example' });
  Object.assign(ports, { mail });
  expect(invited).toMatchObject({ code: 'noMail' });
  const rows = await hiram.owner.selectFrom('staff').select('id').where('name', '=', 'Dina Uy').execute();
  expect(rows).toEqual([]);
});
