import { randomUUID } from 'node:crypto';
import { waiveDebt } from '@hiram/contract/console/loan';
import { type ShippedRole, shippedRoles } from '@hiram/contract/console/rights';
import { demoPeople, me, moveDemoClock, signInDemo } from '@hiram/contract/console/session';
import { countTodo } from '@hiram/contract/console/work';
import { addDays, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { complain } from '../../../test/support/borrowers/complaints.ts';
import { type StaffMember, staffBrowser } from '../../../test/support/console/console.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });

test('the sandbox names nine people with what waits for each, and nobody’s name but theirs [T1071]', async () => {
  await complain(hiram, await hiram.borrower({ state: '180' }, 'ph'));
  const { people } = (await staffBrowser(hiram).send(demoPeople, {})).data;
  expect(people.map(({ role }) => role)).toEqual([...shippedRoles]);
  const counts = Object.fromEntries(people.map(({ role, count }) => [role, count]));
  expect(counts).toMatchObject({ support: 1, officer: 1, collector: 1, cashier: 0, marketer: 0 });
  expect(people.find(({ role }) => role === 'support')?.first?.kind).toBe('complaint');
});

test('the number of each person at the sandbox’s sign-in is the number of their Work [T3489]', async () => {
  const signedIn = async (role: ShippedRole) => {
    const browser = staffBrowser(hiram);
    await browser.send(signInDemo, { role });
    return browser;
  };
  const { orderId } = await hiram.borrower({ state: '180' }, 'ph');
  const cashier = { browser: await signedIn('cashier') } as StaffMember;
  const waiver = { orderId, principal: 40_000, interest: 0, late: 0, penalty: 0 };
  const asked = await submitAction(cashier, waiveDebt, waiver, { brand: 'ph' });
  expect(asked.data.state).toBe('waiting');
  const { people } = (await staffBrowser(hiram).send(demoPeople, {})).data;
  const ofWork: [ShippedRole, number][] = [];
  for (const role of shippedRoles) {
    const counted = await (await signedIn(role)).send(countTodo, {}, { brand: '*' });
    const kinds = counted.success ? counted.data.kinds : [];
    ofWork.push([role, kinds.reduce((sum, { count }) => sum + count, 0)]);
  }
  expect(people.map(({ role, count }) => [role, count])).toEqual(ofWork);
  expect(people.find(({ role }) => role === 'risk')?.count).toBe(0);
  expect(people.find(({ role }) => role === 'controller')?.first?.kind).toBe('approval');
});

test('what waits for a person of an agency are the late loans that it has [T2706]', async () => {
  const { orderId } = await hiram.borrower({ state: '180', kind: 'single' }, 'ph');
  const browser = staffBrowser(hiram);
  await browser.send(signInDemo, { role: 'agency' });
  const { staffId } = (await browser.send(me, {})).data;
  const agencyOf = async () =>
    (await staffBrowser(hiram).send(demoPeople, {})).data.people.find(({ role }) => role === 'agency');
  expect(await agencyOf()).toMatchObject({ count: 0 });
  const agencyId = randomUUID();
  await hiram.owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`insert into agency values (${agencyId}, 'ph', 'Tala', 0, '2026-01-01', '2030-01-01', gen_random_uuid(), now())`.execute(
      trx,
    );
    await sql`insert into agency_person values (${agencyId}, ${staffId}, now())`.execute(trx);
    await sql`insert into collection_assignment (borrower_id, id, order_id, brand, agency_id, assigned_by, assigned_at)
      select borrower_id, gen_random_uuid(), id, brand, ${agencyId}, ${staffId}, now() from loan_order
      where id = ${orderId}`.execute(trx);
  });
  expect(await agencyOf()).toMatchObject({ count: 1, first: { kind: 'lateLoan' } });
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
