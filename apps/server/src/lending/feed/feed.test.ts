import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import schema from '@asyncapi/specs/schemas/3.1.0-without-$id.json' with { type: 'json' };
import {
  addFeedWebhook,
  feedTopics,
  issueFeedKey,
  listFeedAccess,
  revokeFeedAccess,
} from '@hiram/contract/console/feed';
import { addDays } from '@hiram/loan';
import { Ajv } from 'ajv';
import { parquetReadObjects } from 'hyparquet';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, inject, test } from 'vitest';
import document from '../../../../../docs/feed/asyncapi.json' with { type: 'json' };
import { consume } from '../../../../../tools/feed-consumer/consume.ts';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { asTwoPersons } from '../../../test/support/console/two-persons.ts';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { startHiram } from '../../../test/support/processes/running-server.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { type FinishedSpan, onSpan, traceparentOf } from '../../platform/tracing/trace.ts';
import { reverse } from '../payments/reversals/reversals.ts';
import { resolvePayment } from '../review/resolve-payment.ts';
import { type FeedEvent, type FeedPage, numberEvents, readFeed } from './feed-events.ts';
import { isSecureAddress, sendFeed } from './send-feed.ts';

const cluster = inject('cluster');
const hiram = setUpHiram({ BRAND: 'spec,ph' });
const admin = setUpStaffMember(hiram, 'admin');
const controller = setUpStaffMember(hiram, 'controller');
beforeAll(async () => {
  await hiram.refuseUnnamed();
  await hiram.borrower({ state: '200', kind: 'single' });
  await hiram.borrower({ state: '180', kind: 'perPeriod' }, 'ph');
});

const spec = { brand: 'spec' };
type Topics = readonly (typeof feedTopics)[number][];

/** Lets a system read the feed. Returns its key. */
async function newKey(topics: Topics = feedTopics, brand = 'spec'): Promise<string> {
  const key = `hfk_${randomBytes(32).toString('base64url')}`;
  const keyHash = createHash('sha256').update(key).digest('hex');
  const asked = await submitAction(admin, issueFeedKey, { keyHash, name: 'ERP', topics }, { brand });
  expect(asked).toMatchObject({ success: true, data: { state: 'waiting' } });
  expect((await read(key)).status).toBe(401);
  expect(await approveAs(controller, asked.data.approvalId, brand)).toMatchObject({ success: true });
  return key;
}

const read = (key: string, query = '') =>
  fetch(`${hiram.origin}/api/events${query}`, { headers: { authorization: `Bearer ${key}` } });
const pageOf = async (key: string, query = '') => (await (await read(key, query)).json()) as FeedPage;

async function allOf(key: string, limit = 1_000): Promise<readonly FeedEvent[]> {
  const events: FeedEvent[] = [];
  for (let after = 0, isMore = true; isMore; ) {
    const page = await pageOf(key, `?after=${after}&limit=${limit}`);
    events.push(...page.events);
    ({ next: after, isMore } = page);
  }
  return events;
}

test('the feed tells what happened to a loan, in order, without a name or a number [T1671]', async () => {
  const events = await allOf(await newKey());
  const [first] = events.filter(({ type }) => type === 'order.settled');
  const types = events.filter(({ data }) => data.orderId === first?.data.orderId).map(({ type }) => type);
  const wanted = [
    'order.applied',
    'decision.approved',
    'payout.requested',
    'payout.paid',
    'loan.disbursed',
    'payment.posted',
    'loan.paid',
    'order.settled',
  ];
  expect(types.filter((type) => wanted.includes(type))).toEqual(expect.arrayContaining(wanted));
  expect(types.indexOf('order.applied')).toBe(0);
  expect(types.indexOf('payout.paid')).toBeLessThan(types.indexOf('order.settled'));
  const journals = events.filter(({ type }) => type === 'ledger.posted');
  for (const { data } of journals) {
    const { lines } = data.detail as { lines: { amount: number }[] };
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    expect(data).toMatchObject({ currency: 'PHP', brand: 'spec' });
  }
  expect(journals.length).toBeGreaterThan(1);
  const phones = await hiram.owner.selectFrom('borrower').select('phone').execute();
  const told = JSON.stringify(events);
  expect(phones.filter(({ phone }) => phone !== null && told.includes(phone))).toEqual([]);
  expect(told).not.toMatch(/Dela|Santos|Juan|Maria/);
});

test('the AsyncAPI document is valid, and every event of the feed is as it says [T1672]', async () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const isValid = ajv.compile(schema);
  expect([isValid(document), isValid.errors]).toEqual([true, null]);
  const isEvent = new Ajv({ strict: false }).compile(document.components.schemas.event);
  for (const key of [await newKey(), await newKey(feedTopics, 'ph')])
    for (const event of await allOf(key))
      expect([event, isEvent(event), isEvent.errors]).toEqual([event, true, null]);
});

test('a key reads its topics of its brand alone, page after page the same as at once [T1673]', async () => {
  const payments = await allOf(await newKey(['payment']));
  expect(new Set(payments.map(({ type }) => type.split('.')[0]))).toEqual(new Set(['payment']));
  const key = await newKey(feedTopics, 'ph');
  const whole = await allOf(key);
  expect(new Set(whole.map(({ data }) => data.brand))).toEqual(new Set(['ph']));
  expect(await allOf(key, 3)).toEqual(whole);
  for (const query of ['?after=-1', '?after=x', '?limit=0', '?limit=1001', '?after=1e3'])
    expect((await read(key, query)).status, query).toBe(400);
  for (const other of ['', 'hfk_', `hfk_${'a'.repeat(43)}`, `${key}a`])
    expect((await read(other)).status, other).toBe(401);
});

test('a key that is revoked between two pages reads no second one, and is not used again [T1674]', async () => {
  const key = await newKey();
  const first = await pageOf(key, '?limit=2');
  expect(first.isMore).toBe(true);
  const { data } = await controller.browser.send(listFeedAccess, {}, spec);
  const accessId = data.keys[0]?.accessId ?? '';
  expect(await admin.browser.send(revokeFeedAccess, { accessId }, { brand: 'ph' })).toMatchObject({
    success: false,
  });
  expect(await admin.browser.send(revokeFeedAccess, { accessId }, spec)).toMatchObject({ success: true });
  expect((await read(key, `?after=${first.next}`)).status).toBe(401);
  expect(await admin.browser.send(revokeFeedAccess, { accessId }, spec)).toMatchObject({ success: false });
  const keyHash = createHash('sha256').update(key).digest('hex');
  const again = await submitAction(admin, issueFeedKey, { keyHash, name: 'ERP', topics: ['loan'] }, spec);
  expect(again).toMatchObject({ success: false });
});

/** The number of sessions of the database that wait for a lock. */
const waitingForLock = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(hiram.owner);
  return rows[0]?.count ?? 0;
};

test('a key that is revoked in the middle of a page gets that page whole and no other [T1892]', async () => {
  const key = await newKey();
  const { data } = await controller.browser.send(listFeedAccess, {}, spec);
  const accessId = data.keys[0]?.accessId ?? '';
  const whole = await pageOf(key, '?limit=5');
  const both = await hiram.owner.transaction().execute(async (trx) => {
    // The page waits for its events to be numbered, after the key was checked.
    await sql`select pg_advisory_xact_lock(hashtextextended('feed_event', 0))`.execute(trx);
    const page = read(key, '?limit=5');
    await hiram.until(waitingForLock, (count) => count === 1);
    let isRevoked = false;
    const revoked = admin.browser.send(revokeFeedAccess, { accessId }, spec).then((answer) => {
      isRevoked = true;
      return answer;
    });
    await hiram.until(
      async () => isRevoked || (await waitingForLock()) === 2,
      (is) => is,
    );
    expect(isRevoked).toBe(false);
    return { page, revoked };
  });
  const page = await both.page;
  expect([page.status, await page.json()]).toEqual([200, whole]);
  expect(await both.revoked).toMatchObject({ success: true });
  expect((await read(key, `?after=${whole.next}`)).status).toBe(401);
});

test('what is revoked stays revoked, whatever the server’s login writes [T2501]', async () => {
  const { db } = hiram.server.appContext;
  const key = await newKey();
  const { data } = await controller.browser.send(listFeedAccess, {}, spec);
  const accessId = data.keys[0]?.accessId ?? '';
  expect(await admin.browser.send(revokeFeedAccess, { accessId }, spec)).toMatchObject({ success: true });
  await expect(
    sql`update feed_key set revoked_at = null, revoked_by = null where id = ${accessId}`.execute(db),
  ).rejects.toThrow('stays revoked');
  expect((await read(key)).status).toBe(401);
});

test('the server’s login writes no event and lets no system in by itself [T1675]', async () => {
  const { db } = hiram.server.appContext;
  expect(await allOf(await newKey())).not.toEqual([]);
  await expect(
    sql`insert into feed_event (brand, kind, subject_id, data) values ('spec', 'a.b', gen_random_uuid(), '{}')`.execute(
      db,
    ),
  ).rejects.toThrow('permission denied');
  await expect(sql`update feed_event set position = 1`.execute(db)).rejects.toThrow('permission denied');
  await expect(
    sql`select add_feed_event('spec', 'a.b', null, null, gen_random_uuid(), 1, null, '{}')`.execute(db),
  ).rejects.toThrow('permission denied');
  const row = sql`(gen_random_uuid(), 'spec', 'x', '{loan}', sha256('x'), (select id from approval limit 1), now())`;
  await expect(
    sql`insert into feed_key (id, brand, name, topics, key_hash, approval_id, created_at) values ${row}`.execute(
      db,
    ),
  ).rejects.toThrow('two persons');
  await asOwner(cluster, hiram.database, async (owner) => {
    await expect(owner.query('update feed_event set amount = 1 where position = 1')).rejects.toThrow(
      'append-only',
    );
    await expect(owner.query('update feed_event set position = null where position = 1')).rejects.toThrow(
      'append-only',
    );
    await expect(owner.query('delete from feed_event')).rejects.toThrow('append-only');
    await expect(
      owner.query(`with added as (select add_feed_event('spec', 'a.b', null, null, gen_random_uuid(), 1, null, '{}'))
        select from added`),
    ).resolves.toBeDefined();
    await expect(owner.query('update feed_event set amount = 2 where position is null')).rejects.toThrow(
      'append-only',
    );
  });
});

test('a reader misses no event that is committed late, and none comes twice [T1676]', async () => {
  const { db, brands } = hiram.server.appContext;
  const brand = brands.get('spec');
  if (!brand) throw new Error('no brand');
  const write = (kind: string) =>
    sql`select add_feed_event('spec', ${kind}, null, null, gen_random_uuid(), 1, null, '{}')`;
  for (const commits of [
    [0, 1],
    [1, 0],
  ]) {
    const start = await readFeed(db, { brand, topics: ['test'], after: 0, limit: 1_000 });
    const seen: string[] = [];
    let after = start.next;
    const readOn = async () => {
      for (let isMore = true; isMore; ) {
        const page = await readFeed(db, { brand, topics: ['test'], after, limit: 1 });
        seen.push(...page.events.map(({ type }) => type));
        ({ next: after, isMore } = page);
      }
    };
    const begin = async (kind: string) => {
      const trx = await hiram.owner.startTransaction().execute();
      await write(kind).execute(trx);
      return { kind, trx };
    };
    const open = [await begin('test.first'), await begin('test.second')];
    const wanted = commits.map((index) => open[index]?.kind);
    for (const index of commits) {
      await readOn();
      await open[index]?.trx.commit().execute();
    }
    await readOn();
    expect(seen).toEqual(wanted);
  }
});

test('an event that gets its place while a page is read comes once, with the next page [T2561]', async () => {
  const { db, brands } = hiram.server.appContext;
  const brand = brands.get('spec');
  if (!brand) throw new Error('no brand');
  const page = (reader: typeof db, after: number) =>
    readFeed(reader, { brand, topics: ['test'], after, limit: 10 });
  let isNumbered = false;
  // Another reader numbers it between the two statements of a page.
  const beside = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isNumbered) return result;
      isNumbered = true;
      await sql`select add_feed_event('spec', 'test.beside', null, null, gen_random_uuid(), 1, null, '{}')`.execute(
        hiram.owner,
      );
      await numberEvents(db);
      return result;
    },
  });
  const { last } = await numberEvents(db);
  const first = await page(beside, last);
  const second = await page(db, first.next);
  expect([...first.events, ...second.events].map(({ type }) => type)).toEqual(['test.beside']);
});

interface Receiver {
  readonly url: string;
  readonly received: FeedEvent[];
  readonly headers: IncomingMessage['headers'][];
  readonly bodies: string[];
  /** The status that it answers next, from the body. */
  answer: (event: FeedEvent) => number;
  close(): Promise<void>;
}

async function receiver(): Promise<Receiver> {
  const state: Omit<Receiver, 'url' | 'close'> = { received: [], headers: [], bodies: [], answer: () => 204 };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const event: FeedEvent = JSON.parse(body);
      const status = state.answer(event);
      if (status < 300) {
        state.received.push(event);
        state.headers.push(request.headers);
        state.bodies.push(body);
      }
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/${randomBytes(4).toString('hex')}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  });
}

async function newWebhook(url: string, after?: number, topics: Topics = feedTopics): Promise<string> {
  const request = { url, name: 'Warehouse', topics };
  const asked = await submitAction(admin, addFeedWebhook, request, spec);
  expect(asked).toMatchObject({ success: true, data: { state: 'waiting' } });
  expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
  const { data } = await admin.browser.send(listFeedAccess, {}, spec);
  const id = data.webhooks[0]?.accessId ?? '';
  if (after !== undefined)
    await sql`update feed_webhook set delivered_to = ${after} where id = ${id}`.execute(hiram.owner);
  return id;
}

const sendNow = async () => {
  await sql`update feed_webhook set next_try_at = null`.execute(hiram.owner);
  await sendFeed(hiram.server.appContext);
};

test('a consumer that was away gets everything, signed and in order, also from another server [T1677]', async () => {
  const target = await receiver();
  target.answer = () => 503;
  const id = await newWebhook(target.url, 0);
  await sendNow();
  await hiram.borrower({ state: '200', kind: 'single' });
  await sendNow();
  expect(target.received).toEqual([]);
  const failing = await admin.browser.send(listFeedAccess, {}, spec);
  expect(failing.data.webhooks[0]).toMatchObject({ accessId: id, failingSince: expect.any(String) });
  // It comes back, and refuses every third event at first. The server that sends is killed in the middle: another one goes on.
  let tries = 0;
  target.answer = () => {
    tries += 1;
    return tries % 3 === 0 ? 500 : 200;
  };
  await sendNow();
  await sql`update feed_webhook set lease = gen_random_uuid(), lease_until = now() - interval '1 second'`.execute(
    hiram.owner,
  );
  target.answer = () => 200;
  const other = await startHiram(cluster, { BRAND: 'spec,ph' }, { database: hiram.database });
  const all = await allOf(await newKey());
  await sql`update feed_webhook set next_try_at = null`.execute(hiram.owner);
  await hiram.until(
    async () => target.received.length,
    (count) => count >= all.length,
  );
  await other.stop();
  const ids = target.received.map((event) => event.id);
  expect([...new Set(ids)]).toEqual(all.map((event) => event.id));
  const { out } = await runHiram(
    ['feed', 'secret', id, '--by', 'Ana Cruz', '--json'],
    settingsOf(cluster, hiram.database, { BRAND: 'spec,ph' }),
  );
  const webhook = new Webhook(JSON.parse(out).secret);
  const [headers, body] = [target.headers[0] ?? {}, target.bodies[0] ?? ''];
  expect(webhook.verify(body, headers as Record<string, string>)).toMatchObject({ id: ids[0] });
  expect(() => webhook.verify(`${body} `, headers as Record<string, string>)).toThrow();
  // Again from the start: the same events.
  const before = target.received.length;
  const replayed = await runHiram(
    ['feed', 'replay', id, '--by', 'Ana Cruz'],
    settingsOf(cluster, hiram.database, { BRAND: 'spec,ph' }),
  );
  expect(replayed.code, replayed.output).toBe(0);
  await hiram.until(
    async () => target.received.length,
    (count) => count >= before + all.length,
  );
  expect(target.received.slice(before, before + all.length).map((event) => event.id)).toEqual(
    all.map((event) => event.id),
  );
  await admin.browser.send(revokeFeedAccess, { accessId: id }, spec);
  const end = target.received.length;
  await hiram.borrower({ state: '110' });
  await sendNow();
  expect(target.received.length).toBe(end);
  await target.close();
});

test('a consumer that was away for a day gets every event of that day once, in order [T1893]', async () => {
  const target = await receiver();
  target.answer = () => 503;
  const key = await newKey();
  const cursor = (await allOf(key)).at(-1)?.data.position ?? 0;
  const id = await newWebhook(target.url, cursor);
  await hiram.borrower({ state: '180', kind: 'single' });
  await sendNow();
  await hiram.days(1);
  await hiram.borrower({ state: '200', kind: 'single' });
  // As after the tries of a day.
  await sql`update feed_webhook set failures = 290, failing_since = now() - interval '1 day', next_try_at = now() - interval '1 second'
    where id = ${id}`.execute(hiram.owner);
  target.answer = () => 204;
  await sendFeed(hiram.server.appContext);
  const missed = (await allOf(key)).filter(({ data }) => data.position > cursor);
  expect(new Set(missed.map(({ data }) => data.day)).size).toBeGreaterThan(1);
  await hiram.until(
    async () => target.received.length,
    (count) => count >= missed.length,
  );
  expect(target.received.map((event) => event.id)).toEqual(missed.map((event) => event.id));
  await admin.browser.send(revokeFeedAccess, { accessId: id }, spec);
  await target.close();
});

test('each delivery is a span in a trace that the receiver learns, failed if it is not accepted [T1325]', async () => {
  const target = await receiver();
  const id = await newWebhook(target.url);
  const spans: FinishedSpan[] = [];
  const unsubscribe = onSpan((span) => {
    if (span.name === 'feed') spans.push(span);
  });
  const answers = [503, 204];
  target.answer = () => answers.shift() ?? 204;
  await hiram.borrower({ state: '180' });
  // The server's own timer may be sending it: then one more try is needed.
  const isAccepted = async () => {
    await sendNow();
    return spans.some(({ isFailed }) => !isFailed);
  };
  await expect.poll(isAccepted).toBe(true);
  unsubscribe();
  const [refused, accepted] = spans;
  expect([refused, accepted]).toMatchObject([
    { kind: 'client', isFailed: true, attributes: { 'server.address': '127.0.0.1' } },
    { kind: 'client', isFailed: false },
  ]);
  expect(target.headers[0]?.traceparent).toBe(accepted && traceparentOf(accepted));
  expect(JSON.stringify(spans)).not.toContain(new URL(target.url).pathname.slice(1));
  await admin.browser.send(revokeFeedAccess, { accessId: id }, spec);
  await target.close();
});

test('an address without TLS, or one that is used already, is refused [T1678]', async () => {
  const ask = (url: string) =>
    submitAction(admin, addFeedWebhook, { url, name: 'W', topics: ['loan'] }, spec);
  for (const url of ['http://erp.example/feed', 'ftp://erp.example', 'https://a:b@erp.example/', 'erp'])
    expect(await ask(url), url).toMatchObject({ success: false });
  const id = await newWebhook('https://erp.example/feed');
  expect(await ask('https://erp.example/feed')).toMatchObject({ success: false });
  await admin.browser.send(revokeFeedAccess, { accessId: id }, spec);
});

test('a lender’s server sends the feed over TLS alone, never to its own ports without it [T1705]', () => {
  expect(isSecureAddress('https://warehouse.lender.example/feed', false)).toBe(true);
  for (const url of ['http://localhost:9090/', 'http://127.0.0.1/', 'http://[::1]/', 'ftp://x', 'x'])
    expect(isSecureAddress(url, false), url).toBe(false);
});

test('the sample consumer fills a journal import and a warehouse, also after it was killed [T1679]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-feed-'));
  const key = await newKey();
  const url = `${hiram.origin}/api/events`;
  const count = await consume(url, key, folder);
  expect(await consume(url, key, folder)).toBe(0);
  const files = () => readdirSync(folder).filter((file) => file.startsWith('events-'));
  // Killed before it stored its cursor: the same files again.
  const before = files();
  writeFileSync(join(folder, 'cursor'), '0');
  expect(await consume(url, key, folder)).toBe(count);
  expect(files()).toEqual(before);
  const rows = [];
  for (const file of files()) {
    const { buffer } = new Uint8Array(readFileSync(join(folder, file)));
    rows.push(...(await parquetReadObjects({ file: buffer })));
  }
  expect(rows.map((row) => row.event_id)).toEqual((await allOf(key)).map(({ id }) => id));
  const lines = readdirSync(folder)
    .filter((file) => file.startsWith('journal-'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\r\n').slice(1, -1))
    .map((line) => line.split(','));
  const sum = (column: number) =>
    lines.reduce((total, line) => total + Math.round(Number(line[column]) * 100), 0);
  expect(lines.length).toBeGreaterThan(3);
  expect(sum(3)).toBe(sum(4));
  rmSync(folder, { recursive: true });
});

test('a payment that is reversed or rejected tells the day of that, not the payer’s [T1376]', async () => {
  const { appContext } = hiram.server;
  const paid = async (on?: string) => {
    const borrower = await hiram.borrower({ state: '180', kind: 'single' });
    await payByCode(hiram, borrower, { date: on });
    return hiram.owner
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', borrower.orderId)
      .executeTakeFirstOrThrow();
  };
  const today = () => appContext.clock.today(hiram.operator, appContext.defaultBrand.timeZone);
  const [posted, held] = [await paid(), await paid(addDays(await today(), -1))];
  expect([posted.state, held.state]).toEqual(['posted', 'held']);
  await hiram.days(2);
  const on = await today();
  await asTwoPersons(hiram, async (db) => {
    const { provider, provider_payment_id: paymentId } = posted;
    await reverse(db, { ...appContext, db }, { provider, paymentId, isDecided: true });
    const decision = { kind: 'refuse', reason: 'of somebody else', by: 'Ana Cruz' } as const;
    await resolvePayment({ ...appContext, db }, held.id, decision);
  });
  const events = await allOf(await newKey(['loan', 'payment']));
  const daysOf = ({ order_id }: { order_id: string }) =>
    events.filter(({ data }) => data.orderId === order_id).map(({ type, data }) => [type, data.day]);
  expect(daysOf(posted)).toEqual(
    expect.arrayContaining([
      ['payment.posted', posted.paid_on],
      ['payment.reversed', on],
      ['loan.reversed', on],
    ]),
  );
  expect(daysOf(held)).toEqual(
    expect.arrayContaining([
      ['payment.held', held.paid_on],
      ['payment.rejected', on],
    ]),
  );
});
