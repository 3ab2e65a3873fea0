import { randomInt } from 'node:crypto';
import { login } from '@hiram/contract/account';
import { expect, test } from 'vitest';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram({ TRUST_PROXY: '1' });

const guess = (from: string) =>
  hiram.send(
    login,
    { phone: `138${String(randomInt(1e8)).padStart(8, '0')}`, password: 'mali ang susi' },
    { deviceId: from },
    { headers: { 'x-forwarded-for': from } },
  );

test('password guesses from many addresses of one IPv6 network count as one guesser [T032]', async () => {
  const { appContext } = hiram.server;
  const now = appContext.clock.now();
  // Sixty tries in the last minutes, each from another address.
  await guess('2001:db8:7:7::1');
  const { address } = await appContext.db
    .selectFrom('sign_in_try')
    .select('address')
    .executeTakeFirstOrThrow();
  await appContext.db
    .insertInto('sign_in_try')
    .values(
      Array.from({ length: 58 }, (_, index) => ({
        id: `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`,
        brand: 'spec',
        phone: `+86139${String(index).padStart(8, '0')}`,
        address,
        at: now,
      })),
    )
    .execute();
  expect(await guess('2001:db8:7:7:aaaa::2')).toMatchObject({ code: '60202' });
  expect(await guess('2001:db8:7:7:bbbb:cccc::3')).toMatchObject({ code: '60203' });
  // A neighbouring network is another caller, and so is a caller by IPv4.
  expect(await guess('2001:db8:7:8::1')).toMatchObject({ code: '60202' });
  expect(await guess('203.0.113.9')).toMatchObject({ code: '60202' });
});
