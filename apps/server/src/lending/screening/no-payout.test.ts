import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listApprovals } from '@hiram/contract/console/approval';
import { showApprovalCase } from '@hiram/contract/console/approval-case';
import { showBorrower } from '@hiram/contract/console/borrower';
import { releaseHeldPayout } from '@hiram/contract/console/decision';
import { showLoan } from '@hiram/contract/console/loan';
import { listPayouts, releasePayout } from '@hiram/contract/console/money-out';
import { clearHit, confirmHit, listHits, reportHit, showHit } from '@hiram/contract/console/officer';
import { listWork } from '@hiram/contract/console/work';
import { asId, type HitId } from '@hiram/contract/ids';
import { addDays, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import {
  expectNobodyBarredIsPaid,
  type Payee,
  payoutSteps,
} from '../../../test/support/borrowers/barred-payouts.ts';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { shownHoldReason } from '../payouts/payout-limits.ts';
import { screenBorrower, screeningState } from './screen.ts';
import { screenAgain } from './screen-again.ts';

const cluster = inject('cluster');
const folder = mkdtempSync(join(tmpdir(), 'hiram-lists-'));
const spec = { brand: 'spec' };
const hiram = setUpHiram({ BRAND: 'spec' });
const officer = setUpStaffMember(hiram, 'officer');
const reviewer = setUpStaffMember(hiram, 'reviewer');
const controller = setUpStaffMember(hiram, 'controller');

const app = () => hiram.server.appContext;
const listedName = 'Maria Santos';
const otherName = 'Nadia Reyes Lim';

async function importNames(names: readonly string[]): Promise<void> {
  const file = join(folder, 'own.csv');
  const rows = names.map((name, index) => `${index},${name}`);
  writeFileSync(file, ['reference,name', 'x,Somebody Unrelated', ...rows, ''].join('\n'));
  const ran = await runHiram(
    ['screening', 'import', file, '--list', 'own', '--shorter'],
    settingsOf(cluster, hiram.database),
  );
  expect(ran.code, ran.output).toBe(0);
}

interface Person extends Payee {
  isListed: boolean;
  cleared: boolean;
  confirmed: boolean;
}

const { payoutsOf, reviewOf, insertPayout, rename, withdraw, claim } = payoutSteps(() => hiram);

async function approvedBorrower(): Promise<Person> {
  const borrower = await hiram.borrower({ state: '151' });
  const borrowerId = await borrowerIdOf(hiram, borrower.orderId);
  return { borrower, borrowerId, name: listedName, isListed: false, cleared: false, confirmed: false };
}

const hitsOf = ({ borrowerId }: Person) =>
  app()
    .db.selectFrom('screening_hit')
    .select(['id', 'state'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('found_at')
    .execute();

const clear = (hitId: HitId) => submitAction(officer, clearHit, { hitId }, spec);

async function confirm(hitId: HitId): Promise<void> {
  const asked = await submitAction(officer, confirmHit, { hitId }, spec);
  expect(asked.data).toMatchObject({ state: 'waiting' });
  expect(await approveAs(controller, asId(asked.data.approvalId), 'spec')).toMatchObject({ success: true });
}

/** Ends a borrower's undecided hits past all code, by the server's login. */
const leaveAsServer = ({ borrowerId }: Person) =>
  actAs('a test', () =>
    app()
      .db.updateTable('screening_hit')
      .set({ state: 'left', decided_at: app().clock.now() })
      .where('borrower_id', '=', borrowerId)
      .where('state', '=', 'open')
      .execute(),
  );

async function renameTo(person: Person, fullName: string): Promise<void> {
  if (fullName !== person.name) person.cleared = false;
  await rename(person, fullName);
}

/** The steps that a borrower, the staff, the system and a person with a database's login can take. */
const steps = {
  async list(person: Person) {
    await importNames([listedName]);
    person.isListed = true;
  },
  async unlist(person: Person) {
    await importNames([]);
    person.isListed = false;
  },
  renameAway: (person: Person) => renameTo(person, otherName),
  renameBack: (person: Person) => renameTo(person, listedName),
  withdraw,
  async leaveAsServer(person: Person) {
    await leaveAsServer(person).catch((error: Error) => expect(error.message).toMatch(/is on its list/));
  },
  insertAsServer: (person: Person) => insertPayout(person, app().db, 'requested'),
  insertAsOwner: (person: Person) => insertPayout(person, hiram.owner as unknown as Db, 'paid'),
  claim,
  async release(person: Person) {
    const reviewId = await reviewOf(person);
    if (reviewId) await submitAction(reviewer, releaseHeldPayout, { reviewId }, spec);
  },
  async clear(person: Person) {
    for (const { id, state } of await hitsOf(person)) {
      if (state !== 'open') continue;
      expect((await clear(id)).success).toBe(true);
      person.cleared = true;
    }
  },
  async confirm(person: Person) {
    const open = (await hitsOf(person)).find(({ state }) => state === 'open');
    if (!open) return;
    await confirm(open.id);
    person.confirmed = true;
  },
  async screenAgain() {
    await actAs('system', () => screenAgain(app()));
  },
} as const;

test('in no order of steps is anybody paid who is listed and not cleared, or confirmed [T1462]', async () => {
  await expectNobodyBarredIsPaid(hiram, {
    steps,
    // What pays is tried often, and every other run begins with a listed person.
    often: ['insertAsServer', 'insertAsOwner', 'withdraw'],
    beginnings: [[], ['list']],
    runs: 120,
    async begin() {
      await importNames([]);
      return approvedBorrower();
    },
    isBarred: ({ isListed, name, cleared, confirmed }) =>
      confirmed || (isListed && name === listedName && !cleared),
  });
}, 240_000);

test('the server’s login ends no hit whose entry is on its list, and stores none as decided [T1310]', async () => {
  await importNames([listedName]);
  const [own, outside] = [await approvedBorrower(), await approvedBorrower()];
  for (const person of [own, outside]) await steps.withdraw(person);
  await sql`update screening_hit set list = 'outside' where borrower_id = ${outside.borrowerId}`.execute(
    hiram.owner,
  );
  await expect(leaveAsServer(own)).rejects.toThrow(/is on its list/);
  const copy = (state: string) => sql`insert into screening_hit
    (borrower_id, id, brand, list, reference, name, birth_years, entry_digest, person_digest, likeness, state, found_at, decided_at)
    select borrower_id, ${newId()}, brand, list, reference, name, birth_years, '\\x01', person_digest, 0, ${state}, now(), now()
    from screening_hit where borrower_id = ${own.borrowerId}`;
  await expect(actAs('a test', () => copy('left').execute(app().db))).rejects.toThrow(/begins as open/);
  await importNames([]);
  // A screening service takes nothing back: a person decides.
  await expect(leaveAsServer(outside)).rejects.toThrow(/is on its list/);
  expect(await hitsOf(own)).toMatchObject([{ state: 'open' }]);
  await leaveAsServer(own);
  expect(await hitsOf(own)).toMatchObject([{ state: 'left' }]);
});

test('who was clear under another name is not paid before the new name is compared [T2404]', async () => {
  await importNames([]);
  const person = await approvedBorrower();
  await steps.renameAway(person);
  await importNames([listedName]);
  await actAs('a test', () =>
    inTransaction(app().db, (trx) => screenBorrower(trx, app(), app().defaultBrand, person.borrowerId)),
  );
  await steps.renameBack(person);
  expect(await screeningState(app().db, person.borrowerId)).toBe('unscreened');
});

test('a payout that was requested before its borrower was listed is not handed over [T1463]', async () => {
  await importNames([]);
  const person = await approvedBorrower();
  await actAs('a test', () =>
    inTransaction(app().db, (trx) => screenBorrower(trx, app(), app().defaultBrand, person.borrowerId)),
  );
  // Without a job, so that nothing hands it over before the import.
  await insertPayout(person, app().db, 'requested');
  expect(await payoutsOf(person)).toMatchObject([{ state: 'requested', reason: null }]);
  await importNames([listedName]);
  const claimed = sql`update payout set sending_until = now() where borrower_id = ${person.borrowerId}`;
  await expect(claimed.execute(hiram.owner)).rejects.toThrow(/no payout to a borrower/);
  await steps.claim(person);
  expect(await payoutsOf(person)).toMatchObject([{ state: 'requested', reason: 'screening' }]);
  const [hit] = await hitsOf(person);
  const [payout] = await payoutsOf(person);
  const release = () => submitAction(controller, releasePayout, { payoutId: payout?.id }, spec);
  expect(await release()).toMatchObject({ code: 'checkOpen' });
  await clear(asId<'hit'>(hit?.id ?? ''));
  const asked = await release();
  expect(asked.success, asked.message).toBe(true);
});

test('a held payout and its match stand on the borrower, the match for those alone who see matches [T3431]', async () => {
  await importNames([]);
  const person = await approvedBorrower();
  await insertPayout(person, app().db, 'requested');
  await importNames([listedName]);
  await steps.claim(person);
  const [hit] = await hitsOf(person);
  const asked = await submitAction(officer, confirmHit, { hitId: hit?.id }, spec);
  const { borrowerId } = person;
  const matters = async (member: StaffMember) =>
    (await member.browser.send(showBorrower, { borrowerId }, spec)).data.matters;
  const { approvalId } = asked.data;
  expect(await matters(officer)).toMatchObject({
    requests: [{ approvalId, action: 'screening.confirm', by: officer.name }],
    holds: [{ reason: 'screening', amount: expect.any(Number) }],
    hits: [{ hitId: hit?.id }],
  });
  const forOthers = await matters(await staffMember(hiram, 'support'));
  expect(forOthers).toMatchObject({ requests: [], holds: [{ reason: 'check' }], hits: [] });
});

test('that a payout waits for a match is told to those alone who see matches: others read of a check [T3497]', async () => {
  await importNames([]);
  const person = await approvedBorrower();
  await insertPayout(person, app().db, 'requested');
  await importNames([listedName]);
  await steps.claim(person);
  const { orderId } = person.borrower;
  const onLoan = async (member: StaffMember) =>
    (await member.browser.send(showLoan, { orderId }, spec)).data.payouts.map(({ holdReason }) => holdReason);
  const inList = async (member: StaffMember) =>
    (await member.browser.send(listPayouts.page, { list: 'held' }, spec)).data.rows
      .filter((row) => row.orderId === orderId)
      .map(({ holdReason }) => holdReason);
  expect([await onLoan(controller), await inList(controller)]).toEqual([['screening'], ['screening']]);
  const [support, cashier] = [await staffMember(hiram, 'support'), await staffMember(hiram, 'cashier')];
  expect([await onLoan(support), await onLoan(cashier), await inList(cashier)]).toEqual([
    ['check'],
    ['check'],
    ['check'],
  ]);
  // A hold for the other check has the same name: a match is not known by its absence either.
  expect(shownHoldReason('identity', { seesMatches: false })).toBe('check');
});

test('a match that one person confirms on a day is confirmed by another on the next day, who reads whom and which entry [T2224]', async () => {
  await importNames([]);
  const person = await approvedBorrower();
  await importNames([listedName]);
  await steps.screenAgain();
  const [hit] = await hitsOf(person);
  const asked = await submitAction(officer, confirmHit, { hitId: hit?.id }, spec);
  // Who asked is read in Screening and in Work; the second person reads whom and which entry.
  const hits = (await reviewer.browser.send(listHits.page, {}, spec)).data.rows;
  expect(hits.find(({ hitId }) => hitId === hit?.id)?.asked?.by).toBe(officer.name);
  const tasks = (await reviewer.browser.send(listWork.page, { part: 'open' }, spec)).data.rows;
  expect(tasks.find(({ subjectId }) => subjectId === hit?.id)?.askedBy).toBe(officer.name);
  const { approvalId } = asked.data;
  const shown = (await controller.browser.send(showApprovalCase, { approvalId }, spec)).data;
  expect(shown.approval.borrower).toEqual({
    borrowerId: person.borrowerId,
    name: expect.stringMatching(/./),
  });
  expect(shown.effect.lines).toContainEqual(
    expect.objectContaining({ label: 'Entry of the list', after: '0' }),
  );
  const risk = await staffMember(hiram, 'risk');
  const { approvals } = (await risk.browser.send(listApprovals, { state: 'waiting' }, spec)).data;
  expect(approvals.find((one) => one.approvalId === approvalId)).not.toHaveProperty('borrower');
  const today = localDate(await hiram.days(1));
  expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
  const { state, report_by } = await hiram.owner
    .selectFrom('screening_hit')
    .select(['state', 'report_by'])
    .where('borrower_id', '=', person.borrowerId)
    .executeTakeFirstOrThrow();
  const { reportDays } = app().defaultBrand.identity.screening;
  expect([state, report_by]).toEqual(['confirmed', addDays(today, reportDays)]);
});

test('one clears with a reason, two confirm, and the case is closed under the authority’s reference', async () => {
  await importNames([]);
  const [another, same] = [await approvedBorrower(), await approvedBorrower()];
  await importNames([listedName]);
  for (const person of [another, same]) await steps.withdraw(person);
  const [[hit], [listed]] = [await hitsOf(another), await hitsOf(same)];
  if (!hit || !listed) throw new Error('no hits');
  const shown = await officer.browser.send(showHit, { hitId: hit.id }, spec);
  expect(shown.data).toMatchObject({
    state: 'open',
    name: listedName,
    listedName,
    birthYear: 1994,
    list: 'own',
  });
  expect(await submitAction(reviewer, clearHit, { hitId: hit.id }, spec)).toMatchObject({
    data: { state: 'done' },
  });
  expect(await clear(hit.id)).toMatchObject({ code: 'hitDecided' });
  // A new import of the same entry does not ask again.
  await importNames([listedName, 'Third Person']);
  await steps.screenAgain();
  expect((await hitsOf(another)).map(({ state }) => state)).toEqual(['cleared']);

  expect(
    await submitAction(officer, reportHit, { hitId: listed.id, reportReference: 'A-1' }, spec),
  ).toMatchObject({ code: 'noOpenCase' });
  await confirm(listed.id);
  const cases = await officer.browser.send(listHits.page, { only: { state: ['confirmed'] } }, spec);
  expect(cases.data.rows.find(({ hitId }) => hitId === listed.id)?.reportBy).toMatch(/^\d{4}-/);
  const { blocked_reason } = await app()
    .db.selectFrom('borrower')
    .select('blocked_reason')
    .where('id', '=', same.borrowerId)
    .executeTakeFirstOrThrow();
  expect(blocked_reason).toBe('closed by the lender');
  expect(
    await submitAction(officer, reportHit, { hitId: listed.id, reportReference: 'AMLC-7' }, spec),
  ).toMatchObject({ data: { state: 'done' } });
  const tasks = await app()
    .db.selectFrom('task')
    .select(['kind', 'closed_at'])
    .where('subject_id', 'in', [hit.id, listed.id])
    .execute();
  expect(tasks.map(({ kind }) => kind).sort()).toEqual(['screeningCase', 'screeningHit', 'screeningHit']);
  expect(tasks.every(({ closed_at }) => closed_at !== null)).toBe(true);
  // No login decides without its approval, and one person's approval confirms nothing.
  const third = await approvedBorrower();
  await steps.withdraw(third);
  const [open] = await hitsOf(third);
  for (const state of ['cleared', 'confirmed'])
    await expect(
      sql`update screening_hit set state = ${state}, decided_at = now(), reason = 'x', report_by = ${state === 'confirmed' ? '2030-01-01' : null}::date,
        approval_id = (select approval_id from screening_hit where id = ${hit.id}) where id = ${open?.id}`.execute(
        hiram.owner,
      ),
    ).rejects.toThrow(/decided by an approval alone/);
});
