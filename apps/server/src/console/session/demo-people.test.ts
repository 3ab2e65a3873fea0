import { shippedRoles } from '@hiram/contract/console/rights';
import { demoPeople, moveDemoClock } from '@hiram/contract/console/session';
import { addDays, localDate } from '@hiram/loan';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { complain } from '../../../test/support/borrowers/complaints.ts';
import { staffBrowser } from '../../../test/support/console/console.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';

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

test('the sandbox’s day moves forward from the page of signing in, by a month at most [T1812]', async () => {
  const browser = staffBrowser(hiram);
  const { today } = (await browser.send(demoPeople, {})).data;
  const { data } = await browser.send(moveDemoClock, { days: 1 });
  expect(data.today).toBe(addDays(localDate(today), 1));
  expect((await browser.send(demoPeople, {})).data.today).toBe(data.today);
  for (const days of [0, 32, 1.5, 'x'])
    expect(await browser.send(moveDemoClock, { days } as never)).toMatchObject({
      status: 400,
      field: 'days',
    });
});
