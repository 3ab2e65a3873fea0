import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseHeldPayout } from '@hiram/contract/console/decision';
import { releasePayout } from '@hiram/contract/console/money-out';
import { clearHit, confirmHit, listHits, reportHit, showHit } from '@hiram/contract/console/officer';
import { asId, type HitId, type PayoutId } from '@hiram/contract/ids';
import { withdraw } from '@hiram/contract/order';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { propertyRuns } from '../../../test/support/inputs/property-runs.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { actAs } from '../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { saveProfile } from '../borrowers/profile.ts';
import { sendPayout } from '../payouts/send-payout.ts';
import { screenBorrower } from './screen.ts';
import { screenAgain } from './screen-again.ts';

const cluster = inject('cluster');
const folder = mkdtempSync(join(tmpdir(), 'hiram-lists-'));
const spec = { brand: 'spec' };
let hiram: Hiram;
let officer: StaffMember;
let reviewer: StaffMember;
let controller: StaffMember;
beforeAll(async () => {
  hiram = await startHiram(cluster, { BRAND: 'spec' });
  officer = await staffMember(hiram, 'officer');
  reviewer = await staffMember(hiram, 'reviewer');
  controller = await staffMember(hiram, 'controller');
});
afterAll(() => hiram.stop());

const app = () => hiram.server.appContext;
const listedName = 'Maria Santos';
const otherName = 'Nadia Reyes Lim';

async function importNames(names: readonly string[]): Promise<void> {
  const file = join(folder, 'own.csv');
  const rows = names.map((name, index) => `${index},${name}`);
  writeFileSync(file, ['reference,name', 'x,Somebody Unrelated', ...rows].join('\n'));
  const ran = await runHiram(
    ['screening', 'import', file, '--list', 'own', '--shorter'],
    settingsOf(cluster, hiram.database),
  );
  expect(ran.code, ran.output).toBe(0);
}

/** A borrower with an approved loan and an account, with what the test knows of them. */
interface Person {
  readonly borrower: DemoBorrower;
  readonly borrowerId: Awaited<ReturnType<typeof rowOf>>['borrower_id'];
  name: string;
  cleared: boolean;
  confirmed: boolean;
}

const rowOf = ({ orderId }: DemoBorrower) =>
  app().db.selectFrom('loan_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();

async function approvedBorrower(): Promise<Person> {
  const borrower = await hiram.borrower({ state: '151' });
  const { borrower_id: borrowerId } = await rowOf(borrower);
  return { borrower, borrowerId, name: listedName, cleared: false, confirmed: false };
}

const hitsOf = ({ borrowerId }: Person) =>
  app()
    .db.selectFrom('screening_hit')
    .select(['id', 'state'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('found_at')
    .execute();

const payoutsOf = ({ borrowerId }: Person) =>
  app()
    .db.selectFrom('payout')
    .leftJoin('payout_hold', 'payout_hold.payout_id', 'payout.id')
    .select(['payout.id', 'payout.state', 'payout_hold.reason'])
    .where('borrower_id', '=', borrowerId)
    .execute();

const clear = (hitId: HitId) => submitAction(officer, clearHit, { hitId }, spec);

async function confirm(hitId: HitId): Promise<void> {
  const asked = await submitAction(officer, confirmHit, { hitId }, spec);
  expect(asked.data).toMatchObject({ state: 'waiting' });
  expect(await approveAs(controller, asId(asked.data.approvalId), 'spec')).toMatchObject({ success: true });
}

/** Inserts a payout past all code, by the server's login or the owner's. */
async function insertPayout(person: Person, db: Db | Kysely<never>, state: string): Promise<void> {
  const { borrower, borrowerId } = person;
  await sql`insert into payout (borrower_id, id, order_id, account_id, amount, state, provider, requested_at)
    select ${borrowerId}, ${newId()}, ${borrower.orderId}, id, 10000, ${state}, 'sandbox', now()
    from bank_account where borrower_id = ${borrowerId} and state = 'active'`
    .execute(db as Db)
    .catch((error: Error) => expect(error.message).toMatch(/no payout to a borrower|payout_live/));
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

async function rename(person: Person, fullName: string): Promise<void> {
  await actAs('a test', () =>
    inTransaction(app().db, (trx) =>
      saveProfile(trx, app().cipher, {
        borrowerId: person.borrowerId,
        group: 'public',
        data: { fullName, nationality: 'PH' },
        now: app().clock.now(),
      }),
    ),
  );
  if (fullName !== person.name) person.cleared = false;
  person.name = fullName;
}

/** The steps that a borrower, the staff, the system and a person with a database's login can take. */
const steps = {
  list: () => importNames([listedName]),
  unlist: () => importNames([]),
  renameAway: (person: Person) => rename(person, otherName),
  renameBack: (person: Person) => rename(person, listedName),
  async withdraw({ borrower }: Person) {
    await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  },
  async leaveAsServer(person: Person) {
    await leaveAsServer(person).catch((error: Error) => expect(error.message).toMatch(/is on its list/));
  },
  insertAsServer: (person: Person) => insertPayout(person, app().db, 'requested'),
  insertAsOwner: (person: Person) => insertPayout(person, hiram.owner as unknown as Db, 'paid'),
  async claim(person: Person) {
    for (const { id, state } of await payoutsOf(person))
      if (state === 'requested') await actAs('a test', () => sendPayout(app(), id as PayoutId));
  },
  async release({ borrower }: Person) {
    const review = await app()
      .db.selectFrom('review')
      .select('id')
      .where('order_id', '=', borrower.orderId)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (review) await submitAction(reviewer, releaseHeldPayout, { reviewId: review.id }, spec);
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
type Step = keyof typeof steps;

/** Waits until no job hands a payout over. */
const settled = (person: Person) =>
  hiram.until(
    async () => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count from jobs.job where name = 'payout'
        and state in ('created', 'active', 'retry') and data ->> 'payoutId' in
          (select id::text from payout where borrower_id = ${person.borrowerId})`.execute(app().db);
      return rows[0]?.count ?? 0;
    },
    (count) => count === 0,
  );

test('in no order of steps is anybody paid who is listed and not cleared, or confirmed [T1462]', async () => {
  let [paid, refused] = [0, 0];
  // What pays is tried often, and every other run begins with a listed person.
  const names = [...(Object.keys(steps) as Step[]), 'insertAsServer', 'insertAsOwner', 'withdraw'] as const;
  const beginning = fc.constantFrom<readonly Step[]>([], ['list']);
  const following = fc.array(fc.constantFrom(...names), { minLength: 4, maxLength: 9 });
  const sequence = fc.tuple(beginning, following).map(([first, next]) => [...first, ...next]);
  await fc.assert(
    fc.asyncProperty(sequence, async (chosen) => {
      await importNames([]);
      const person = await approvedBorrower();
      let isListed = false;
      for (const step of chosen) {
        const before = await payoutsOf(person);
        await steps[step](person);
        await settled(person);
        if (step === 'list') isListed = true;
        if (step === 'unlist') isListed = false;
        const isBarred = person.confirmed || (isListed && person.name === listedName && !person.cleared);
        for (const { id, state } of await payoutsOf(person)) {
          const former = before.find((payout) => payout.id === id)?.state;
          if (former === state || (former !== undefined && former !== 'requested')) continue;
          expect([chosen, step, isBarred], `${former} to ${state}`).toEqual([chosen, step, false]);
          paid += 1;
        }
        if (isBarred) refused += 1;
      }
    }),
    { numRuns: propertyRuns(120), seed: 20_261_126 },
  );
  expect([paid > 0, refused > 0]).toEqual([true, true]);
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
  expect(await release()).toMatchObject({ code: 'onAList' });
  await clear(asId<'hit'>(hit?.id ?? ''));
  const asked = await release();
  expect(asked.success, asked.message).toBe(true);
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
