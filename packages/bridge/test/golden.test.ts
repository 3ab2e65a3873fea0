import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Action, actions, contract } from '../src/contract.ts';
import { createHostEndpoint } from '../src/host.ts';
import { bridgeErrors, hostEvents } from '../src/message.ts';
import { goldenFiles, requests as payloads } from '../tools/golden-messages.ts';
import { pageInHost, wire } from './phone.ts';

const folder = new URL('../golden/', import.meta.url);
const readGolden = (name: string) => readFileSync(new URL(name, folder), 'utf8');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A host that is only a transport. */
function bareHost() {
  const sent: { id: string; ok: boolean; error?: string }[] = [];
  const did: [string, unknown][] = [];
  const reasons: (string | undefined)[] = [];
  const endpoint = createHostEndpoint({
    send: (json) => void sent.push(JSON.parse(json)),
    platform: 'ios',
    appVersion: '1',
    handle(action, payload) {
      did.push([action, payload]);
      return undefined;
    },
    onLog: ({ direction, reason }) => void (direction === 'refused' && reasons.push(reason)),
  });
  return { sent, did, reasons, endpoint };
}

test('BRG-12 the golden files match the contract: `npm run golden` writes them', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(goldenFiles).sort());
  for (const [name, content] of Object.entries(goldenFiles))
    expect(JSON.parse(readGolden(name)), name).toEqual(content);
});

describe('valid messages are accepted', () => {
  const requests: { id: string; action: string; payload: unknown }[] = JSON.parse(
    readGolden('requests.json'),
  );

  test('BRG-12 every action has its golden requests', () => {
    expect(new Set(requests.map(({ action }) => action))).toEqual(new Set(actions));
  });

  test.each(requests)('BRG-12 the host performs $action as requested: $payload', async (request) => {
    const { endpoint, did, sent, reasons } = bareHost();
    await endpoint.receive(JSON.stringify(request));
    expect(did).toEqual([[request.action, request.payload]]);
    expect(sent).toEqual([{ v: 1, id: request.id, ok: true, data: {} }]);
    expect(reasons).toEqual([]);
  });

  test.each(actions)('BRG-12 the web sends %s as the golden file states', async (action) => {
    const sendAll = async <A extends Action>(item: A) => {
      for (const payload of payloads[item]) {
        const { bridge, answerHello, last, sendFromHost } = wire();
        answerHello(actions);
        const request = bridge.request(item, payload);
        expect(requests).toContainEqual({
          v: 1,
          action: item,
          payload: last(item).payload,
          id: expect.any(String),
        });
        expect(last(item).payload).toEqual(payload);
        sendFromHost({ id: last(item).id, ok: true, data: {} });
        expect(await request).toEqual({ ok: true, data: {}, by: 'host' });
      }
    };
    await sendAll(action);
  });

  test.each<{ ok: boolean; error?: string }>(JSON.parse(readGolden('answers.json')))(
    'BRG-12 the web reads the answer ok $ok $error',
    async (answer) => {
      const { bridge, answerHello, last, sendFromHost, refused } = wire();
      answerHello();
      const request = bridge.request('goHome', {});
      sendFromHost({ ...answer, id: last('goHome').id });
      const denied = { ok: false, error: 'denied' };
      const byWeb = { ok: true, data: {}, by: 'web', because: answer.error };
      const done = { ok: true, data: {}, by: 'host' };
      expect(await request).toEqual(answer.ok ? done : answer.error === 'denied' ? denied : byWeb);
      expect(refused).toEqual([]);
    },
  );

  test('BRG-12 the handshake and the events match the golden files', async () => {
    const { request, answer } = goldenFiles['handshake.json'];
    const { sent, text, bridge } = wire({ random: () => 0.5 });
    expect(sent).toEqual([{ ...request, id: sent[0]?.id }]);
    text(JSON.stringify({ ...answer, id: sent[0]?.id }));
    expect(bridge.host).toEqual(answer.data);
    const { endpoint, sent: answered } = bareHost();
    await endpoint.receive(JSON.stringify(request));
    expect(answered).toEqual([{ ...answer, data: { ...answer.data, platform: 'ios', appVersion: '1' } }]);
    for (const { event, answer: expected } of goldenFiles['events.json'].slice(2)) {
      const page = wire();
      page.bridge.onBack(() => Boolean(expected?.data.handled));
      page.text(JSON.stringify(event));
      expect(page.sent.at(-1)).toEqual(expected);
    }
  });
});

describe('invalid messages are rejected by name and do nothing else', () => {
  test.each<{ why: string; text: string; reason: string; error: string | null }>(
    JSON.parse(readGolden('refused-by-host.json')),
  )('BRG-12 by the host: $why', async ({ text, reason, error }) => {
    const { endpoint, did, sent, reasons } = bareHost();
    await endpoint.receive(text);
    expect(reasons).toEqual([reason]);
    expect(did).toEqual([]);
    expect(sent).toEqual(error === null ? [] : [{ v: 1, id: JSON.parse(text).id, ok: false, error }]);
  });

  test.each<{ why: string; text: string; reason: string }>(JSON.parse(readGolden('refused-by-web.json')))(
    'BRG-12 by the web: $why',
    async ({ text, reason }) => {
      const { bridge, answerHello, last, text: receive, refused, navigations, sent } = wire();
      answerHello();
      const request = bridge.request('confirmEvent', { event: 'x' });
      const before = sent.length;
      receive(text.replace('k3f9z1ab-1000', last('confirmEvent').id));
      expect(refused).toEqual([reason]);
      expect(bridge.dropped).toBe(1);
      await vi.advanceTimersByTimeAsync(3_000);
      const settled = text.includes('k3f9z1ab-1000');
      expect(await request).toEqual({ ok: false, error: settled ? 'invalid_response' : 'timeout' });
      expect([sent.length, navigations]).toEqual([before, []]);
    },
  );
});

test('BRG-12 two sides that follow the contract reject no message of each other', async () => {
  const { bridge, log } = pageInHost();
  const sendAll = async <A extends Action>(action: A) => {
    for (const payload of payloads[action]) await bridge.request(action, payload);
  };
  for (const action of actions) await sendAll(action);
  expect(log.length).toBeGreaterThan(2 * actions.length);
  expect(log.filter(({ direction }) => direction === 'refused')).toEqual([]);
  expect(bridge.dropped).toBe(0);
});

test('BRG-12 the manual for native teams names every action, error and event, each with its time limit', () => {
  const manual = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  for (const action of actions)
    expect(manual).toMatch(
      new RegExp(`^\\| \`${action}\` \\|.*\\| ${contract[action].timeoutMs / 1000} s \\|`, 'm'),
    );
  for (const word of [...bridgeErrors, ...hostEvents]) expect(manual).toContain(`\`${word}\``);
});
