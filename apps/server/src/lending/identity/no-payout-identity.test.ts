import { confirmIdentity, failIdentity, releaseHeldPayout } from '@hiram/contract/console/decision';
import type { BorrowerId, PayoutId, ReviewId } from '@hiram/contract/ids';
import { withdraw } from '@hiram/contract/order';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { propertyRuns } from '../../../test/support/inputs/property-runs.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { actAs } from '../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { saveProfile } from '../borrowers/profile.ts';
import { sendPayout } from '../payouts/send-payout.ts';
import { screenBorrower } from '../screening/screen.ts';
import { beginCheck, currentCheck, draftCheck, storeAnswer, submitCheck } from './identity-check.ts';

let hiram: Hiram;
let reviewer: StaffMember;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'), { BRAND: 'ph' });
  reviewer = await staffMember(hiram, 'reviewer');
});
afterAll(() => hiram.stop());

const app = () => hiram.server.appContext;
const inPh = { brand: 'ph' };
const ownName = 'Maria Santos';
const otherName = 'Nadia Reyes Lim';

/** A borrower with an approved loan and an account, and what the test knows of them. */
interface Person {
  readonly borrower: DemoBorrower;
  readonly borrowerId: BorrowerId;
  name: string;
  /** The name for which the document was accepted; undefined: it was not. */
  acceptedFor: string | undefined;
}

const act = <Result>(work: (trx: Db) => Promise<Result>) =>
  actAs('a test', () => inTransaction(app().db, work));

async function approvedBorrower(): Promise<Person> {
  const borrower = await hiram.borrower({ state: '151', with: { identified: 0 } });
  const { borrower_id: borrowerId } = await app()
    .db.selectFrom('loan_order')
    .select('borrower_id')
    .where('id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
  return { borrower, borrowerId, name: ownName, acceptedFor: undefined };
}

const payoutsOf = ({ borrowerId }: Person) =>
  app().db.selectFrom('payout').select(['id', 'state']).where('borrower_id', '=', borrowerId).execute();

/** A new document that the service reads as this name's. */
async function answered(person: Person, name: string, outcome: 'verified' | 'failed'): Promise<void> {
  await act(async (trx) => {
    const brand = app().defaultBrand;
    const now = app().clock.now();
    await beginCheck(trx, brand, { borrowerId: person.borrowerId, kind: 'philsys', kept: {}, now });
    const draft = await draftCheck(trx, person.borrowerId);
    if (!draft) throw new Error('the check was begun');
    await submitCheck(trx, draft, now);
    await storeAnswer(trx, app(), brand, draft, { outcome, read: { name }, face: 'match' });
  });
  person.acceptedFor = outcome === 'verified' ? name : undefined;
}

async function rename(person: Person, fullName: string): Promise<void> {
  await act((trx) =>
    saveProfile(trx, app().cipher, {
      borrowerId: person.borrowerId,
      group: 'public',
      data: { fullName, nationality: 'PH' },
      now: app().clock.now(),
    }),
  );
  person.name = fullName;
}

async function reviewOf({ borrower }: Person): Promise<ReviewId | undefined> {
  const row = await app()
    .db.selectFrom('review')
    .select('id')
    .where('order_id', '=', borrower.orderId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row?.id;
}

/** A reviewer's word on the document that counts. */
async function decide(person: Person, calls: typeof confirmIdentity | typeof failIdentity): Promise<void> {
  const check = await currentCheck(app().db, person.borrowerId);
  const reviewId = await reviewOf(person);
  if (!check || !reviewId) return;
  const asked = await submitAction(reviewer, calls, { reviewId, checkId: check.id }, inPh);
  if (asked.success) person.acceptedFor = calls === confirmIdentity ? person.name : undefined;
}

/** Inserts a payout past all code, by the server's login or the owner's. */
async function insertPayout({ borrower, borrowerId }: Person, db: Db | Kysely<never>): Promise<void> {
  await act((trx) => screenBorrower(trx, app(), app().defaultBrand, borrowerId));
  await sql`insert into payout (borrower_id, id, order_id, account_id, amount, state, provider, requested_at)
    select ${borrowerId}, ${newId()}, ${borrower.orderId}, id, 10000, 'requested', 'sandbox', now()
    from bank_account where borrower_id = ${borrowerId} and state = 'active'`
    .execute(db as Db)
    .catch((error: Error) => expect(error.message).toMatch(/no payout to a borrower|payout_live/));
}

/** Actions of a borrower, the service, the staff, the system and a person with a database login. */
const steps = {
  verified: (person: Person) => answered(person, person.name, 'verified'),
  verifiedForAnother: (person: Person) => answered(person, 'Somebody Else Entirely', 'verified'),
  failed: (person: Person) => answered(person, person.name, 'failed'),
  confirm: (person: Person) => decide(person, confirmIdentity),
  fail: (person: Person) => decide(person, failIdentity),
  renameAway: (person: Person) => rename(person, otherName),
  renameBack: (person: Person) => rename(person, ownName),
  async withdraw({ borrower }: Person) {
    await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  },
  insertAsServer: (person: Person) => insertPayout(person, app().db),
  insertAsOwner: (person: Person) => insertPayout(person, hiram.owner as unknown as Kysely<never>),
  async claim(person: Person) {
    for (const { id, state } of await payoutsOf(person))
      if (state === 'requested') await actAs('a test', () => sendPayout(app(), id as PayoutId));
  },
  async release(person: Person) {
    const reviewId = await reviewOf(person);
    if (reviewId) await submitAction(reviewer, releaseHeldPayout, { reviewId }, inPh);
  },
} as const;
type Step = keyof typeof steps;

/** Waits until no job hands a payout over. */
const settled = (person: Person) =>
  hiram.until(
    async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from jobs.job
        where name = 'payout' and state in ('created', 'active', 'retry') and data ->> 'payoutId' in
          (select id::text from payout where borrower_id = ${person.borrowerId})`.execute(app().db);
      return rows[0]?.count ?? 0;
    },
    (count) => count === 0,
  );

test('in no order of steps is anybody paid whose document is not accepted for their name [T1484]', async () => {
  let [paid, refused] = [0, 0];
  const names = [...(Object.keys(steps) as Step[]), 'withdraw', 'insertAsServer'] as const;
  const sequence = fc.array(fc.constantFrom(...names), { minLength: 4, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(sequence, async (chosen) => {
      const person = await approvedBorrower();
      for (const step of chosen) {
        const before = await payoutsOf(person);
        await steps[step](person);
        await settled(person);
        const isBarred = person.acceptedFor !== person.name;
        for (const { id, state } of await payoutsOf(person)) {
          const former = before.find((payout) => payout.id === id)?.state;
          if (former === state || (former !== undefined && former !== 'requested')) continue;
          expect([chosen, step, isBarred], `${former} to ${state}`).toEqual([chosen, step, false]);
          paid += 1;
        }
        if (isBarred) refused += 1;
      }
    }),
    { numRuns: propertyRuns(80), seed: 20_261_126 },
  );
  expect([paid > 0, refused > 0]).toEqual([true, true]);
}, 240_000);

test('no login writes that a document is verified without an answer or an approval [T1485]', async () => {
  const person = await approvedBorrower();
  await answered(person, 'Somebody Else Entirely', 'verified');
  const check = await currentCheck(app().db, person.borrowerId);
  for (const change of [
    sql`state = 'verified'`,
    sql`state = 'verified', contradictions = '{}', answer = 'failed'`,
    sql`state = 'verified', decided_at = now(), approval_id = gen_random_uuid()`,
    sql`answer = 'unclear'`,
  ])
    await expect(
      sql`update identity_check set ${change} where id = ${check?.id}`.execute(hiram.owner),
    ).rejects.toThrow(/identity|answered|approval/);
  await expect(
    sql`insert into identity_check (borrower_id, id, brand, document, state, created_at, submitted_at)
      values (${person.borrowerId}, ${newId()}, 'ph', 'umid', 'verified', now(), now())`.execute(hiram.owner),
  ).rejects.toThrow(/without a contradiction/);
});
