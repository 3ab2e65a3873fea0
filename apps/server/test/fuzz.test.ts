import type { Call } from '@hiram/contract/call';
import { calls } from '@hiram/contract/calls';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type DemoBorrower, type Hiram, startHiram } from './running-server.ts';

/** Requests a minute that the server takes from one address, less a few that the demo needs. */
const floodLimit = 5_800;

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'));
  await hiram.refuseUnnamed();
});
afterAll(() => hiram.stop());

/** What a field of that name may well hold; any other is one of `common`. */
const plausibleFor = ({ orderId, productId, phone }: DemoBorrower): Readonly<Record<string, unknown>> => ({
  orderId,
  orderNo: orderId,
  productId,
  product_id: productId,
  key: 'tulay',
  amount: 500_000,
  principal: 500_000,
  rate: 120_000,
  tenure: 12,
  score: 5,
  stars: 4,
  channelNumber: '10001',
  phone,
});
const common: readonly unknown[] = [1, 0, 2, '10001', 'day', 'GXCHPHM2', '2026-05-05'];

/** What no form of ours sends, and what somebody else may. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(-1, 1.5, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER, '-1', '01', '1e3'),
  fc.constantFrom<unknown>('', '\u0000', 'a\u0000b', '\ud800', '👩‍👩‍👧‍👦', 'x'.repeat(60), 'x'.repeat(5_000)),
  fc.constantFrom<unknown>(null, true, [], {}, ['a'], { a: 1 }),
  fc.constantFrom("'; drop table borrower; --", '../../etc/passwd', '01900000-0000-7000-8000-000000000000'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.maxSafeInteger(),
);

/** The names of a call's fields; none for one whose fields are not fixed. */
function fieldsOf(call: Call): readonly string[] {
  const { entries } = { entries: {}, ...call.input };
  return typeof entries === 'object' && entries !== null ? Object.keys(entries) : [];
}

/** An input with every field plausible or left out, but for one or two that are anything. */
function inputOf(call: Call, plausible: Readonly<Record<string, unknown>>) {
  const names = fieldsOf(call);
  const fine = fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc.oneof(
          {
            weight: 6,
            arbitrary: name in plausible ? fc.constant(plausible[name]) : fc.constantFrom(...common),
          },
          { weight: 1, arbitrary: fc.constant(undefined) },
        ),
      ]),
    ),
  );
  const wrong = fc.dictionary(fc.constantFrom('unheardOf', ...names, ...names, ...names), nasty, {
    maxKeys: 2,
  });
  return fc.tuple(fine, wrong).map(([input, change]) => ({ ...input, ...change }));
}

test('NET-06 whatever a call is sent, it answers in its envelope within two seconds, and never with a fault', async () => {
  const fuzzed = calls.filter((one) => one.caller !== 'sandbox' && one.masked === 'no');
  expect(fuzzed.length).toBeGreaterThan(25);
  const numRuns = Math.floor(floodLimit / fuzzed.length);
  const faults: unknown[] = [];
  for (const call of fuzzed) {
    // A borrower of its own: a call may end the session.
    const who = await hiram.borrower({ state: '180', with: { jointFailure: 1 } });
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(inputOf(call, plausibleFor(who)), fc.boolean(), async (input, form) => {
        const from = Date.now();
        const answer = await hiram.send(call, input, who.context, { form: form && call.method === 'POST' });
        const slow = Date.now() - from > 2_000;
        if (answer.status !== 401 && answer.status !== 429) taken += 1;
        if (answer.status >= 500 || slow || typeof answer.code !== 'string')
          faults.push([call.name, input, answer.status, answer.message, slow]);
      }),
      { numRuns },
    );
    if (taken === 0) faults.push([call.name, 'was never tried']);
  }
  expect(faults.slice(0, 5)).toEqual([]);
}, 180_000);
