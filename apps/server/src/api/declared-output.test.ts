import { call } from '@hiram/contract/call';
import Fastify from 'fastify';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { setUpHiram } from '../../test/support/processes/set-up.ts';
import { requestQueue } from '../platform/http/queue/request-queue.ts';
import { createServer } from './create-server.ts';

const hiram = setUpHiram();

const declaration = call({
  name: 'declared',
  path: '/declared',
  caller: 'anyone',
  input: v.strictObject({}),
  output: v.object({
    shown: v.string(),
    rows: v.array(v.object({ no: v.number() })),
    either: v.union([v.object({ a: v.number() }), v.object({ b: v.number() })]),
    left: v.optional(v.string()),
  }),
});

async function answerOf(result: object) {
  const app = Fastify();
  createServer(app, hiram.server.appContext, { queue: requestQueue(), cells: undefined }).serveOpen(
    declaration,
    async () => result as never,
  );
  const answer = await app.inject({ method: 'POST', url: declaration.path, payload: {} });
  await app.close();
  return answer.json();
}

test('NET-01 a field that the contract does not declare is removed from the answer at any depth', async () => {
  const rows = [{ no: 1, account: '1234' }, { no: 2 }];
  const either = { b: 3, hash: 'secret' };
  expect(await answerOf({ shown: 'yes', rows, either, password_hash: 'secret' })).toEqual({
    success: true,
    code: '00',
    message: '',
    data: { shown: 'yes', rows: [{ no: 1 }, { no: 2 }], either: { b: 3 } },
  });
});

test('NET-01 an answer that does not match its declaration is sent with its declared fields alone', async () => {
  const { data } = await answerOf({
    shown: 7,
    rows: [{ no: 'x', account: '1234' }],
    either: { a: 1 },
    more: 'secret',
  });
  expect(JSON.stringify(data)).not.toMatch(/1234|secret/);
});
