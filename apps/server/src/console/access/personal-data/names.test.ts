import { profile } from '@hiram/contract/account';
import { showBorrower } from '@hiram/contract/console/borrower';
import { showName } from '@hiram/contract/console/borrower-name';
import { listComplaints } from '@hiram/contract/console/complaint';
import { showLoan } from '@hiram/contract/console/loan';
import { listPayouts } from '@hiram/contract/console/money-out';
import { listWork } from '@hiram/contract/console/work';
import type { BorrowerId } from '@hiram/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import { complain } from '../../../../test/support/borrowers/complaints.ts';
import { type StaffMember, staffMember } from '../../../../test/support/console/console.ts';
import { borrowerIdOf } from '../../../../test/support/database/rows.ts';
import { setUpBorrower, setUpHiram } from '../../../../test/support/processes/set-up.ts';
import { namesOfAll } from '../../../lending/borrowers/masked.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const borrower = setUpBorrower(hiram, { state: '180' }, 'ph');
let borrowerId: BorrowerId;
let name: string;
const ph = { brand: 'ph' };
beforeAll(async () => {
  const { db } = hiram.server.appContext;
  borrowerId = await borrowerIdOf(hiram, borrower.orderId);
  name = (await namesOfAll(hiram.server.appContext, db, [borrowerId])).get(borrowerId) ?? '';
  expect(name).toMatch(/\S+ \S+/);
  await complain(hiram, borrower);
});

const workNames = async ({ browser }: StaffMember) =>
  Object.fromEntries(
    (await browser.send(listWork.page, { part: 'open' }, ph)).data.rows.map((row) => [row.kind, row.name]),
  );
const loanName = async ({ browser }: StaffMember) =>
  (await browser.send(showLoan, { orderId: borrower.orderId, knowledge: 'now' }, ph)).data.order.name;
const readingsBy = ({ id }: StaffMember) =>
  hiram.owner
    .selectFrom('staff_read')
    .selectAll()
    .where('staff_id', '=', id)
    .where('field', '=', 'fullName')
    .execute();

test('each role sees names where its work is, in its own brands alone [T1066]', async () => {
  const seen: Record<string, unknown> = {};
  for (const role of ['support', 'cashier', 'reviewer', 'controller', 'collector', 'officer'])
    seen[role] = await loanName(await staffMember(hiram, `${role} ph`));
  // A collector sees the name since the loan is late; an officer sees names in cases alone.
  expect(seen).toEqual({
    support: name,
    cashier: name,
    reviewer: name,
    controller: name,
    collector: name,
    officer: undefined,
  });
  expect(await workNames(await staffMember(hiram, 'support ph'))).toEqual({ complaint: name });
  expect(await workNames(await staffMember(hiram, 'officer ph'))).toMatchObject({ complaint: name });
  expect(await workNames(await staffMember(hiram, 'collector ph'))).toEqual({ lateLoan: name });

  const settled = await hiram.borrower({ state: '200' }, 'ph');
  const collector = await staffMember(hiram, 'collector ph');
  const ofSettled = await collector.browser.send(
    showLoan,
    { orderId: settled.orderId, knowledge: 'now' },
    ph,
  );
  expect(ofSettled.data.order.name).toBeUndefined();
  // Under all brands a right in one brand gives no name of another one.
  const both = await staffMember(hiram, 'officer', 'support spec');
  const { rows } = (await both.browser.send(listComplaints.page, { list: 'open' }, { brand: '*' })).data;
  expect(rows.find((row) => row.brand === 'ph')?.name).toBe(name);
  expect(await loanName(both)).toBeUndefined();
  const risk = await staffMember(hiram, 'risk ph');
  const payouts = (await risk.browser.send(listPayouts.page, { list: 'paid' }, ph)).data.rows;
  expect(payouts.length).toBeGreaterThan(0);
  expect(payouts.every((row) => row.name === undefined)).toBe(true);
});

test('a list with names is one reading a page, which the borrower reads by role and day [T1067]', async () => {
  const support = await staffMember(hiram, 'support ph');
  await workNames(support);
  await workNames(support);
  const readings = await readingsBy(support);
  expect(readings).toMatchObject([
    { subject: 'list', subject_id: 'work', borrower_ids: [borrowerId], borrower_id: null, encrypted: false },
  ]);
  expect(JSON.stringify(readings)).not.toContain(name);
  const { staffReads } = (await hiram.send(profile, {}, borrower.context)).data;
  const today = new Date().toISOString().slice(0, 4);
  expect(
    staffReads.filter(({ dataName, role }) => dataName === 'Full name' && role === 'Customer service'),
  ).toEqual([{ role: 'Customer service', dataName: 'Full name', openedOn: expect.stringMatching(today) }]);
  const risk = await staffMember(hiram, 'risk ph');
  expect(await readingsBy(risk)).toEqual([]);
});

test('who sees no name opens one with a reason, recorded and limited as an encrypted field [T1068]', async () => {
  const risk = await staffMember(hiram, 'risk ph');
  expect((await risk.browser.send(showBorrower, { borrowerId }, ph)).right).toBe('borrower.read');
  const open = (reason: string, brand = ph) => risk.browser.send(showName, { borrowerId, reason }, brand);
  expect((await open('.')).field).toBe('reason');
  expect((await open('a pattern of fraud')).data).toEqual({ name });
  expect((await open('a pattern of fraud', { brand: 'spec' })).right).toBe('borrower.showName');
  const [read] = await hiram.owner
    .selectFrom('staff_read')
    .selectAll()
    .where('staff_id', '=', risk.id)
    .execute();
  expect(read).toMatchObject({
    field: 'fullName',
    encrypted: true,
    borrower_id: borrowerId,
    reason: 'a pattern of fraud',
  });
});
