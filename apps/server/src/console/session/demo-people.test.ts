import { shippedRoles } from '@hiram/contract/console/rights';
import { demoPeople } from '@hiram/contract/console/session';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { complain } from '../../../test/support/complaints.ts';
import { staffBrowser } from '../../../test/support/console.ts';
import { type Hiram, startHiram } from '../../../test/support/running-server.ts';

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'), { BRAND: 'spec,ph' });
});
afterAll(() => hiram.stop());

test('the sandbox names nine people with what waits for each, and nobody’s name but theirs [T1071]', async () => {
  await complain(hiram, await hiram.borrower({ state: '180' }, 'ph'));
  const { people } = (await staffBrowser(hiram).send(demoPeople, {})).data;
  expect(people.map(({ role }) => role)).toEqual([...shippedRoles]);
  const counts = Object.fromEntries(people.map(({ role, count }) => [role, count]));
  expect(counts).toMatchObject({ support: 1, officer: 1, collector: 1, cashier: 0, marketer: 0 });
  expect(people.find(({ role }) => role === 'support')?.first?.kind).toBe('complaint');
});
