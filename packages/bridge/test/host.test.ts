import { describe, expect, test } from 'vitest';
import { createHostEndpoint, type HostOptions } from '../src/host.ts';

const ask = (action: string, payload: object = {}) =>
  JSON.stringify({ v: 1, id: 'k3f9z1ab-7', action, payload });

function host(extra: Partial<HostOptions> = {}) {
  const sent: { id?: string; error?: string; event?: string }[] = [];
  const did: string[] = [];
  const reasons: (string | undefined)[] = [];
  const endpoint = createHostEndpoint({
    send: (json) => void sent.push(JSON.parse(json)),
    platform: 'ios',
    appVersion: '1',
    handle(action) {
      did.push(action);
      return undefined;
    },
    onLog: ({ direction, reason }) => void (direction === 'refused' && reasons.push(reason)),
    ...extra,
  });
  return { endpoint, sent, did, reasons };
}

describe('a host', () => {
  test('BRG-12 does not perform what it declared unsupported, even when a page asks for it', async () => {
    const { endpoint, sent, did } = host({ supported: () => ['goHome'] });
    await endpoint.receive(ask('rateApp'));
    expect(did).toEqual([]);
    expect(sent).toEqual([{ v: 1, id: 'k3f9z1ab-7', ok: false, error: 'unsupported' }]);
  });

  test('BRG-12 sends no data outside the contract', async () => {
    const reported = { secret: 1 };
    const { endpoint, sent } = host({ handle: () => reported });
    await endpoint.receive(ask('goHome'));
    expect(sent).toEqual([{ v: 1, id: 'k3f9z1ab-7', ok: false, error: 'host_error' }]);
  });

  test('BRG-12 goes back itself if the page’s answer is unreadable', async () => {
    const { endpoint, sent, reasons } = host();
    const step = endpoint.emit('back');
    await endpoint.receive(JSON.stringify({ v: 1, id: sent[0]?.id, ok: true, data: { handled: 'yes' } }));
    expect(await step).toBe(false);
    expect(reasons).toEqual(['invalid_response']);
  });

  test('announces that it is ready, or a new message, without waiting', async () => {
    const { endpoint, sent } = host();
    for (const event of ['ready', 'message'] as const) expect(await endpoint.emit(event)).toBe(true);
    expect(sent).toEqual([
      { v: 1, event: 'ready' },
      { v: 1, event: 'message' },
    ]);
  });
});
