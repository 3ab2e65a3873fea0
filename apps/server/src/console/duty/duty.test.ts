import { createHash } from 'node:crypto';
import { listDuties, makeDutyFile, recordDutyRejections, signOffDuty } from '@hiram/contract/console/duty';
import { filePath } from '@hiram/contract/console/staff-call';
import { addDays, daysBetween, localDate } from '@hiram/loan';
import { beforeAll, expect, test } from 'vitest';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { setUpBorrower, setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { openDuties } from '../../lending/duties/open-duties.ts';
import { actAs } from '../../platform/database/actor.ts';

const hiram = setUpHiram({ BRAND: 'ph,id' });
const late = setUpBorrower(hiram, { state: '180', kind: 'single' });
const officer = setUpStaffMember(hiram, 'officer');
const controller = setUpStaffMember(hiram, 'controller');
beforeAll(async () => {
  const { appContext } = hiram.server;
  const today = await appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
  for (const id of ['ph', 'id']) {
    const brand = appContext.brands.get(id);
    if (brand) await actAs('a test', () => openDuties(appContext, brand, addDays(today, 62)));
  }
});

const ph = { brand: 'ph' };
const shown = async (by = officer) => {
  const { data } = await by.browser.send(listDuties, {}, ph);
  const period = data.periods.find(({ authority }) => authority.startsWith('CIC'));
  if (!period) throw new Error('no period is open');
  return period;
};
/** Makes the file as a person and returns it. */
async function make(by: StaffMember, input: object): Promise<string> {
  const { data } = await by.browser.send(makeDutyFile, { periodId: (await shown()).periodId, ...input }, ph);
  return (await by.browser.download(filePath(makeDutyFile, 'ph', data.ticket))).text();
}
const signOff = (by: StaffMember, periodId: Awaited<ReturnType<typeof shown>>['periodId']) =>
  by.browser.send(signOffDuty, { periodId, receipt: 'CIC 4711' }, ph);

test('a report is made, its lines come back and are sent again, and another person signs it off [T1780]', async () => {
  const { periodId } = await shown();
  expect((await signOff(controller, periodId)).code).toBe('noFile');
  const csv = await make(officer, {});
  const [run] = (await shown()).runs;
  expect(run).toMatchObject({
    sha256: createHash('sha256').update(csv).digest('hex'),
    isOwn: true,
    isCorrection: false,
  });
  expect(csv).toContain(late.orderId);
  expect((await signOff(officer, periodId)).code).toBe('ownFile');
  const runId = run?.runId ?? '';
  const lines = [{ key: late.orderId, reason: 'no TIN' }];
  expect((await officer.browser.send(recordDutyRejections, { runId, lines } as never, ph)).data).toEqual({
    recorded: 1,
  });
  expect((await signOff(controller, periodId)).code).toBe('linesRejected');
  const again = await make(officer, { again: runId });
  expect(again.trimEnd().split('\r\n').length).toBe(2);
  expect((await signOff(controller, periodId)).success).toBe(true);
  expect(await shown()).not.toMatchObject({ periodId });
  const task = await hiram.owner
    .selectFrom('task')
    .select('closed_at')
    .where('subject_id', '=', periodId)
    .executeTakeFirstOrThrow();
  expect(task.closed_at).not.toBeNull();
  expect((await officer.browser.send(makeDutyFile, { periodId }, ph)).code).toBe('signedOff');
});

test('what is due in the next months stands beside what is open, of periods that have not ended [T2762]', async () => {
  const { data } = await officer.browser.send(listDuties, {}, ph);
  const cic = data.coming.filter(({ authority }) => authority === 'CIC');
  expect(cic.length).toBeGreaterThanOrEqual(2);
  const today = localDate(data.days[0]?.today ?? '');
  for (const { brand, to, dueOn } of data.coming)
    expect([brand, to >= today, dueOn <= addDays(today, 100)]).toEqual(['ph', true, true]);
});

test('the database signs no report off without a file, nor for whoever made it [T1781]', async () => {
  const { periodId } = await shown();
  const { db } = hiram.server.appContext;
  const sign = (signer: StaffMember, name = signer.name) =>
    db
      .updateTable('duty_period')
      .set({ signed_off_at: new Date(), signed_off_by: name, signed_off_by_id: signer.id, receipt: 'x' })
      .where('id', '=', periodId)
      .execute();
  await expect(sign(controller)).rejects.toThrow('another person signs a report off');
  await make(officer, {});
  await expect(sign(officer)).rejects.toThrow('another person signs a report off');
  await expect(sign(officer, 'Ben Reyes')).rejects.toThrow('names its member of the staff');
  await expect(sign(controller, officer.name)).rejects.toThrow('names its member of the staff');
});

test('two of the staff with one name sign reports off for each other [T1809]', async () => {
  const namesake = await staffMember(hiram, 'officer');
  await make(officer, {});
  const { periodId, runs } = await shown(namesake);
  expect(runs[0]).toMatchObject({ madeBy: officer.name, isOwn: false });
  expect((await signOff(officer, periodId)).code).toBe('ownFile');
  expect((await signOff(namesake, periodId)).success).toBe(true);
});

test('a report of another brand, and a run of another period, are not found [T1782]', async () => {
  const { data } = await officer.browser.send(listDuties, {}, { brand: 'id' });
  const [foreign] = data.periods;
  if (!foreign) throw new Error('no period of id is open');
  const answer = await officer.browser.send(makeDutyFile, { periodId: foreign.periodId }, ph);
  expect(answer.code).toBe('notFound');
  await make(officer, {});
  const { runs } = await shown();
  const other = data.periods.find(({ periodId }) => periodId !== foreign.periodId) ?? foreign;
  const crossed = await officer.browser.send(
    makeDutyFile,
    { periodId: other.periodId, again: runs[0]?.runId },
    { brand: 'id' },
  );
  expect(crossed.code).toBe('notFound');
});

test('how late a report is counts by the business day of its own brand [T3442]', async () => {
  const { db, clock, brands } = hiram.server.appContext;
  const dayOf = (id: string) => clock.today(db, brands.get(id)?.timeZone ?? '');
  const { data } = await officer.browser.send(listDuties, {}, { brand: '*' });
  expect(new Map(data.days.map(({ brand, today }) => [brand, today]))).toEqual(
    new Map([
      ['ph', await dayOf('ph')],
      ['id', await dayOf('id')],
    ]),
  );
  for (const { brand, dueOn, signedOffAt, daysOver } of data.periods) {
    const over = Math.max(0, daysBetween(localDate(dueOn), await dayOf(brand)));
    expect(daysOver).toBe(signedOffAt === undefined ? over : 0);
  }
});
