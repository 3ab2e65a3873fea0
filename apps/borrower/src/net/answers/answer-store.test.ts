import { expect, test } from 'vitest';
import { type Answered, AnswerStore, type Observer } from './answer-store.ts';
import * as loadAnswer from './load-answer.ts';
import { shareEqual } from './share-equal.ts';

/** A store whose clock, page and connection the test decides. */
function newStore() {
  const page = { now: 0, isVisible: true, isOnline: true };
  const sent: { resolve: (data: unknown) => void; reject: (error: Error) => void; signal: AbortSignal }[] =
    [];
  const store = new AnswerStore({
    now: () => page.now,
    wait: () => Promise.resolve(),
    isVisible: () => page.isVisible,
    isOnline: () => page.isOnline,
    loading: () => Promise.resolve(loadAnswer),
    isRepeatable: (error) => error instanceof Error && error.message === 'broken',
  });
  const load: Observer['load'] = (signal) =>
    new Promise((resolve, reject) => {
      sent.push({ resolve, reject, signal });
    });
  const observe = (isEnabled = true) =>
    store.observe('key', 'details', { isEnabled, load, onChange: () => undefined });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    return store.read('key');
  };
  return { page, sent, store, load, observe, settle };
}

const phases = ({ phase, data, error }: Answered) => [phase, data, error?.message];

test('two observers share one request, and an answer is asked again only after five seconds', async () => {
  const { page, sent, observe, settle, store } = newStore();
  const ends = [observe(), observe()];
  await settle();
  sent[0]?.resolve({ amount: 1 });
  const first = await settle();
  expect([sent.length, phases(first)]).toEqual([1, ['idle', { amount: 1 }, undefined]]);
  for (const end of ends) end();
  page.now = 5_000;
  observe();
  await settle();
  expect(sent.length).toBe(1);
  page.now = 5_001;
  store.wake();
  await settle();
  sent[1]?.resolve({ amount: 1 });
  const second = await settle();
  expect([sent.length, second.data === first.data, second.answers]).toEqual([2, true, 2]);
});

test('a broken connection is retried once, and not while the phone is offline or the page hidden', async () => {
  const { page, sent, observe, settle, store } = newStore();
  page.isOnline = false;
  observe();
  await settle();
  sent[0]?.reject(new Error('broken'));
  expect(phases(await settle())).toEqual(['paused', undefined, undefined]);
  page.isVisible = false;
  page.isOnline = true;
  store.wake();
  expect(phases(await settle())).toEqual(['paused', undefined, undefined]);
  page.isVisible = true;
  store.wake();
  expect(phases(await settle())).toEqual(['fetching', undefined, undefined]);
  sent[1]?.reject(new Error('broken'));
  expect(phases(await settle())).toEqual(['idle', undefined, 'broken']);
  expect(sent.length).toBe(2);
});

test('a failure that is not repeatable ends at once, and the data of before stay', async () => {
  const { sent, observe, settle, store, load } = newStore();
  observe();
  await settle();
  sent[0]?.resolve('before');
  await settle();
  void store.reload('key', load);
  await settle();
  sent[1]?.reject(new Error('rejected'));
  expect(phases(await settle())).toEqual(['idle', 'before', 'rejected']);
  void store.reload('key', load);
  await settle();
  sent[2]?.resolve('after');
  expect(phases(await settle())).toEqual(['idle', 'after', undefined]);
});

test('the last observer that leaves aborts the request; an observer that waits sends none', async () => {
  const { sent, observe, settle } = newStore();
  observe(false);
  await settle();
  expect(sent.length).toBe(0);
  const leave = observe();
  observe(false)();
  await settle();
  leave();
  const isAborted = () => sent[0]?.signal.aborted;
  expect(isAborted()).toBe(false);
});

test('an aborted request changes nothing, and the next observer sends its own', async () => {
  const { sent, observe, settle } = newStore();
  observe()();
  await settle();
  const leave = observe();
  await settle();
  leave();
  sent.at(-1)?.resolve('too late');
  expect(phases(await settle())).toEqual(['idle', undefined, undefined]);
  expect(sent.at(-1)?.signal.aborted).toBe(true);
  observe();
  await settle();
  sent.at(-1)?.resolve('now');
  expect(phases(await settle())).toEqual(['idle', 'now', undefined]);
});

test('invalidation loads what is observed at once, and the rest when it is next observed', async () => {
  const { sent, observe, settle, store } = newStore();
  const leave = observe();
  await settle();
  sent[0]?.resolve(1);
  await settle();
  void store.invalidate('details');
  await settle();
  expect(sent.length).toBe(2);
  sent[1]?.resolve(2);
  await settle();
  leave();
  void store.invalidate('details');
  void store.invalidate('another');
  await settle();
  expect(sent.length).toBe(2);
});

test('equal parts of two answers keep their identity', () => {
  const before = { rows: [{ a: 1 }, { a: 2 }], note: 'x' };
  const next = shareEqual(before, { rows: [{ a: 1 }, { a: 3 }], note: 'x' });
  expect(next).toEqual({ rows: [{ a: 1 }, { a: 3 }], note: 'x' });
  expect(next.rows[0]).toBe(before.rows[0]);
  expect(next.rows[1]).not.toBe(before.rows[1]);
  expect(shareEqual(before, { rows: [{ a: 1 }, { a: 2 }], note: 'x' })).toBe(before);
  expect(shareEqual([1, 2], [1])).toEqual([1]);
  expect(shareEqual({ a: 1, b: undefined }, { a: 1 })).toEqual({ a: 1 });
});
