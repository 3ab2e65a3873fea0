import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBridge } from '../src/bridge.ts';
import { Denied } from '../src/host.ts';
import { browserPage, pageInHost, settings, watchedNavigation, wire } from './phone.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const call = { phone: '0917123' };

describe('every request settles', () => {
  test('BRG-13 with a silent host the web acts within four seconds, and without a host at once', async () => {
    const { bridge, navigations } = wire();
    const request = bridge.request('callPhone', call);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await request).toEqual({ ok: true, data: {}, by: 'web', because: 'timeout' });
    expect(navigations).toEqual(['tel:0917123']);
  });

  test('BRG-13 a host that greets and then does not answer: each action has its own time limit', async () => {
    const { bridge, navigations, answerHello } = wire();
    answerHello();
    const request = bridge.request('goHome', {});
    const slow = bridge.request('callPhone', call);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await request).toMatchObject({ by: 'web', because: 'timeout' });
    expect(navigations).toEqual(['/main']);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(await slow).toMatchObject({ by: 'web', because: 'timeout' });
  });

  test('queued messages are sent in order once the host answers, and not before', async () => {
    const { bridge, sent, answerHello } = wire();
    void bridge.request('goHome', {});
    void bridge.request('callPhone', call);
    expect(sent.map((item) => item.action)).toEqual(['hello']);
    answerHello();
    expect(sent.map((item) => item.action)).toEqual(['hello', 'goHome', 'callPhone']);
  });

  test('a host that announces itself is greeted again, and queued messages are sent', async () => {
    const { bridge, sent, sendFromHost, last } = wire();
    void bridge.request('goHome', {});
    sendFromHost({ event: 'ready' });
    expect(sent.map((item) => item.action)).toEqual(['hello', 'hello']);
    const data = { protocol: 1, platform: 'ios', appVersion: '1', actions: ['goHome'] };
    sendFromHost({ id: last('hello').id, ok: true, data });
    expect(last('goHome').payload).toEqual({});
    expect(bridge.host).toMatchObject({ platform: 'ios' });
  });

  test('the host’s answer to the first greeting counts, too', () => {
    const { bridge, sent, sendFromHost, answerHello, last } = wire();
    void bridge.request('goHome', {});
    sendFromHost({ event: 'ready' });
    answerHello();
    expect(sent).toHaveLength(3);
    expect(last('goHome').payload).toEqual({});
  });

  test('a settled request leaves no timer', async () => {
    const { bridge, answerHello, sendFromHost, last } = wire();
    answerHello();
    const request = bridge.request('goHome', {});
    sendFromHost({ id: last('goHome').id, ok: true });
    await request;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('the queue is bounded: the web performs the 33rd action', async () => {
    const { bridge, navigations } = wire();
    for (let count = 0; count < 32; count += 1) void bridge.request('confirmEvent', { event: 'tap' });
    expect(await bridge.request('callPhone', call)).toMatchObject({ by: 'web', because: 'host_error' });
    expect(navigations).toEqual(['tel:0917123']);
  });

  test('a request cancelled before, while queued, or under way reports it, and nobody performs it', async () => {
    const { bridge, sent, navigations, answerHello } = wire();
    const signal = AbortSignal.abort();
    expect(await bridge.request('goHome', {}, { signal })).toEqual({ ok: false, error: 'cancelled' });
    const early = new AbortController();
    const waiting = bridge.request('goHome', {}, { signal: early.signal });
    early.abort();
    expect(await waiting).toEqual({ ok: false, error: 'cancelled' });
    answerHello();
    const late = new AbortController();
    const under = bridge.request('callPhone', call, { signal: late.signal });
    late.abort();
    expect(await under).toEqual({ ok: false, error: 'cancelled' });
    expect(sent.map((item) => item.action)).toEqual(['hello', 'callPhone']);
    expect(navigations).toEqual([]);
  });

  test('a page that is hidden settles all requests; one restored from the cache may send new ones', async () => {
    const before = wire();
    const queued = before.bridge.request('goHome', {});
    before.hide();
    expect(await queued).toEqual({ ok: false, error: 'page_gone' });
    expect(before.sent.map((item) => item.action)).toEqual(['hello']);
    const { bridge, answerHello, hide, sendFromHost, last, navigations } = wire();
    answerHello();
    const under = bridge.request('callPhone', call);
    hide();
    expect(await under).toEqual({ ok: false, error: 'page_gone' });
    const again = bridge.request('callPhone', call);
    sendFromHost({ id: last('callPhone').id, ok: true });
    expect(await again).toEqual({ ok: true, data: {}, by: 'host' });
    expect(navigations).toEqual([]);
  });

  test('BRG-13 the web acts if the transport to the host breaks', async () => {
    const { navigations, navigation } = watchedNavigation();
    const send = () => {
      throw new TypeError('Java object is gone');
    };
    const transport = { name: 'android' as const, send, listen: () => () => undefined };
    const bridge = createBridge({ transport, navigation, settings });
    expect(await bridge.request('goHome', {})).toMatchObject({ by: 'web', because: 'host_error' });
    expect(navigations).toEqual(['/main']);
  });

  test('BRG-13 the web does not perform what the person denied, and performs what failed in the host', async () => {
    const handle = () => {
      throw new Denied('no');
    };
    const denied = pageInHost({ handle });
    expect(await denied.bridge.request('callPhone', call)).toEqual({ ok: false, error: 'denied' });
    expect(denied.navigations).toEqual([]);
    const broken = pageInHost({ handle: () => Promise.reject(new Error('crash')) });
    expect(await broken.bridge.request('callPhone', call)).toMatchObject({
      by: 'web',
      because: 'host_error',
    });
  });

  test('a failing fallback settles with the host’s reason', async () => {
    const { navigation } = watchedNavigation();
    const assign = () => {
      throw new SyntaxError('no such address');
    };
    const bridge = createBridge({
      transport: undefined,
      navigation: { ...navigation, assign },
      settings,
    });
    expect(await bridge.request('callPhone', call)).toEqual({ ok: false, error: 'not_in_host' });
  });
});

describe('answers', () => {
  test('late, duplicate and unrelated answers are dropped and counted', async () => {
    const { bridge, answerHello, sendFromHost, last, refused } = wire();
    answerHello();
    const request = bridge.request('goHome', {});
    const { id } = last('goHome');
    sendFromHost({ id, ok: true });
    sendFromHost({ id, ok: false, error: 'host_error' });
    expect(await request).toMatchObject({ by: 'host' });
    const slow = bridge.request('goHome', {});
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await slow).toMatchObject({ by: 'web' });
    sendFromHost({ id: last('goHome').id, ok: true });
    sendFromHost({ id: 'zzzzzzzz-1', ok: true });
    expect(refused).toEqual(['unknown_id', 'unknown_id', 'unknown_id']);
    expect(bridge.dropped).toBe(3);
  });

  test('an answer to the page before a reload is never matched to this page', () => {
    const ids = Array.from({ length: 50 }, () => wire().sent[0]?.id);
    expect(new Set(ids).size).toBe(50);
    expect(new Set(ids.map((id) => id?.split('-')[0])).size).toBe(50);
  });

  test('BRG-12 an unreadable success is reported and not repeated; otherwise the web acts', async () => {
    const { bridge, answerHello, sendFromHost, last, navigations, refused } = wire();
    answerHello();
    const done = bridge.request('callPhone', call);
    sendFromHost({ id: last('callPhone').id, ok: true, data: { minutes: 3 } });
    expect(await done).toEqual({ ok: false, error: 'invalid_response' });
    expect(navigations).toEqual([]);
    const failed = bridge.request('callPhone', call);
    sendFromHost({ id: last('callPhone').id, ok: false, error: 'no idea' });
    expect(await failed).toMatchObject({ by: 'web', because: 'invalid_response' });
    expect(refused).toEqual(['invalid_response', 'invalid_response']);
  });
});

describe('the host’s back button', () => {
  test('a back press goes to the latest handler that accepts it, then to the page, then to the host', () => {
    const { bridge, sendFromHost, sent, navigations } = wire({ history: true });
    const requests: string[] = [];
    bridge.onBack(() => requests.push('page') > 1);
    const removeHandler = bridge.onBack(() => requests.push('dialog') > 0);
    const back = (id: string) => {
      sendFromHost({ event: 'back', id });
      return sent.at(-1);
    };
    expect(back('host-1')).toMatchObject({ id: 'host-1', ok: true, data: { handled: true } });
    expect(requests).toEqual(['dialog']);
    removeHandler();
    requests.length = 0;
    expect(back('host-2')?.data).toEqual({ handled: true });
    expect([requests, navigations]).toEqual([['page'], ['back']]);
    const withoutAnswer = wire();
    withoutAnswer.sendFromHost({ event: 'back', id: 'host-3' });
    expect(withoutAnswer.sent.at(-1)?.data).toEqual({ handled: false });
  });

  test('the page answers the host, and the host goes back itself without an answer', async () => {
    const { host, bridge } = pageInHost();
    const removeHandler = bridge.onBack(() => true);
    expect(await host.emit('back')).toBe(true);
    removeHandler();
    expect(await host.emit('back')).toBe(false);
    const silentHost = pageInHost({ send: () => undefined });
    const step = silentHost.host.emit('back');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await step).toBe(false);
  });

  test('a host’s word of a new message is heard, has no answer and carries nothing [T1848]', () => {
    let heard = 0;
    const { sendFromHost, sent, refused } = wire({ onMessage: () => void heard++ });
    const before = sent.length;
    sendFromHost({ event: 'message' });
    expect([heard, sent.length, refused]).toEqual([1, before, []]);
    sendFromHost({ event: 'message', text: 'Your loan is late' });
    sendFromHost({ event: 'message', id: 'host-71' });
    expect([heard, refused]).toEqual([1, ['malformed', 'malformed']]);
  });

  test('a failing handler leaves the button working', () => {
    const { bridge, sendFromHost, sent } = wire();
    bridge.onBack(() => {
      throw new Error('broken screen');
    });
    expect(() => sendFromHost({ event: 'back', id: 'host-9' })).toThrow('broken screen');
    expect(sent.at(-1)?.data).toEqual({ handled: false });
  });
});

test('the host’s abilities are known once it has answered, and never outside a host', async () => {
  const { bridge, answerHello } = wire();
  expect([bridge.inHost, bridge.supports('goHome')]).toEqual([true, false]);
  answerHello(['goHome', 'foldPaper']);
  expect([bridge.supports('goHome'), bridge.supports('rateApp')]).toEqual([true, false]);
  const { navigation } = watchedNavigation();
  const withoutHost = createBridge({ transport: undefined, navigation, settings });
  expect([withoutHost.inHost, withoutHost.supports('goHome'), withoutHost.host]).toEqual([
    false,
    false,
    undefined,
  ]);
});

test('BRG-09 the page knows when its queue is empty', async () => {
  const { bridge, answerHello } = wire();
  let settled = false;
  void bridge.handshakeDone.then(() => {
    settled = true;
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(settled).toBe(false);
  answerHello();
  await bridge.handshakeDone;
  const silent = wire().bridge;
  await vi.advanceTimersByTimeAsync(2_000);
  await silent.handshakeDone;
  await browserPage().bridge.handshakeDone;
});
