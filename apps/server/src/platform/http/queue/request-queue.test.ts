import { addLoan } from '@hiram/contract/calculator';
import { problemList, problemSave } from '@hiram/contract/complaint';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { borrowerIdOfPhone } from '../../../../test/support/database/rows.ts';
import { setUpHiram } from '../../../../test/support/processes/set-up.ts';
import { onStatement } from '../../database/statements/finished-statements.ts';
import { TooMany } from '../../errors/rejection.ts';
import { behindCalls, maxStartsInSecond, queueStepMs, requestPriority } from './request-priority.ts';
import { keyedSlots, requestQueue } from './request-queue.ts';

const hiram = setUpHiram();

const settled = () => new Promise((resolve) => setImmediate(resolve));
/** Time in which all calls that may run at once have begun: a loop turn starts one of them. */
const manyTurns = async () => {
  for (let turn = 0; turn < 30; turn += 1) await settled();
};

test('of one caller a fixed number of requests run at once; others queue in order', async () => {
  const own = keyedSlots({ concurrent: 2, waiting: 3 });
  const started: number[] = [];
  const releases: (() => void)[] = [];
  const enter = async (no: number) => {
    releases.push(await own.acquire('someone'));
    started.push(no);
  };
  const all = [0, 1, 2, 3, 4].map(enter);
  await settled();
  expect(started).toEqual([0, 1]);
  await expect(own.acquire('someone')).rejects.toBeInstanceOf(TooMany);
  // No other caller waits for them.
  (await own.acquire('another'))();
  releases[0]?.();
  releases[0]?.();
  await settled();
  expect(started).toEqual([0, 1, 2]);
  for (let index = 1; index < 5; index += 1) {
    releases[index]?.();
    await settled();
  }
  await Promise.all(all);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  (await own.acquire('someone'))();
});

test('an account has three concurrent requests, an address twelve over all accounts [T121]', async () => {
  const callers = requestQueue();
  let working = 0;
  let max = 0;
  const call = async (address: string, account: string) => {
    const turn = await callers.start(address);
    await turn.ofAccount(account);
    working += 1;
    max = Math.max(max, working);
    await manyTurns();
    working -= 1;
    turn.end();
  };
  await Promise.all(Array.from({ length: 60 }, (_, index) => call(`10.0.0.${index}`, 'one')));
  expect(max).toBe(3);
  max = 0;
  await Promise.all(Array.from({ length: 60 }, (_, index) => call('10.0.0.1', `account ${index}`)));
  expect(max).toBe(12);
});

test('a call that waited in its line lets another caller’s calls end first, briefly [T720]', async () => {
  let time = 0;
  const callers = requestQueue(requestPriority(() => time));
  const begun = await Promise.all(Array.from({ length: 12 }, () => callers.start('10.0.0.1')));
  let started = 0;
  const line = Array.from({ length: 6 }, async () => {
    const turn = await callers.start('10.0.0.1');
    started += 1;
    return turn;
  });
  const other = await callers.start('10.0.0.2');
  for (const turn of begun) turn.end();
  await manyTurns();
  expect(started).toBe(0);
  // The other caller's next call need not wait, and the line starts one call in a loop turn.
  const second = await callers.start('10.0.0.2');
  other.end();
  second.end();
  await settled();
  await settled();
  expect(started).toBeLessThan(3);
  await manyTurns();
  expect(started).toBe(6);
  for (const turn of await Promise.all(line)) turn.end();

  time += 1000;
  // A slow call of another caller holds a line up only for a moment.
  const slow = await callers.start('10.0.0.2');
  const all = await Promise.all(Array.from({ length: 12 }, () => callers.start('10.0.0.1')));
  const waiting = callers.start('10.0.0.1');
  await settled();
  all[0]?.end();
  await manyTurns();
  time += queueStepMs;
  (await waiting).end();
  slow.end();
});

test('an address that begins many calls in a second waits in the queue [T721]', async () => {
  let time = 0;
  const callers = requestQueue(requestPriority(() => time));
  const other = await callers.start('10.0.0.2');
  for (let no = 0; no < maxStartsInSecond; no += 1) (await callers.start('10.0.0.1')).end();
  let isStarted = false;
  const next = callers.start('10.0.0.1').then((turn) => {
    isStarted = true;
    turn.end();
  });
  await manyTurns();
  expect(isStarted).toBe(false);
  other.end();
  await next;
  time += 1000;
  const another = await callers.start('10.0.0.2');
  (await callers.start('10.0.0.1')).end();
  another.end();
});

test('sixty requests of one borrower that hang in the database block nobody else’s connection [T187]', async () => {
  const [flooding, other] = await Promise.all([1, 2].map(() => hiram.borrower({ state: '180' })));
  if (!flooding || !other) throw new Error('two borrowers');
  const id = await borrowerIdOfPhone(hiram.server.appContext.db, flooding.phone);
  let answered = 0;
  let flood: Promise<unknown>[] = [];
  await hiram.owner.transaction().execute(async (held) => {
    await sql`select from borrower where id = ${id} for update`.execute(held);
    flood = Array.from({ length: 60 }, async (_, no) => {
      const loan = { name: `L${no}`, principal: 900_000, rate: 0, tenure: 6, startDate: '2026-01-31' };
      const complaint = { problemType: 2, problemDetail: `No. ${no}`, orderNo: flooding.orderId };
      if (no % 2) await hiram.send(addLoan, loan, flooding.context);
      else await hiram.send(problemSave, complaint, flooding.context);
      answered += 1;
    });
    // An unrelated caller is answered while all of those wait.
    for (let call = 0; call < 5; call += 1)
      expect(await hiram.send(problemList, {}, other.context)).toMatchObject({ success: true });
    expect(answered).toBe(0);
  });
  await Promise.all(flood);
  expect(answered).toBe(60);
});

test('after a statement of work behind calls those in progress go first [T1863]', async () => {
  const end = requestPriority().begin('192.0.2.1');
  const order: string[] = [];
  const stop = onStatement(({ text }) => {
    if (!text.includes('of a batch')) return;
    setTimeout(() => {
      order.push('call');
      end();
    }, 1);
  });
  await sql`select 1 as "of a batch"`.execute(behindCalls(hiram.server.appContext.db));
  order.push('batch');
  stop();
  expect(order).toEqual(['call', 'batch']);
});
