import {
  approvalOptions,
  approveRequest,
  listApprovals,
  withdrawApproval,
} from '@hiram/contract/console/approval';
import { allBrands, rights, shippedRoles } from '@hiram/contract/console/rights';
import {
  demoPeople,
  me,
  moveDemoClock,
  signIn,
  signInDemo,
  signInOptions,
} from '@hiram/contract/console/session';
import { listRoles, listStaff } from '@hiram/contract/console/staff';
import { consolePrefix, type StaffCall } from '@hiram/contract/console/staff-call';
import { staffCalls } from '@hiram/contract/console/staff-calls';
import { homeIndex } from '@hiram/contract/home';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  consoleUrl,
  type StaffMember,
  staffBrowser,
  staffMember,
} from '../../../test/support/console/console.ts';
import { tryAll } from '../../../test/support/inputs/property-runs.ts';
import { lendersBrands } from '../../../test/support/processes/lenders-brands.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';

let hiram: Hiram;
/** A person of each role in all brands, and one in the brand `ph` alone. */
const everywhere = new Map<string, StaffMember>();
const inOneBrand = new Map<string, StaffMember>();
beforeAll(async () => {
  // Each person has an address of their own: one address may not send as many requests as this test does.
  hiram = await startHiram(inject('cluster'), { BRAND: 'spec,ph', TRUST_PROXY: '1' });
  await hiram.refuseUnnamed();
  for (const role of shippedRoles) {
    everywhere.set(role, await staffMember(hiram, role));
    inOneBrand.set(role, await staffMember(hiram, `${role} ph`));
  }
});
afterAll(() => hiram.stop());

const withRight = staffCalls.filter((call) => call.right !== undefined);

/** Reports whether a role has a right, by the rows of the database. */
async function rightsByRole(): Promise<ReadonlySet<string>> {
  const rows = await hiram.owner.selectFrom('role_right').selectAll().execute();
  return new Set(rows.map((row) => `${row.role} ${row.right}`));
}

/** Asks with a body that no call accepts: with the right the answer is 400, without it 403. */
async function isAllowed(person: StaffMember, call: StaffCall, brand: string): Promise<boolean> {
  const answer = await person.browser.send(call, {}, { brand, body: '{' });
  if (answer.status === 400) {
    expect(answer).toMatchObject({ code: 'badRequest', field: 'body' });
    return true;
  }
  expect(answer).toMatchObject({ status: 403, code: 'missingRight', right: call.right });
  return false;
}

test('the nine roles are there as rows, with rights that this version knows', async () => {
  const roles = await hiram.owner.selectFrom('role').select('name').orderBy('name').execute();
  expect(roles.map(({ name }) => name)).toEqual([...shippedRoles]);
  const rows = await hiram.owner.selectFrom('role_right').select('right').distinct().execute();
  expect(rows.map(({ right }) => right).sort()).toEqual([...rights].sort());
});

test('every call is open to exactly the roles that have its right, in their brands alone [T304]', async () => {
  const has = await rightsByRole();
  const tried = new Set<string>();
  const asked = async (call: StaffCall, role: string, person: StaffMember, brand: string) => {
    // A call about the lender as a whole needs the right in all brands, whatever brand is in its query.
    const isEverywhere = everywhere.get(role) === person;
    const inScope = isEverywhere || (call.scope === 'brand' && brand === 'ph');
    const expected = inScope && has.has(`${role} ${call.right}`);
    const allowed = await isAllowed(person, call, brand);
    expect([call.name, role, brand, isEverywhere, allowed]).toEqual([
      ...[call.name, role, brand, isEverywhere],
      expected,
    ]);
    tried.add(`${call.name} ${role} ${brand} ${isEverywhere}`);
  };
  const mayAsk = (call: StaffCall, role: string) => has.has(`${role} ${call.right}`);
  const turned = (roles: readonly string[], place: number) => {
    const from = place % Math.max(1, roles.length);
    return [...roles.slice(from), ...roles.slice(0, from)];
  };
  /** One of the roles that a call rejects, and one that it serves: others for the next call. */
  const examples = new Map(
    withRight.map((call, place) => {
      const [served = ''] = turned(
        shippedRoles.filter((role) => mayAsk(call, role)),
        place,
      );
      const rejected = turned(
        shippedRoles.filter((role) => !mayAsk(call, role)),
        place,
      );
      return [call, { served, rejected: rejected.slice(0, 1), inTurn: place % 2 ? 'ph' : 'spec' }];
    }),
  );
  /**
   * One role with the right asks in its own brand, in all, and in turn in another one, and one role without
   * it. `npm run verify` lets everyone ask every call in every brand.
   */
  const asks = (call: StaffCall, role: string, person: StaffMember, brand: string) => {
    const isEverywhere = everywhere.get(role) === person;
    const { served, rejected, inTurn } = examples.get(call) ?? { served: '', rejected: [], inTurn: '' };
    if (tryAll) return true;
    if (isEverywhere && brand === 'ph') return role === served || rejected.includes(role);
    return role === served && brand === (isEverywhere ? allBrands : inTurn);
  };
  for (const call of withRight)
    for (const brand of ['ph', 'spec', allBrands])
      await Promise.all(
        [everywhere, inOneBrand].flatMap((people) =>
          [...people]
            .filter(([role, person]) => asks(call, role, person, brand))
            .map(([role, person]) => asked(call, role, person, brand)),
        ),
      );
  const rejected = [...examples.values()].flatMap((one) => one.rejected);
  for (const roles of [rejected, [...examples.values()].map((one) => one.served)])
    expect(new Set(roles).size).toBe(shippedRoles.length);
  expect(tried.size).toBe(
    tryAll ? withRight.length * shippedRoles.length * 6 : withRight.length * 3 + rejected.length,
  );
});

test('a call about one brand needs the brand, and a role without a limit for its action does not ask', async () => {
  const admin = everywhere.get('admin');
  if (!admin) throw new Error('nobody is admin');
  expect(await admin.browser.send(listStaff, {})).toMatchObject({ status: 400, field: 'brand' });
  expect(await admin.browser.send(listStaff, {}, { brand: 'nobodys' })).toMatchObject({
    status: 400,
    field: 'brand',
  });
  await hiram.owner
    .insertInto('role')
    .values({ name: 'unlimited', summary: 'a right without a limit' })
    .execute();
  await hiram.owner
    .insertInto('role_right')
    .values({ role: 'unlimited', right: 'staff.assignRoles' })
    .execute();
  const person = await staffMember(hiram, 'unlimited');
  const asking = staffCalls.find((call) => call.name === 'requestRoles');
  if (!asking) throw new Error('no such call');
  expect(await person.browser.send(asking, {}, { brand: 'ph' })).toMatchObject({
    status: 403,
    code: 'noLimit',
  });
  await hiram.owner.deleteFrom('staff_role').where('role', '=', 'unlimited').execute();
  await hiram.owner.deleteFrom('role_right').where('role', '=', 'unlimited').execute();
  await hiram.owner.deleteFrom('role').where('name', '=', 'unlimited').execute();
});

test('the staff of a brand alone is shown to whoever has the right there alone', async () => {
  const admin = inOneBrand.get('admin');
  if (!admin) throw new Error('nobody is admin');
  const { data } = await admin.browser.send(listStaff, {}, { brand: 'ph' });
  const brands = new Set(data.staff.flatMap((person) => person.roles.map((role) => role.brand)));
  expect(brands).toEqual(new Set(['ph', allBrands]));
  const stranger = await staffMember(hiram, 'support spec');
  const after = await admin.browser.send(listStaff, {}, { brand: 'ph' });
  expect(after.data.staff.map((person) => person.staffId)).not.toContain(stranger.id);
  const roles = await admin.browser.send(listRoles, {}, { brand: 'ph' });
  expect(roles.data.roles.find((one) => one.role === 'admin')?.limits).toEqual([
    { action: 'feed.addWebhook', brand: '*', secondPersonFrom: 0 },
    { action: 'feed.issueKey', brand: '*', secondPersonFrom: 0 },
    { action: 'staff.assignRoles', brand: '*', secondPersonFrom: 0 },
    { action: 'staff.endEmployment', brand: '*', secondPersonFrom: 0 },
    { action: 'staff.recover', brand: '*', secondPersonFrom: 0 },
    { action: 'staff.setLimit', brand: '*', secondPersonFrom: 0 },
  ]);
});

test('a request from another origin, site or no page is rejected before the session is looked at [T305]', async () => {
  const admin = everywhere.get('admin');
  if (!admin) throw new Error('nobody is admin');
  const foreign: readonly Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: hiram.origin },
    { origin: `${new URL(consoleUrl(hiram)).origin}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of foreign)
    for (const call of [listStaff, me, signInOptions, approveRequest]) {
      const answer = await admin.browser.send(call, {}, { brand: 'ph', headers });
      expect([headers, call.name, answer.status, answer.code]).toEqual([
        headers,
        call.name,
        403,
        'foreignOrigin',
      ]);
    }
  const url = `http://127.0.0.1:${hiram.server.console?.port}${consolePrefix}${me.path}`;
  const cookie = `hiram_staff=${admin.browser.cookie}`;
  const bare = await fetch(url, { method: 'POST', headers: { cookie, 'content-type': 'application/json' } });
  expect(bare.status).toBe(403);
  // A form of another site can send these types without asking.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const headers = { 'content-type': type };
    expect(await admin.browser.send(signIn, {}, { headers, body: '{}' })).toMatchObject({ status: 400 });
  }
  expect((await fetch(url, { headers: { cookie } })).status).toBe(404);
});

test('the console answers on its own port alone, and the public calls on theirs [T306]', async () => {
  const admin = everywhere.get('admin');
  const port = hiram.server.console?.port;
  expect(port).not.toBe(hiram.server.port);
  for (const call of staffCalls) {
    const response = await fetch(`${hiram.origin}${consolePrefix}${call.path}?brand=ph`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: consoleUrl(hiram),
        cookie: `hiram_staff=${admin?.browser.cookie}`,
      },
      body: '{}',
    });
    expect([call.name, response.status]).toEqual([call.name, 404]);
  }
  const response = await fetch(`http://127.0.0.1:${port}/api${homeIndex.path}`, { method: 'POST' });
  expect(response.status).toBe(404);
  for (const path of ['/home', '/host', '/metrics', '/health/live'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
});

test('every answer of the console forbids framing, caching and sniffing [T307]', async () => {
  const browser = staffBrowser(hiram);
  for (const answer of [
    await browser.send(signInOptions, {}),
    await browser.send(me, {}),
    await browser.send(listApprovals, {}, { headers: { origin: 'https://evil.example' } }),
  ]) {
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test('the page of the console runs nothing but its own files, and is framed by nobody', async () => {
  const response = await fetch(`http://127.0.0.1:${hiram.server.console?.port}/staff`);
  if (response.status === 404) return;
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self'; style-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(await response.text()).not.toMatch(/<script>| style=|onclick/);
});

test('without a session, or with one that is made up, every call but the sign-in is rejected', async () => {
  const cookies = ['', 'A'.repeat(43), 'no-token'];
  // The cookies take turns: `npm run verify` sends each to every call.
  for (const [place, call] of staffCalls.filter((one) => one.session !== 'none').entries())
    for (const cookie of tryAll ? cookies : cookies.slice(place % 3, (place % 3) + 1)) {
      const answer = await staffBrowser(hiram, cookie).send(call, {}, { brand: 'ph' });
      expect([call.name, answer.status, answer.code]).toEqual([call.name, 401, 'notSignedIn']);
    }
});

test('an unknown id and a malformed one get the same answer', async () => {
  const admin = everywhere.get('admin');
  for (const call of [approvalOptions, withdrawApproval])
    for (const approvalId of ['01900000-0000-7000-8000-000000000000', 'no-such-id', "x' or 1=1"])
      expect(await admin?.browser.send(call, { approvalId }, { brand: 'ph' })).toMatchObject({
        status: 404,
        code: 'notFound',
      });
});

test('in the sandbox a click signs in as each of nine people; a lender’s server has no such call', async () => {
  for (const role of shippedRoles) {
    const browser = staffBrowser(hiram);
    expect(await browser.send(signInDemo, { role })).toMatchObject({ success: true });
    expect(await browser.send(signInDemo, { role })).toMatchObject({ success: true });
    expect((await browser.send(me, {})).data.roles).toEqual([{ role, brand: '*' }]);
  }
  const people = await hiram.owner
    .selectFrom('staff')
    .select('id')
    .where('email', 'like', '%@demo.example')
    .execute();
  expect(people.length).toBe(shippedRoles.length);
});

test.for(['admin', 'controller'] as const)(
  'the sandbox has two people with the role %s, so that what one requests the other approves [T879]',
  async (role) => {
    const [first, second] = [staffBrowser(hiram), staffBrowser(hiram)];
    await first.send(signInDemo, { role });
    await second.send(signInDemo, { role, isColleague: true });
    const [one, other] = [(await first.send(me, {})).data, (await second.send(me, {})).data];
    expect(one.staffId).not.toBe(other.staffId);
    expect(one.name).not.toBe(other.name);
    expect(other.roles).toEqual([{ role, brand: '*' }]);
  },
);

test('who is invited and has no role yet is in the list of every brand [T877]', async () => {
  const invited = await staffMember(hiram);
  const ofSpec = await staffMember(hiram, 'support spec');
  const reader = [...everywhere.values()][0]!;
  const { data } = await reader.browser.send(listStaff, {}, { brand: 'ph' });
  const ids = data.staff.map(({ staffId }) => staffId);
  expect(ids).toContain(invited.id);
  expect(ids).not.toContain(ofSpec.id);
});

test('a lender’s server without the settings has no console, and with them no click signs in [T317]', async () => {
  const lender = {
    SANDBOX: '0',
    BRAND: 'ph',
    BRANDS_DIR: lendersBrands(),
    PROVIDER_URL: 'http://127.0.0.1:1',
    PROVIDER_SECRET: 'x'.repeat(20),
    WEBHOOK_SECRET: 'y'.repeat(20),
    MAX_CLOCK_SKEW_SECONDS: '60',
  };
  const cluster = inject('cluster');
  const without = await startHiram(cluster, lender);
  expect(without.server.console).toBeUndefined();
  await without.stop();
  const settings = { CONSOLE_PORT: '0', CONSOLE_URL: 'https://console.example' };
  const served = await startHiram(cluster, { ...lender, ...settings });
  try {
    const browser = staffBrowser(served);
    expect(await browser.send(signInDemo, { role: 'admin' })).toMatchObject({ status: 404 });
    expect(await browser.send(demoPeople, {})).toMatchObject({ status: 404 });
    expect(await browser.send(moveDemoClock, { days: 1 })).toMatchObject({ status: 404 });
    // A person of the shell signs in by passkey over TLS, with a cookie of this host alone.
    const admin = await staffMember(served, 'admin');
    const { data } = await browser.send(signInOptions, {});
    expect(data.publicKey.rpId).toBe('console.example');
    const signed = await browser.send(signIn, { passkey: admin.authenticator.sign(data.publicKey) });
    expect(signed.headers.get('set-cookie')).toMatch(
      /^__Host-hiram_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(signed.headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect((await browser.send(me, {})).data.staffId).toBe(admin.id);
  } finally {
    await served.stop();
  }
});
