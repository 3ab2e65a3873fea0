import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loanDetails } from '@hiram/contract/order';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { applyFor } from '../../../test/support/borrowers/sign-up.ts';
import { borrowerIdOfPhone } from '../../../test/support/database/rows.ts';
import { tryAll } from '../../../test/support/inputs/property-runs.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { readConfig } from '../../context/config.ts';
import { decideOrder } from '../../lending/origination/decision/decide-order.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { signature } from '../gateway/webhooks.ts';

const secret = 'a-secret-of-the-scorer';
type Answer = (request: { reference: string }) => {
  status?: number;
  body?: string;
  secret?: string;
  silent?: boolean;
};

/** A scorer as docs/scorer.md describes it: a real HTTP server whose behaviour the test chooses. */
let answer: Answer;
let requests: Record<string, unknown>[] = [];
let scorer: Server;
let hiram: Hiram;
let aheadMs = 0;

beforeAll(async () => {
  scorer = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const header = String(request.headers['x-hiram-signature']);
      const seconds = Number(/^t=(\d+),/.exec(header)?.[1]);
      const options = JSON.parse(body);
      if (header !== signature(secret, seconds, body)) options.unsigned = true;
      requests.push(options);
      const values = answer(options);
      if (values.silent) return;
      const text = values.body ?? '';
      const at = Math.floor((Date.now() + aheadMs) / 1000);
      response.writeHead(values.status ?? 200, {
        'content-type': 'application/json',
        'x-hiram-signature': signature(values.secret ?? secret, at, text),
      });
      response.end(text);
    });
  });
  await new Promise<void>((resolve) => scorer.listen(0, '127.0.0.1', resolve));
  const { port } = scorer.address() as AddressInfo;
  hiram = await startHiram(
    inject('cluster'),
    { SCORER_URL: `http://127.0.0.1:${port}/score`, SCORER_SECRET: secret, SCORER_TIMEOUT_SECONDS: '1' },
    { now: () => new Date(Date.now() + aheadMs) },
  );
  await hiram.refuseUnnamed();
});
afterAll(async () => {
  await hiram.stop();
  scorer.closeAllConnections();
  await new Promise((resolve) => scorer.close(resolve));
});
beforeEach(() => {
  requests = [];
  aheadMs = 0;
});

const answerWith =
  (outcome: string, reasons?: string[]): Answer =>
  ({ reference }) => ({ body: JSON.stringify({ reference, outcome, ...(reasons ? { reasons } : {}) }) });
const details = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data;
const apply = async () => applyFor(hiram, await hiram.borrower({ state: 'ready', kind: 'single' }));
const reviewsOf = (borrower: DemoBorrower) =>
  hiram.server.appContext.db
    .selectFrom('review')
    .select('reasons')
    .where('order_id', '=', borrower.orderId)
    .execute();

test('TERM-06 a scorer approves, refuses with reasons for the borrower, or refers', async () => {
  answer = answerWith('approve');
  const approved = await apply();
  await hiram.until(
    () => details(approved),
    (data) => data.orderStatus === 151,
  );
  expect(requests[0]).toMatchObject({
    reference: approved.orderId,
    brand: 'spec',
    amount: 500_000,
    client: 'new',
  });
  expect(requests[0]).not.toHaveProperty('unsigned');
  expect(JSON.stringify(requests[0])).not.toMatch(/Maria|phone|blockedReason|maxInstalmentShare/);

  answer = answerWith('refuse', ['unaffordable', 'nonsense']);
  const refused = await apply();
  await hiram.until(
    () => details(refused),
    (data) => data.orderStatus === 110,
  );
  expect((await details(refused)).noticeDesText).toMatch(/^The payments would be too large/);
  answer = answerWith('refuse', ['something of its own']);
  const scored = await apply();
  await hiram.until(
    () => details(scored),
    (data) => data.orderStatus === 110,
  );
  expect((await details(scored)).noticeDesText).toMatch(/^Our assessment of your application/);

  answer = answerWith('refer');
  const referred = await apply();
  await hiram.until(
    () => reviewsOf(referred),
    (all) => all.length > 0,
  );
  expect(await reviewsOf(referred)).toEqual([{ reasons: ['scorerRefers'] }]);
  expect((await details(referred)).orderStatus).toBe(21);
});

const faults: readonly (readonly [string, Answer])[] = [
  ['no answer', () => ({ silent: true })],
  [
    'a server error',
    ({ reference }) => ({ status: 500, body: JSON.stringify({ reference, outcome: 'approve' }) }),
  ],
  ['an answer that is not JSON', () => ({ body: 'approve' })],
  ['an unknown outcome', answerWith('yes')],
  ['an answer for another application', () => ({ body: '{"reference":"another","outcome":"approve"}' })],
  [
    'a signature with another secret',
    ({ reference }) => ({
      body: JSON.stringify({ reference, outcome: 'approve' }),
      secret: 'not-the-secret-at-all',
    }),
  ],
];

/** One fault of the line, one of the body, one of the signature; all of them in `npm run verify`. */
const tried = faults.filter(
  ([name]) => tryAll || ['no answer', 'an unknown outcome', 'a signature with another secret'].includes(name),
);

test.each(tried)(
  'TERM-06 after half an hour of the scorer’s fault "%s" the application goes to review [T023]',
  async (_name, fault) => {
    answer = fault;
    const borrower = await apply();
    const id = await borrowerIdOfPhone(hiram.server.appContext.db, borrower.phone);
    await expect(decideOrder(hiram.server.appContext, id, borrower.orderId)).rejects.toThrow('scorer:');
    expect((await details(borrower)).orderStatus).toBe(21);
    expect(await reviewsOf(borrower)).toEqual([]);
    aheadMs = 31 * 60_000;
    await hiram.until(
      () => reviewsOf(borrower),
      (all) => all.length > 0,
    );
    expect(await reviewsOf(borrower)).toEqual([{ reasons: ['scorerSilent'] }]);
    expect((await details(borrower)).orderStatus).toBe(21);
  },
  30_000,
);

test('an applicant whom the lender’s own policy refuses is not sent to a scorer', async () => {
  answer = answerWith('approve');
  const borrower = await hiram.borrower({ state: '110' });
  expect((await details(borrower)).orderStatus).toBe(110);
  expect(requests).toEqual([]);
});

test('a scorer without a secret, or with a time-out of a day, stops the start with one line', () => {
  const start = (extra: Record<string, string>) =>
    readConfig({ SANDBOX: '1', DATA_KEY: 'ab'.repeat(32), ...extra }, process.cwd());
  expect(() => start({ SCORER_URL: 'http://127.0.0.1:1' })).toThrow(ConfigError);
  expect(() => start({ SCORER_URL: 'ftp://x', SCORER_SECRET: secret })).toThrow(/SCORER_URL must be/);
  expect(() =>
    start({ SCORER_URL: 'http://x', SCORER_SECRET: secret, SCORER_TIMEOUT_SECONDS: '86' }),
  ).toThrow(/SCORER_TIMEOUT_SECONDS must be/);
});
