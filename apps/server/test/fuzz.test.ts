import { randomInt } from 'node:crypto';
import type { Call } from '@hiram/contract/call';
import { calls } from '@hiram/contract/calls';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { checkLedger } from '../src/lending/ledger/ledger.ts';
import { type RichBorrower, richBorrower } from './support/borrowers/rich-borrower.ts';
import { invalidInput, type Plausible, validShaped } from './support/inputs/arbitrary-input.ts';
import { tryAll } from './support/inputs/property-runs.ts';
import { everyBrand, type Hiram, startHiram } from './support/processes/running-server.ts';
import { connectFakes, formed, json, plausibleOf, type RawRequest } from './support/servers/connect-fakes.ts';

/** A failure prints the seed: `FUZZ_SEED` sends the same inputs again. */
const seed = fc.readConfigureGlobal().seed ?? randomInt(2 ** 31);
/** The server accepts 6,000 requests a minute from an address, and all of these come from one. */
const runs = tryAll
  ? { valid: 20, wrong: 16, raw: 8, masked: 40 }
  : { valid: 1, wrong: 1, raw: 1, masked: 2 };

/**
 * CPU time of this process for one answer, server and caller together. The wall clock would include other
 * programs of the machine.
 */
const maxWorkMs = 2_000;

let hiram: Hiram;
let borrower: RichBorrower;
/** False once the caller is another one than the one whose ids are known. */
let isWhole = true;
const rejections: unknown[] = [];
const note = (reason: unknown) => rejections.push(reason);
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'), everyBrand);
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  process.off('uncaughtException', note);
  await hiram.stop();
});

// Some calls move the clock, so they run after everything else. `fill.test.ts` tries the call that makes sixty borrowers.
const fuzzed = calls
  .filter(({ name }) => name !== 'sandboxFill')
  .sort((a, b) => Number(a.name === 'sandboxSetClock') - Number(b.name === 'sandboxSetClock'));

const faults: unknown[] = [];
let statuses = new Map<number, number>();
afterEach(() => {
  faults.length = 0;
  statuses = new Map();
});

/** Sends it, and records what no answer may be: an error, a late answer, one without its envelope. */
async function sendAndCheck(call: Call, sent: RawRequest, stated: unknown): Promise<void> {
  const query = new URLSearchParams({ ...borrower.context });
  if (typeof sent.query === 'object')
    for (const [name, value] of Object.entries(sent.query)) query.set(name, value);
  const before = process.cpuUsage();
  const response = await fetch(
    `${hiram.origin}/api${call.path}?${query}${typeof sent.query === 'string' ? sent.query : ''}`,
    {
      method: call.method,
      ...(sent.headers ? { headers: sent.headers } : {}),
      ...(call.method === 'POST' && sent.body !== undefined ? { body: sent.body as string } : {}),
    },
  );
  const text = await response.text();
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1_000;
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  const isEnvelope = isObject(text);
  if (response.status >= 500 || ms > maxWorkMs || !isEnvelope)
    faults.push([call.name, response.status, Math.round(ms), text.slice(0, 200), stated]);
  // A call that ends the session starts a new one.
  if (response.status === 401 && call.caller === 'borrower') {
    borrower = { ...borrower, ...(await hiram.borrower({ state: '180' }, 'ph')) };
    isWhole = false;
  }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

async function fuzz(
  make: (call: Call, plausible: Plausible) => fc.Arbitrary<Readonly<Record<string, unknown>>>,
  numRuns: number,
) {
  for (const call of fuzzed) {
    if (!isWhole) borrower = await richBorrower(hiram, 'ph');
    isWhole = true;
    const sent = fc.tuple(make(call, plausibleOf(borrower)), fc.boolean());
    await fc.assert(
      fc.asyncProperty(sent, async ([input, form]) => {
        await sendAndCheck(call, connectFakes(hiram.server.appContext.mask, call, input, form), input);
      }),
      { numRuns, seed, endOnFailure: true },
    );
  }
}

test('NET-06 every call answers valid fuzzed input within two seconds, without a fault [T067]', async () => {
  borrower = await richBorrower(hiram, 'ph');
  expect(fuzzed.length).toBeGreaterThan(70);
  await fuzz(validShaped, runs.valid);
  expect({ seed, faults: faults.slice(0, 3) }).toEqual({ seed, faults: [] });
  // Most inputs reached their handler, and were not rejected before it.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(fuzzed.length * runs.valid * 0.3);
});

test('every call rejects fuzzed input that its schema forbids, without a fault [T193]', async () => {
  borrower = await richBorrower(hiram, 'ph');
  await fuzz(invalidInput, runs.wrong);
  expect({ seed, faults: faults.slice(0, 3) }).toEqual({ seed, faults: [] });
  expect(statuses.get(400) ?? 0).toBeGreaterThan(fuzzed.length * runs.wrong * 0.3);
});

const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const part = (name: string, extra = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="x.jpg"${extra}\r\ncontent-type: image/jpeg\r\n\r\n`;

/** Bodies that claim to be JSON. */
function jsonBodies(field: string): readonly RawRequest[] {
  const large = (bytes: number) => `{"${field}":"${'x'.repeat(bytes)}"}`;
  return [
    { headers: json, body: '' },
    { headers: json, body: '{' },
    { headers: json, body: '\u0000' },
    { headers: json, body: 'null' },
    { headers: json, body: '"text"' },
    { headers: json, body: '[1,2]' },
    { headers: json, body: nest(20_000) },
    { headers: json, body: `{"${field}":${nest(10_000)}}` },
    { headers: json, body: `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}` },
    { headers: json, body: large(60_000) },
    { headers: json, body: large(70_000) },
    { headers: json, body: large(3_000_000) },
    { headers: json, body: `{"${field}":"\\ud800"}` },
    { headers: json, body: `{"${field}":"a\\u0000b"}` },
    { headers: json, body: `{"__proto__":{"orderId":"x"},"${field}":1}` },
    { headers: json, body: `{"constructor":{"prototype":{"x":1}}}` },
    { headers: json, body: `{"${field}":1,"${field}":2}` },
    { headers: json, body: `{"${field}":1e400}` },
    { headers: json, body: Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]) },
    { headers: json, body: Buffer.from('7b2278223a22c328227d', 'hex') },
  ];
}

/** Bodies of other content types. */
function otherTypes(): readonly RawRequest[] {
  return [
    { headers: { 'content-type': 'application/json; charset=utf-16' }, body: '{}' },
    { headers: { ...json, 'content-encoding': 'gzip' }, body: '{}' },
    { headers: { 'content-type': 'text/plain' }, body: 'x' },
    {
      headers: { 'content-type': 'text/xml' },
      body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    },
    { headers: { 'content-type': 'nonsense' }, body: 'x' },
    { headers: { 'content-type': '' }, body: 'x' },
  ];
}

/** Bodies that claim to be a form. */
function formBodies(field: string): readonly RawRequest[] {
  return [
    { headers: formed, body: `${field}=1&${field}=2` },
    { headers: formed, body: `${field}[]=1&${field}[a]=2&__proto__[x]=1` },
    { headers: formed, body: '%' },
    { headers: formed, body: `${field}=%ff%fe&%00=%00` },
    { headers: formed, body: '&'.repeat(60_000) },
    { headers: formed, body: Array.from({ length: 5_000 }, (_, index) => `a${index}=1`).join('&') },
  ];
}

/** Bodies that claim to be multipart. */
function multipartBodies(field: string): readonly RawRequest[] {
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
  return [
    { headers: multipart, body: '' },
    { headers: multipart, body: '--b--\r\n' },
    { headers: multipart, body: `${part(field)}x` },
    { headers: multipart, body: `${part(field)}x\r\n--b\r\n` },
    { headers: multipart, body: `${part(field)}x\r\n${part(field)}y\r\n--b--\r\n` },
    { headers: multipart, body: `${part('__proto__')}x\r\n--b--\r\n` },
    {
      headers: multipart,
      body: `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${'x'.repeat(5_000)}\r\n--b--\r\n`,
    },
    { headers: multipart, body: `--b\r\n${'a: b\r\n'.repeat(3_000)}\r\n\r\n--b--\r\n` },
    { headers: multipart, body: `${part(field, "; filename*=utf-8''%00")}x\r\n--b--\r\n` },
    { headers: { 'content-type': 'multipart/form-data' }, body: 'x' },
    { headers: { 'content-type': 'multipart/mixed; boundary=b' }, body: `${part(field)}x\r\n--b--\r\n` },
  ];
}

/** Malformed queries, contexts and headers. */
function contexts(field: string): readonly RawRequest[] {
  return [
    { query: `&${field}=1&${field}=2&${field}[a]=3`, headers: json, body: '{}' },
    { query: '&sessionId=a&sessionId=b', headers: json, body: '{}' },
    { query: '&%=1&%ff=%ff', headers: json, body: '{}' },
    { query: `&${field}=${'x'.repeat(7_000)}`, headers: json, body: '{}' },
    { query: { lang: '\u0000', deviceName: '\ud800' }, headers: json, body: '{}' },
    { query: { appName: '__proto__' }, headers: json, body: '{}' },
    { query: { appName: 'constructor' }, headers: json, body: '{}' },
    { query: { lang: 'constructor' }, headers: json, body: '{}' },
    { query: { sessionId: 'é'.repeat(90) }, headers: json, body: '{}' },
    { headers: { ...json, 'x-session-id': 'other' }, body: '{}' },
    { headers: { ...json, 'idempotency-key': 'a,b, c' }, body: '{}' },
    {
      headers: { ...json, 'accept-language': '*;q=9', 'x-forwarded-for': 'nobody', origin: 'null' },
      body: '{}',
    },
  ];
}

/** Bodies and headers that are rejected before a schema sees them. */
function rawBodies(call: Call): readonly RawRequest[] {
  const field = Object.keys('entries' in call.input ? (call.input.entries as object) : {})[0] ?? 'x';
  return [jsonBodies(field), otherTypes(), formBodies(field), multipartBodies(field), contexts(field)].flat();
}

test('every call answers malformed bodies within two seconds and without a fault [T228]', async () => {
  borrower = await richBorrower(hiram, 'ph');
  const all = rawBodies(fuzzed[0] as Call).map((_, index) => index);
  const upload = fuzzed.find(({ encoding }) => encoding === 'multipart');
  for (const [place, call] of fuzzed.entries()) {
    // Files have their own parser, so one of them gets every body, and in `npm run verify` all. The other calls get some bodies
    // each, others in each run.
    const sample = fc.sample(fc.shuffledSubarray(all, { minLength: runs.raw, maxLength: runs.raw }), {
      seed: seed + place,
      numRuns: 1,
    });
    for (const index of call === upload || (tryAll && call.encoding === 'multipart')
      ? all
      : (sample[0] ?? []))
      await sendAndCheck(call, rawBodies(call)[index] ?? {}, ['raw', index]);
  }
  expect({ seed, faults: faults.slice(0, 3) }).toEqual({ seed, faults: [] });
});

test('masked calls reject public and foreign names and nonsense under their own names [T229]', async () => {
  borrower = await richBorrower(hiram, 'ph');
  const { table } = hiram.server.appContext.mask;
  const names = fc.constantFrom(...Object.values(table), ...Object.keys(table), '__proto__', 'toString');
  const body = fc.dictionary(
    names,
    fc.oneof(
      fc.constantFrom<unknown>(borrower.orderId, borrower.productId, 5_000, 'day', null),
      fc.jsonValue(),
    ),
    {
      maxKeys: 6,
    },
  );
  const maskedCalls = fuzzed.filter((call) => call.masked !== 'no');
  expect(maskedCalls.length).toBeGreaterThan(4);
  for (const call of maskedCalls)
    await fc.assert(
      fc.asyncProperty(body, async (sent) =>
        sendAndCheck(call, { headers: json, body: JSON.stringify(sent) }, sent),
      ),
      { numRuns: runs.masked, seed },
    );
  expect({ seed, faults: faults.slice(0, 3) }).toEqual({ seed, faults: [] });
});

/**
 * Rows that belong together and must never exist in part: rows of the first table without their rows of the
 * second.
 */
const halves = {
  'an application without its agreements': sql`select id from loan_order where not exists
    (select from agreement where agreement.order_id = loan_order.id)`,
  'a loan that runs and was never paid out': sql`select id from loan_order where status in ('active', 'dueSoon', 'overdue', 'settled') and not exists
    (select from loan_event where loan_event.order_id = loan_order.id and kind = 'disbursed')`,
  'events that do not count to the order’s number': sql`select id from loan_order where event_count <>
    (select count(*) from loan_event where loan_event.order_id = loan_order.id)`,
  'a complaint that nobody noted': sql`select id from complaint where not exists
    (select from complaint_event where complaint_event.complaint_id = complaint.id and kind = 'received')`,
  'a posted payment that the loan does not know': sql`select id from payment where state = 'posted' and not exists
    (select from loan_event where loan_event.id = payment.id and kind = 'paid')`,
  'a payment on the loan that nobody posted': sql`select loan_event.id from loan_event join payment on payment.id = loan_event.id
    where kind = 'paid' and payment.state = 'held'`,
  'a borrower with two accounts': sql`select borrower_id from bank_account where state = 'active'
    group by borrower_id having count(*) > 1`,
  'a payout without its job or its end': sql`select id from payout where state = 'requested' and not exists
    (select from jobs.job where name = 'payout' and data ->> 'payoutId' = payout.id::text)
    and exists (select from loan_order where loan_order.id = payout.order_id and withdrawn_at is null)`,
  'an account without its consent': sql`select id from borrower where not exists
    (select from consent where consent.borrower_id = borrower.id and kind = 'privacy')`,
  'a card payment without its code': sql`select id from card_payment where not exists
    (select from payment_code where payment_code.id = card_payment.code_id)`,
};

test('after the fuzzing no row is partial, the ledger balances, and no error is unhandled [T230]', async () => {
  const { db, ports } = hiram.server.appContext;
  const { broken, accounts } = await checkLedger(db);
  expect(broken).toEqual([]);
  expect([...accounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  for (const [what, query] of Object.entries(halves))
    expect([what, (await sql`${query} limit 3`.execute(db)).rows]).toEqual([what, []]);
  const pictures = await db.selectFrom('picture').select('file').execute();
  for (const { file } of pictures) expect(await ports.files.get(file)).toBeDefined();
  expect(rejections).toEqual([]);
});
