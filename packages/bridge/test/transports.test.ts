import { describe, expect, test, vi } from 'vitest';
import { createBridge } from '../src/bridge.ts';
import { detectHost } from '../src/detect.ts';
import { createFrameHost } from '../src/frame-host.ts';
import { createHostEndpoint } from '../src/host.ts';
import type { Misbehaviour } from '../src/misbehave.ts';
import { androidTransport } from '../src/transports/android.ts';
import { deepLink, leavesWithin } from '../src/transports/deep-link.ts';
import { iosTransport } from '../src/transports/ios.ts';
import { simulatorTransport } from '../src/transports/simulator.ts';
import type { HostWindow, Transport } from '../src/transports/transport.ts';
import { settings, watchedNavigation } from './phone.ts';

function bridgeOver(transport: Transport | undefined) {
  const { navigations, navigation } = watchedNavigation();
  return { navigations, bridge: createBridge({ transport, navigation, settings }) };
}

const app = 'http://localhost:4000';
const hostOrigin = 'http://127.0.0.1:4000';

/** Two windows, one framed by the other, that post to each other as browsers do: only to the named origin. */
function framed() {
  type Listener = (event: MessageEvent) => void;
  const make = (origin: string) => {
    const listeners = new Set<Listener>();
    return {
      origin,
      listeners,
      got: 0,
      addEventListener: (_: 'message', listener: Listener) => void listeners.add(listener),
      removeEventListener: (_: 'message', listener: Listener) => void listeners.delete(listener),
    };
  };
  const outer = make(hostOrigin);
  const inner = make(app);
  const post = (to: typeof outer, source: object, from: () => string) => ({
    postMessage(data: unknown, origin: string) {
      if (origin !== to.origin) return;
      to.got += 1;
      const event = Object.assign(new MessageEvent('message', { data, origin: from() }), {});
      Object.defineProperty(event, 'source', { value: source });
      for (const listener of to.listeners) listener(event);
    },
  });
  const parent: ReturnType<typeof post> = {
    postMessage: (data, origin) => toOuter.postMessage(data, origin),
  };
  const frame: ReturnType<typeof post> = { postMessage: (data, origin) => toInner.postMessage(data, origin) };
  const toOuter = post(outer, frame, () => inner.origin);
  const toInner = post(inner, parent, () => outer.origin);
  return { outer, inner, page: { ...inner, parent }, frame, parent };
}

function simulated(extra: { misbehave?: () => Misbehaviour } = {}) {
  const windows = framed();
  const done: string[] = [];
  const reasons: (string | undefined)[] = [];
  const host = createFrameHost({
    window: windows.outer,
    frame: () => windows.frame,
    frameOrigin: app,
    appVersion: '1',
    handle(action) {
      done.push(action);
      return undefined;
    },
    onLog: ({ direction, reason }) => void (direction === 'refused' && reasons.push(reason)),
    ...extra,
  });
  return { ...windows, host, done, reasons };
}

describe('transports to a host', () => {
  test('BRG-13 Android: texts go through the injected object’s method and return on its onmessage', async () => {
    const port = {
      texts: 0,
      onmessage: null as ((event: { data: unknown }) => void) | null,
      postMessage(json: string) {
        this.texts += 1;
        void host.receive(json);
      },
    };
    const host = createHostEndpoint({
      send: (data) => port.onmessage?.({ data }),
      platform: 'android',
      appVersion: '1',
      handle: () => undefined,
    });
    const { bridge } = bridgeOver(androidTransport({ LoanHost: port }));
    expect(await bridge.request('goHome', {})).toMatchObject({ by: 'host' });
    expect(port.texts).toBe(2);
  });

  test('BRG-13 old Android: an object that accepts no property answers through the window', async () => {
    const LoanHost = Object.freeze({ postMessage: (json: string) => void host.receive(json) });
    const window: HostWindow = { LoanHost };
    const host = createHostEndpoint({
      send: (json) => window.LoanHostReceive?.(json),
      platform: 'android',
      appVersion: '1',
      handle: () => undefined,
    });
    expect(await bridgeOver(androidTransport(window)).bridge.request('goHome', {})).toMatchObject({
      by: 'host',
    });
  });

  test('BRG-13 iOS: texts go through the message handler and return through the window', async () => {
    const window: HostWindow = {
      webkit: { messageHandlers: { LoanHost: { postMessage: (json) => void host.receive(json) } } },
    };
    const host = createHostEndpoint({
      send: (json) => window.LoanHostReceive?.(json),
      platform: 'ios',
      appVersion: '1',
      handle: () => undefined,
    });
    expect(await bridgeOver(iosTransport(window)).bridge.request('goHome', {})).toMatchObject({ by: 'host' });
  });

  test('BRG-13 the surrounding host is detected at once', () => {
    const handler = { postMessage: () => undefined };
    expect(detectHost({ LoanHost: handler })).toBe('android');
    expect(detectHost({ webkit: { messageHandlers: { LoanHost: handler } } })).toBe('ios');
    expect(detectHost({ webkit: { messageHandlers: {} } })).toBeUndefined();
    // A property of the window that is no host's object, such as an element's id.
    const page: HostWindow = {};
    Object.defineProperty(page, 'LoanHost', { value: {} });
    expect(detectHost(page)).toBeUndefined();
    expect([androidTransport({}), iosTransport({}), detectHost({})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('a stopped transport receives nothing more', () => {
    const window: HostWindow = { LoanHost: { postMessage: () => undefined, onmessage: null } };
    const received: unknown[] = [];
    const stop = androidTransport(window)?.listen((json) => void received.push(json));
    window.LoanHost?.onmessage?.({ data: 'a' });
    stop?.();
    window.LoanHost?.onmessage?.({ data: 'b' });
    window.LoanHostReceive?.('c');
    expect(received).toEqual(['a']);
  });
});

describe('the simulated host', () => {
  test('BRG-13 page and host communicate across two origins', async () => {
    const { page, done, host } = simulated();
    const { bridge } = bridgeOver(simulatorTransport(page, hostOrigin));
    expect(await bridge.request('rateApp', {})).toMatchObject({ by: 'host' });
    expect(done).toEqual(['rateApp']);
    expect(bridge.host?.platform).toBe('simulator');
    host.close();
    expect(page.listeners.size).toBe(1);
  });

  test('BRG-12 a page whose host is on another origin neither sends to it nor receives from it [T045]', () => {
    const { page, outer, inner, frame } = simulated();
    const received: unknown[] = [];
    const transport = simulatorTransport(page, 'http://127.0.0.1:4001');
    transport?.listen((json) => void received.push(json));
    transport?.send('{}');
    frame.postMessage('{"v":1,"event":"ready"}', app);
    expect([outer.got, inner.got, received]).toEqual([0, 1, []]);
  });

  test('BRG-12 neither side accepts messages from a window that is neither host nor frame', () => {
    const { page, outer, inner, done, reasons } = simulated();
    const received: unknown[] = [];
    simulatorTransport(page, hostOrigin)?.listen((json) => void received.push(json));
    const json = JSON.stringify({ v: 1, id: 'k3f9z1ab-1', action: 'goHome', payload: {} });
    for (const listener of inner.listeners)
      listener(new MessageEvent('message', { data: json, origin: hostOrigin }));
    for (const listener of outer.listeners)
      listener(new MessageEvent('message', { data: json, origin: app }));
    expect([received, done, reasons]).toEqual([[], [], []]);
  });

  test('BRG-12 a frame of the host on another origin is rejected by name', () => {
    const { page, inner, done, reasons } = simulated();
    inner.origin = 'https://evil.example';
    page.parent.postMessage(
      JSON.stringify({ v: 1, id: 'k3f9z1ab-1', action: 'goHome', payload: {} }),
      hostOrigin,
    );
    expect([done, reasons]).toEqual([[], ['wrong_origin']]);
  });

  test('a page without a frame has no simulated host', () => {
    const unframed = { ...framed().page };
    Object.assign(unframed, { parent: unframed });
    expect(simulatorTransport(unframed, hostOrigin)).toBeUndefined();
    expect(simulatorTransport(framed().page, '')).toBeUndefined();
  });

  test.each<[Misbehaviour, string, number]>([
    [{ duplicate: true }, 'host', 2],
    [{ drop: true }, 'web', 0],
    [{ reject: 'unsupported' }, 'web', 0],
    [{ reject: 'host_error' }, 'web', 0],
    [{ garble: true }, 'web', 2],
    [{ latency: 500 }, 'host', 0],
    [{ latency: 60_000 }, 'web', 2],
  ])('BRG-13 a misbehaving host leaves no dead button: %o', async (how, expectedAction, dropped) => {
    vi.useFakeTimers();
    try {
      const { page } = simulated({ misbehave: () => how });
      const { bridge } = bridgeOver(simulatorTransport(page, hostOrigin));
      const request = bridge.request('goHome', {});
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await request).toMatchObject({ ok: true, by: expectedAction });
      await vi.advanceTimersByTimeAsync(120_000);
      expect(bridge.dropped).toBe(dropped);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('deep links', () => {
  test('BRG-13 contain the page and its parameters, none of which can change the address', () => {
    expect(deepLink('hiram', 'order', {})).toBe('hiram://order');
    expect(deepLink('hiram', 'a/b?c#d', { 'x&y': '1=2' })).toBe('hiram://a%2Fb%3Fc%23d?x%26y=1%3D2');
  });

  test('BRG-13 a page that is hidden was opened by an app; one that stays visible was not', async () => {
    vi.useFakeTimers();
    try {
      const visibility = { hidden: false, listeners: new Set<() => void>() };
      const document = {
        get hidden() {
          return visibility.hidden;
        },
        addEventListener: (_: string, listener: () => void) => void visibility.listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => void visibility.listeners.delete(listener),
      };
      const visiblePage = leavesWithin(document, 1_500);
      await vi.advanceTimersByTimeAsync(1_500);
      expect(await visiblePage).toBe(false);
      const hiddenPage = leavesWithin(document, 1_500);
      visibility.hidden = true;
      for (const listener of visibility.listeners) listener();
      expect(await hiddenPage).toBe(true);
      expect(visibility.listeners.size).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
