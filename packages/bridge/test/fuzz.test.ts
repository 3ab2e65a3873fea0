import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actions, isAction, payloadOf } from '../src/contract.ts';
import { hostErrors } from '../src/message.ts';
import { goldenFiles } from '../tools/golden-messages.ts';
import { pageInHost, wire } from './phone.ts';

const key = fc.constantFrom(
  'v',
  'id',
  'action',
  'payload',
  'ok',
  'data',
  'error',
  'event',
  '__proto__',
  'toString',
);
const word = fc.oneof(fc.string(), fc.constantFrom('k3f9z1ab-1', 'hello', 'back', 'denied', ...actions));
const leaf = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), fc.constant(1), fc.double());
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(key, fc.string()), tie('value'), { maxKeys: 5 }),
  ),
}));
const almostValid = fc.record(
  { v: fc.oneof(fc.constant(1), value), id: word, action: word, payload: value, ok: value, data: value },
  { requiredKeys: ['v'] },
);
const text = fc.oneof(
  fc.string(),
  value.map((item) => JSON.stringify(item)),
  almostValid.map((item) => JSON.stringify(item)),
);

const golden = goldenFiles['requests.json'];
/** A golden request with one character removed, doubled or changed. */
const damaged = fc
  .tuple(fc.constantFrom(...golden), fc.nat(), fc.constantFrom('', 'x', '"', '{', '0', '\u0000'))
  .map(([request, at, put]) => {
    const json = JSON.stringify(request);
    const place = at % json.length;
    return json.slice(0, place) + put + json.slice(place + 1);
  });

test('BRG-12 for any text the host performs and answers only what the contract allows [T046]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, damaged), async (json) => {
      const sent: Record<string, unknown>[] = [];
      const { host, done, log } = pageInHost({ send: (answer) => void sent.push(JSON.parse(answer)) });
      sent.length = 0;
      const before = log.length;
      await host.receive(json);
      expect(sent.length).toBeLessThanOrEqual(1);
      for (const [action, payload] of done) {
        expect(isAction(action)).toBe(true);
        expect(payloadOf(action, payload)).toEqual(payload);
        expect(sent).toEqual([{ v: 1, id: JSON.parse(json).id, ok: true, data: {} }]);
      }
      const hello = sent[0]?.ok === true && done.length === 0;
      if (hello) expect(JSON.parse(json).action).toBe('hello');
      else if (done.length === 0) {
        expect(log[before]).toMatchObject({ direction: 'refused', reason: expect.any(String) });
        for (const { ok, error } of sent)
          expect([ok, hostErrors.some((hostError) => hostError === error)]).toEqual([false, true]);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('BRG-12 for any text the page neither breaks nor navigates, and settles no request that was not sent', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (json) => {
      const { bridge, answerHello, text: receive, navigations, refused, sent, last, sendFromHost } = wire();
      answerHello();
      const request = bridge.request('goHome', {});
      const before = sent.length;
      receive(json);
      const event = refused.length === 0;
      if (event) expect(JSON.parse(json)).toHaveProperty('event');
      else expect([navigations, sent.length]).toEqual([[], before]);
      sendFromHost({ id: last('goHome').id, ok: true });
      expect(await request).toEqual({ ok: true, data: {}, by: 'host' });
    }),
    { numRuns: 1_000 },
  );
});

test('BRG-12 a text of a megabyte is rejected unread', async () => {
  const { bridge, text: receive, refused } = wire();
  receive(JSON.stringify({ v: 1, id: 'k3f9z1ab-1', ok: true, data: { x: 'x'.repeat(1_000_000) } }));
  expect(refused).toEqual(['malformed']);
  expect(bridge.dropped).toBe(1);
});
