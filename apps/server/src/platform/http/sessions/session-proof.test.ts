import { randomBytes, randomInt } from 'node:crypto';
import { login, logout, profile, redeemTicket, smsCode, ticket } from '@hiram/contract/account';
import { calls } from '@hiram/contract/calls';
import { type Context, proofHeaders } from '@hiram/contract/context';
import { sandboxBorrower, sandboxSms } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import { startHiram } from '../../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../../test/support/processes/set-up.ts';

const hiram = setUpHiram();
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

type Headers = Record<string, string>;
const newKey = () => randomBytes(24).toString('base64url');
const page = (key = newKey()): Headers => ({ [proofHeaders.page]: key });
const app = (key = newKey()): Headers => ({ [proofHeaders.app]: key });

/** The cookies that a browser keeps from a document's answer, as it sends them back. */
async function browser(): Promise<Headers> {
  const document = await fetch(`${hiram.origin}/order`);
  return {
    cookie: document.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; '),
  };
}

/** Reports whether the request is signed in: the status of a borrower's call. */
const status = async (context: Context, headers: Headers = {}) =>
  (await hiram.send(profile, {}, context, { headers })).status;

async function signIn(headers: Headers): Promise<Context> {
  const phone = `138${String(randomInt(1e8)).padStart(8, '0')}`;
  const device = { deviceId: newKey() };
  await hiram.send(smsCode, { phone }, device, { headers });
  const inbox = await hiram.until(
    () => hiram.send(sandboxSms, { phone }),
    (answer) => answer.data.messages.length > 0,
  );
  const code = inbox.data.messages[0]?.code ?? '';
  const { data } = await hiram.send(login, { phone, smsCode: code }, device, { headers });
  return { ...device, sessionId: data.sessionId };
}

test('a document sets the browser’s proof once, in a cookie that scripts cannot read [T131]', async () => {
  const document = await fetch(`${hiram.origin}/order?sessionId=any`);
  const [proof = '', mark = ''] = document.headers.getSetCookie();
  expect(proof).toMatch(/^hiram_proof=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly$/);
  expect(mark).toMatch(/^hiram_proven=1; Path=\/; Max-Age=\d+; SameSite=Lax$/);
  expect(document.headers.get('cache-control')).toBe('private, no-cache');
  const cookie = proof.split(';')[0] ?? '';
  const again = await fetch(`${hiram.origin}/repay`, { headers: { cookie } });
  expect(again.headers.getSetCookie()).toEqual([]);
  // The error page is one of the app's pages: its home link opens screens that call the API without another
  // document.
  const missing = await fetch(`${hiram.origin}/privacyPolicyOfNobody`);
  expect([missing.status, missing.headers.getSetCookie().length]).toEqual([404, 2]);
  expect(missing.headers.get('cache-control')).toBe('private, no-cache');
  // Pages for visitors set no cookie, and neither does a missing file or call.
  for (const path of ['/', '/promotion', '/assets/none.js', '/api/none'])
    expect([path, (await fetch(hiram.origin + path)).headers.getSetCookie()]).toEqual([path, []]);
});

test('behind TLS the proof’s cookie has the __Host- prefix and is sent over TLS alone [T129]', async () => {
  const behindTls = await startHiram(inject('cluster'), { PUBLIC_URL: 'https://loans.example' });
  try {
    const set = (await fetch(`${behindTls.origin}/order`)).headers.getSetCookie();
    expect(set[0]).toMatch(/^__Host-hiram_proof=\S+; Path=\/; Max-Age=\d+; SameSite=Lax; Secure; HttpOnly$/);
    expect(set[1]).toMatch(/^__Host-hiram_proven=1; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/);
  } finally {
    await behindTls.stop();
  }
});

test('an address with session and device works nowhere else once its page was opened [T005]', async () => {
  for (const proof of [await browser(), page()]) {
    const { context } = await hiram.borrower({ state: 'ready' });
    expect(await status(context, proof)).toBe(200);
    const others = [{}, page(), app(), await browser(), { cookie: 'hiram_proof=x' }];
    for (const headers of others) expect([headers, await status(context, headers)]).toEqual([headers, 401]);
    const refused = await hiram.send(profile, {}, context);
    expect(refused).toMatchObject({ status: 401, code: '-2' });
    // Without the proof nobody can sign the holder out or get a ticket of the session.
    expect((await hiram.send(logout, {}, context)).status).toBe(401);
    expect((await hiram.send(ticket, {}, context, { headers: page() })).status).toBe(401);
    expect(await status(context, proof)).toBe(200);
  }
});

test('the proof alone gives no session to another site that makes the browser send its cookie [T050]', async () => {
  const proof = await browser();
  const { context } = await hiram.borrower({ state: 'ready' });
  expect(await status(context, proof)).toBe(200);
  expect(await status({ deviceId: 'device-1' }, proof)).toBe(401);
  expect(await status({ ...context, sessionId: 'nobody' }, proof)).toBe(401);
});

test('fifty parallel first calls of one page all pass, and of fifty pages one passes [T006]', async () => {
  const proof = await browser();
  const item = (await hiram.borrower({ state: 'ready' })).context;
  const statuses = await Promise.all(Array.from({ length: 50 }, () => status(item, proof)));
  expect(statuses.filter((found) => found === 200)).toHaveLength(50);
  const other = (await hiram.borrower({ state: 'ready' })).context;
  const pages = Array.from({ length: 50 }, () => page());
  const found = await Promise.all(pages.map((key) => status(other, key)));
  expect(found.filter((code) => code === 200)).toHaveLength(1);
  expect(found.filter((code) => code === 401)).toHaveLength(49);
  const boundPage = pages[found.indexOf(200)];
  expect(await Promise.all(pages.map((key) => status(other, key)))).toEqual(
    pages.map((key) => (key === boundPage ? 200 : 401)),
  );
});

test('an app’s key that comes after the sign-in is never bound [T852]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { context } = await hiram.borrower({ state: 'ready' });
    const [thief, web] = [app(), page()];
    // Whichever comes first, or both at once.
    const [, second] =
      round === 0
        ? [await status(context, thief), await status(context, web)]
        : await Promise.all([status(context, thief), status(context, web)]);
    expect(second).toBe(200);
    expect([await status(context, thief), await status(context, page())]).toEqual([401, 401]);
    expect(await status(context, web)).toBe(200);
  }
});

test('a thief with the address and an app’s key of their own gets nothing of any call [T860]', async () => {
  const closed = calls.filter((call) => call.caller === 'borrower');
  // An app's session takes one page, whose proof is no app's key.
  for (const [owner, thieves] of [
    [app(), [app()]],
    [page(), [app(), { ...app(), ...page() }, { ...app(), cookie: 'hiram_proof=x' }]],
  ] as const) {
    const context = await signIn(owner);
    for (const headers of thieves)
      for (const call of closed) {
        const answer = await hiram.send(call, {}, context, { headers });
        const { code } = hiram.server.appContext.mask.table;
        const stated = call.masked === 'both' ? Reflect.get(answer, code ?? '') : answer.code;
        expect([call.name, answer.status, stated]).toEqual([call.name, 401, '-2']);
      }
    expect(await status(context, owner)).toBe(200);
  }
});

test('a sign-in on a page is bound at once, and no other page can use its session [T007]', async () => {
  const proof = await browser();
  const context = await signIn(proof);
  expect([await status(context), await status(context, app()), await status(context, page())]).toEqual([
    401, 401, 401,
  ]);
  expect(await status(context, proof)).toBe(200);
});

test('an app that sends its key from the sign-in on continues to call and opens pages by tickets', async () => {
  const native = app();
  const context = await signIn(native);
  expect(await status(context)).toBe(401);
  const web = await browser();
  expect(await status(context, web)).toBe(200);
  expect(await status(context, native)).toBe(200);
  // The same URL in another web view, or on another network.
  expect(await status(context, page())).toBe(401);
  const answer = await hiram.send(ticket, {}, context, { headers: native });
  const second = page();
  const redeemed = await hiram.send(
    redeemTicket,
    { ticket: answer.data.ticket },
    { deviceId: 'second' },
    { headers: second },
  );
  const own = { deviceId: 'second', sessionId: redeemed.data.sessionId };
  expect([await status(own, second), await status(own), await status(own, page())]).toEqual([200, 401, 401]);
});

test('a valid key is accepted and an invalid one is rejected with the name of its header', async () => {
  const { context } = await hiram.borrower({ state: 'ready' });
  for (const [header, value] of [
    [proofHeaders.page, 'short'],
    [proofHeaders.app, 'x'.repeat(129)],
    [proofHeaders.page, `${'a'.repeat(40)}!`],
  ] as const)
    expect(await hiram.send(profile, {}, context, { headers: { [header]: value } })).toMatchObject({
      status: 400,
      field: header,
    });
});

test('a page on another origin may send its key, and its cookies are neither requested nor needed', async () => {
  const cross = await startHiram(inject('cluster'), { CORS_ORIGINS: 'https://pages.example' });
  try {
    const answer = await fetch(`${cross.origin}/api${profile.path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://pages.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': proofHeaders.page.toLowerCase(),
      },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://pages.example');
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
      proofHeaders.page.toLowerCase(),
    );
    // Never the app's key, because no page has it.
    expect(answer.headers.get('access-control-allow-headers')).not.toContain(proofHeaders.app);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  } finally {
    await cross.stop();
  }
});

test('nothing stored of a proof can be used again, and the audit trail records that a session was bound', async () => {
  const key = newKey();
  const { context } = await hiram.borrower({ state: 'ready' });
  await status(context, page(key));
  const { db } = hiram.server.appContext;
  const rows = await db.selectFrom('session').selectAll().execute();
  expect(JSON.stringify(rows.map((row) => row.page_proof?.toString('utf8')))).not.toContain(key);
  const { rows: bound } = await sql`select from audit_entry
    where subject = 'session' and detail like '%page_proof%'`.execute(db);
  expect(bound.length).toBeGreaterThan(0);
});

test('a demo borrower is signed in like an app’s borrower', async () => {
  const native = app();
  const { data } = await hiram.send(
    sandboxBorrower,
    { state: 'ready' },
    {},
    { headers: { ...native, ...page() } },
  );
  expect([
    await status({ sessionId: data.sessionId }),
    await status({ sessionId: data.sessionId }, native),
  ]).toEqual([401, 200]);
});
