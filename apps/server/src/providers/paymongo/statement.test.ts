import { localDate } from '@hiram/loan';
import { afterEach, expect, test } from 'vitest';
import {
  type MisbehavingServer,
  startMisbehavingServer,
} from '../../../test/support/servers/misbehaving-server.ts';
import { fixedSecret } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { paymongoClient } from './client.ts';
import { paymongoStatement } from './statement.ts';

const day = localDate('2026-06-01');
const newest = Date.UTC(2026, 5, 2);
/** Transfers a minute apart, newest first. */
const transfers = Array.from({ length: 250 }, (_, index) => ({
  id: `tr_${index}`,
  amount: 100_000 + index,
  currency: 'PHP',
  status: 'succeeded',
  reference_number: 'ours',
  created_at: new Date(newest - index * 60_000).toISOString(),
  updated_at: new Date(newest - index * 60_000).toISOString(),
}));

let server: MisbehavingServer;
afterEach(() => server.close());

/** A list of transfers without `has_more`, and no payments. */
async function statement(pageOf: (query: URLSearchParams) => readonly object[]) {
  server = await startMisbehavingServer(({ path, query }) => ({
    status: 200,
    body: path === '/v2/transfers' ? { data: pageOf(query) } : { has_more: false, data: [] },
  }));
  const secret = fixedSecret('sk_test_of_these_tests');
  return paymongoStatement(
    paymongoClient({
      url: server.url,
      secretKey: secret,
      webhookSecret: secret,
      source: { number: '1', name: 'x', bic: 'PAEYPHM2XXX' },
    }),
  );
}
const from = (cursor: string) => (query: URLSearchParams) => {
  const start = transfers.findIndex(({ id }) => id === query.get(cursor)) + 1;
  return transfers.slice(start, start + Number(query.get('limit')));
};
const listRequests = () => server.requests.filter(({ path }) => path === '/v2/transfers').length;

test('transfers are read by their own cursor, page by page back to the requested moment', async () => {
  const port = await statement(from('after_id'));
  const all = await port.entries({ day, from: new Date(0), to: new Date(newest + 1) });
  expect(all.map(({ amount }) => amount)).toEqual(transfers.map(({ amount }) => amount));
  expect(listRequests()).toBe(3);
  const part = await port.entries({
    day,
    from: new Date(newest - 119 * 60_000),
    to: new Date(newest - 9 * 60_000),
  });
  expect(part.map(({ amount }) => amount)).toEqual(transfers.slice(10, 120).map(({ amount }) => amount));
});

test.each([
  ['ignores the cursor and starts again', from('after')],
  ['starts with the oldest entry', () => [...transfers].reverse().slice(0, 100)],
])('a list that %s is rejected at once and in full', async (_what, pageOf) => {
  const port = await statement(pageOf);
  await expect(
    port.entries({ day, from: new Date(newest - 240 * 60_000), to: new Date(newest + 1) }),
  ).rejects.toThrow(Unavailable);
  expect(listRequests()).toBeLessThanOrEqual(2);
});
