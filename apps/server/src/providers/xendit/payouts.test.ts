import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FakeProvider } from '../../../test/support/servers/fake.ts';
import { fakeXendit } from '../../../test/support/servers/fake-xendit.ts';
import type { PayoutPort, PayoutRequest } from '../ports/payout.ts';
import { xenditClient } from './client.ts';
import { payoutState, xenditPayouts } from './payouts.ts';

let fake: FakeProvider;
let payouts: PayoutPort;

beforeAll(async () => {
  fake = await fakeXendit();
  const secret = (value: string) => ({ current: value, accepted: [value] });
  payouts = xenditPayouts(
    xenditClient({
      url: fake.environment.XENDIT_URL ?? '',
      secretKey: secret(fake.environment.XENDIT_SECRET_KEY ?? ''),
    }),
  );
});
afterAll(() => fake.close());

const request = (): PayoutRequest => ({
  reference: randomUUID(),
  amount: 123_456,
  currency: 'PHP' as const,
  institution: 'GXCHPHM2XXX',
  via: 'PH_GCASH',
  accountNumber: '09170000001',
  holder: 'Maria Santos',
  description: 'Hiram',
  requestedAt: new Date(),
});
const payoutsOf = (reference: string) => fake.payouts.filter((payout) => payout.reference === reference);

test('a key that was used with another body returns the existing payout', async () => {
  const first = request();
  const sent = await payouts.send(first);
  expect(sent).toMatchObject({ state: 'accepted' });
  expect(await payouts.send({ ...first, description: 'The brand’s new name' })).toEqual(sent);
  expect(payoutsOf(first.reference)).toHaveLength(1);
});

test('a rejection is not final while a first attempt with a lost answer may exist', async () => {
  const first = request();
  fake.trouble(fake.paths.payout, 'lost');
  await expect(payouts.send(first)).rejects.toThrow();
  const [payout] = payoutsOf(first.reference);
  // Since then the institution has left the country's list.
  const again = await payouts.send({ ...first, via: undefined });
  expect(again).toEqual({ state: 'accepted', reference: payout?.id });
});

test('an account that does not exist is rejected with its reason, and so is an unreachable institution', async () => {
  expect(await payouts.send({ ...request(), accountNumber: '091799' })).toEqual({
    state: 'rejected',
    reason: 'RECIPIENT_ACCOUNT_NUMBER_ERROR',
  });
  expect(await payouts.send({ ...request(), via: undefined })).toMatchObject({ state: 'rejected' });
});

test('every final state that Xendit documents ends a payout; every other state is pending', () => {
  const standing = (status: string) => {
    const updated = new Date(0);
    return payoutState({
      id: 'disb-1',
      reference_id: 'x',
      status,
      currency: 'PHP',
      amount: 1,
      updated,
    }).state;
  };
  for (const status of ['FAILED', 'CANCELLED', 'REVERSED', 'EXPIRED', 'COMPLIANCE_REJECTED'])
    expect([status, standing(status)]).toEqual([status, 'returned']);
  for (const status of ['ACCEPTED', 'REQUESTED', 'PENDING_COMPLIANCE_ASSESSMENT', 'something new'])
    expect([status, standing(status)]).toEqual([status, 'pending']);
  expect(standing('SUCCEEDED')).toBe('paid');
});
