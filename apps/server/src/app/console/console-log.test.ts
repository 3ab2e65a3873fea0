import { findAnything } from '@hiram/contract/console/find';
import { showLoan } from '@hiram/contract/console/loan';
import { listStaff, previewRoles, requestRoles } from '@hiram/contract/console/staff';
import { filePath } from '@hiram/contract/console/staff-call';
import { staffCalls } from '@hiram/contract/console/staff-calls';
import { exportTrail, listTrail } from '@hiram/contract/console/trail';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type RichBorrower, richBorrower } from '../../../test/support/borrowers/rich-borrower.ts';
import { staffMember } from '../../../test/support/console/console.ts';
import { approveAs } from '../../../test/support/console/console-actions.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';

const lines: string[] = [];
let hiram: Hiram;
let borrower: RichBorrower;
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) };
  hiram = await startHiram(inject('cluster'), { BRAND: 'ph', LOG_LEVEL: 'trace' }, { logTo });
  borrower = await richBorrower(hiram, 'ph');
});
afterAll(() => hiram.stop());

/** Every text of a stored form that is long enough to be somebody's. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length >= 6 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The secrets that the log must not contain: the borrower's numbers and names, and their written words. */
async function secretsOf({ borrowerId, phone }: RichBorrower): Promise<string[]> {
  const { cipher } = hiram.server.appContext;
  const own = hiram.owner;
  const profiles = await own
    .selectFrom('borrower_profile')
    .select('encrypted')
    .where('borrower_id', '=', borrowerId)
    .execute();
  const accounts = await own
    .selectFrom('bank_account')
    .select(['number_encrypted', 'holder_encrypted'])
    .where('borrower_id', '=', borrowerId)
    .execute();
  const complaints = await own.selectFrom('complaint').select('detail').execute();
  return [
    phone.slice(-10),
    ...profiles.flatMap(({ encrypted }) => textsIn(JSON.parse(cipher.decrypt(encrypted)))),
    ...accounts.flatMap((row) => [
      cipher.decrypt(row.number_encrypted),
      cipher.decrypt(row.holder_encrypted),
    ]),
    ...complaints.map(({ detail }) => detail),
  ];
}

test('the log of a staff’s day has no number, no name, no word that somebody wrote, and no token [T397]', async () => {
  lines.length = 0;
  const staff = await staffMember(hiram, 'support', 'cashier', 'officer', 'reviewer');
  const [admin, controller] = [await staffMember(hiram, 'admin'), await staffMember(hiram, 'controller')];
  const { orderId, borrowerId, phone } = borrower;
  const ph = { brand: 'ph' };
  const reason = `call back about ${phone}`;
  for (const text of [phone, phone.slice(-4), orderId, 'Maricel Dela Cruz'])
    await staff.browser.send(findAnything, { text }, ph);
  expect(await staff.browser.send(showLoan, { orderId }, ph)).toMatchObject({ success: true });
  await staff.browser.send(listTrail, { kind: 'all', about: borrowerId }, ph);
  const { ticket } = (await staff.browser.send(exportTrail, { kind: 'all', reason }, ph)).data;
  expect((await staff.browser.download(filePath(exportTrail, 'ph', ticket))).status).toBe(200);
  await admin.browser.send(listStaff, {}, ph);
  const newcomer = await staffMember(hiram);
  const roles = { staffId: newcomer.id, roles: ['risk'] };
  const { data } = await admin.browser.send(previewRoles, roles, ph);
  const asked = await admin.browser.send(requestRoles, { ...roles, digest: data.digest, reason }, ph);
  expect(await approveAs(controller, asked.data.approvalId, 'ph')).toMatchObject({ success: true });
  // Every call with personal data where none belongs.
  for (const call of staffCalls.filter(({ session }) => session === 'open'))
    await staff.browser.send(call, { orderId, borrowerId, text: phone, reason, [phone]: phone }, ph);

  const log = lines.join('\n');
  expect(log).toContain('findAnything');
  const people = [staff, admin, controller].flatMap(({ browser, email }) => [browser.cookie, email]);
  const secrets = [...(await secretsOf(borrower)), ...people, ticket, reason, 'Maricel', borrower.payCode];
  expect(secrets.every(Boolean)).toBe(true);
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});
