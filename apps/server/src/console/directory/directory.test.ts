import { listApprovals } from '@hiram/contract/console/approval';
import { me } from '@hiram/contract/console/session';
import { endEmployment, listStaff, previewRoles } from '@hiram/contract/console/staff';
import { addKey, addKeyOptions } from '@hiram/contract/console/staff-account';
import { asId } from '@hiram/contract/ids';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  consoleUrl,
  type StaffBrowser,
  staffBrowser,
  staffMember,
} from '../../../test/support/console/console.ts';
import { softwareAuthenticator } from '../../../test/support/console/software-authenticator.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { type OidcDirectory, startOidcDirectory } from '../../../test/support/servers/oidc-directory.ts';

let hiram: Hiram;
let directory: OidcDirectory;
beforeAll(async () => {
  directory = await startOidcDirectory(() => `${consoleUrl(hiram)}/api/console/directory/return`);
  hiram = await startHiram(inject('cluster'), {
    BRAND: 'spec,ph',
    OIDC_ISSUER: directory.issuer,
    OIDC_CLIENT_ID: directory.clientId,
    OIDC_CLIENT_SECRET: directory.clientSecret,
    OIDC_GROUPS: 'lender-admins=admin,lender-cashiers=cashier:ph,lender-cashiers=support:ph',
  });
});
afterAll(async () => {
  await hiram.stop();
  await directory.stop();
});

/** The cookies of a browser that follows redirects between the console and the directory. */
class Cookies {
  readonly #values = new Map<string, string>();
  take(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const separator = pair.indexOf('=');
      this.#values.set(pair.slice(0, separator), pair.slice(separator + 1));
    }
  }
  get header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ');
  }
  of(name: string): string {
    return this.#values.get(name) ?? '';
  }
}

async function follow(start: string, cookies: Cookies, until: (url: string) => boolean): Promise<string> {
  let url = start;
  while (!until(url)) {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookies.header } });
    cookies.take(response);
    const next = response.headers.get('location');
    if (next === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
    url = new URL(next, url).href;
  }
  return url;
}

const isReturn = (url: string) => url.includes('/directory/return');
const startOf = () => `${consoleUrl(hiram)}/api/console/directory/start`;

/** Signs in as a user of the directory. Returns the browser and where the console leads it. */
async function signInAs(user: string | undefined): Promise<{ browser: StaffBrowser; refresh: string }> {
  directory.current = user;
  const cookies = new Cookies();
  const answer = await follow(startOf(), cookies, isReturn);
  const response = await fetch(answer, { headers: { cookie: cookies.header } });
  cookies.take(response);
  const browser = staffBrowser(hiram, cookies.of('hiram_staff'));
  return { browser, refresh: response.headers.get('refresh') ?? '' };
}

const newUser = (groups: readonly string[], more: object = {}) => {
  const id = crypto.randomUUID();
  directory.users.set(id, { email: `${id}@directory.example`, name: 'Dina Ong', groups, ...more });
  return id;
};

test('a person of the directory signs in, and has the roles of their groups and no others [T326]', async () => {
  const user = newUser(['lender-cashiers', 'everybody']);
  const { browser, refresh } = await signInAs(user);
  expect(refresh).toBe('0; url=/');
  const { data } = await browser.send(me, {});
  expect(data).toMatchObject({
    name: 'Dina Ong',
    roles: [
      { role: 'cashier', brand: 'ph' },
      { role: 'support', brand: 'ph' },
    ],
  });
  expect(await browser.send(listApprovals, { state: 'waiting' }, { brand: 'ph' })).toMatchObject({
    success: true,
  });
  expect(await browser.send(listStaff, {}, { brand: 'ph' })).toMatchObject({ code: 'missingRight' });
  // The next sign-in asks the directory again: it is the same person, with other groups.
  directory.users.set(user, { email: 'new@directory.example', name: 'Dina Ong', groups: ['lender-admins'] });
  const again = await signInAs(user);
  expect((await again.browser.send(me, {})).data).toMatchObject({
    staffId: data.staffId,
    roles: [{ role: 'admin', brand: '*' }],
  });
  expect(await browser.send(listStaff, {}, { brand: 'ph' })).toMatchObject({ success: true });
});

test('a directory’s session performs no action without a passkey, which may be registered at once [T327]', async () => {
  const { browser } = await signInAs(newUser(['lender-admins']));
  const person = await staffMember(hiram);
  const request = { staffId: person.id, roles: ['support'] };
  expect(await browser.send(previewRoles, request, { brand: 'ph' })).toMatchObject({
    status: 403,
    code: 'passkeyNeeded',
  });
  const offered = await browser.send(addKeyOptions, {});
  const authenticator = softwareAuthenticator(new URL(consoleUrl(hiram)).origin);
  const input = { passkey: authenticator.register(offered.data.publicKey), keyName: 'laptop' };
  expect(await browser.send(addKey, input)).toMatchObject({ success: true });
  // From then on a passkey signs each change of the passkeys.
  expect(await browser.send(addKeyOptions, {})).toMatchObject({ code: 'passkeyRefused' });
});

test('nobody signs in without a mapped group or with an unverified address', async () => {
  expect((await signInAs(newUser(['everybody']))).refresh).toContain('refused=noRole');
  expect((await signInAs(newUser(['lender-admins'], { isUnverified: true }))).refresh).toContain(
    'refused=notAnswered',
  );
  const invited = await staffMember(hiram, 'admin');
  expect((await signInAs(newUser(['lender-admins'], { email: invited.email }))).refresh).toContain(
    'refused=noRole',
  );
  expect((await signInAs(undefined)).refresh).toContain('refused=notAnswered');
  const user = newUser(['lender-admins']);
  const { browser } = await signInAs(user);
  const { staffId } = (await browser.send(me, {})).data;
  // An administrator of the directory is ended by two persons, as any other is.
  const end = { staffId, reason: 'left us' };
  expect(await invited.browser.send(endEmployment, end)).toMatchObject({ code: 'needsTwo' });
  await hiram.owner.deleteFrom('staff_directory_role').where('staff_id', '=', asId(staffId)).execute();
  await invited.browser.send(endEmployment, { staffId, reason: 'left us' });
  expect(await browser.send(me, {})).toMatchObject({ status: 401 });
  expect((await signInAs(user)).refresh).toContain('refused=left');
});

test('an answer is taken once, and only by the browser that began the sign-in [T328]', async () => {
  directory.current = newUser(['lender-admins']);
  const cookies = new Cookies();
  const answer = await follow(startOf(), cookies, isReturn);
  const byAnother = await fetch(answer);
  expect(byAnother.headers.get('refresh')).toContain('refused=notAnswered');
  // Another sign-in's cookie with this answer.
  const others = new Cookies();
  await follow(startOf(), others, (url) => url.startsWith(directory.issuer));
  const mixed = await fetch(answer, { headers: { cookie: others.header } });
  expect(mixed.headers.get('refresh')).toContain('refused=notAnswered');
  const taken = await fetch(answer, { headers: { cookie: cookies.header } });
  expect(taken.headers.get('refresh')).toBe('0; url=/');
  const again = await fetch(answer, { headers: { cookie: cookies.header } });
  expect(again.headers.get('refresh')).toContain('refused=notAnswered');
});
