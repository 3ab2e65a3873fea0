import { confirmIdentity, failIdentity, releaseHeldPayout } from '@hiram/contract/console/decision';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  expectNobodyBarredIsPaid,
  type Payee,
  payoutSteps,
} from '../../../test/support/borrowers/barred-payouts.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { screenBorrower } from '../screening/screen.ts';
import {
  beginCheck,
  compareIdentity,
  currentCheck,
  draftCheck,
  storeAnswer,
  submitCheck,
} from './identity-check.ts';

const hiram = setUpHiram({ BRAND: 'ph' });
const reviewer = setUpStaffMember(hiram, 'reviewer');

const app = () => hiram.server.appContext;
const inPh = { brand: 'ph' };
const ownName = 'Maria Santos';
const otherName = 'Nadia Reyes Lim';

interface Person extends Payee {
  /** The name for which the document was accepted; undefined: it was not. */
  acceptedFor: string | undefined;
}

const { reviewOf, insertPayout, rename, withdraw, claim } = payoutSteps(() => hiram);

const act = <Result>(work: (trx: Db) => Promise<Result>) =>
  actAs('a test', () => inTransaction(app().db, work));

async function approvedBorrower(): Promise<Person> {
  const borrower = await hiram.borrower({ state: '151', with: { identified: 0 } });
  const borrowerId = await borrowerIdOf(hiram, borrower.orderId);
  return { borrower, borrowerId, name: ownName, acceptedFor: undefined };
}

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

/** A reviewer's word on the document that counts. */
async function decide(person: Person, calls: typeof confirmIdentity | typeof failIdentity): Promise<void> {
  const check = await currentCheck(app().db, person.borrowerId);
  const reviewId = await reviewOf(person);
  if (!check || !reviewId) return;
  const asked = await submitAction(reviewer, calls, { reviewId, checkId: check.id }, inPh);
  if (asked.success) person.acceptedFor = calls === confirmIdentity ? person.name : undefined;
}

/** Inserts a payout past all code, of a person who was screened. */
async function insertScreened(person: Person, db: Db | Kysely<never>): Promise<void> {
  await act((trx) => screenBorrower(trx, app(), app().defaultBrand, person.borrowerId));
  await insertPayout(person, db, 'requested');
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
  withdraw,
  insertAsServer: (person: Person) => insertScreened(person, app().db),
  insertAsOwner: (person: Person) => insertScreened(person, hiram.owner as unknown as Kysely<never>),
  claim,
  async release(person: Person) {
    const reviewId = await reviewOf(person);
    if (reviewId) await submitAction(reviewer, releaseHeldPayout, { reviewId }, inPh);
  },
} as const;

test('in no order of steps is anybody paid whose document is not accepted for their name [T1484]', async () => {
  await expectNobodyBarredIsPaid(hiram, {
    steps,
    often: ['withdraw', 'insertAsServer'],
    runs: 80,
    begin: approvedBorrower,
    isBarred: ({ acceptedFor, name }) => acceptedFor !== name,
  });
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

test('the approval that a document is somebody else’s does not write it as the borrower’s [T2403]', async () => {
  const person = await approvedBorrower();
  await answered(person, 'Somebody Else Entirely', 'verified');
  await withdraw(person);
  await decide(person, failIdentity);
  const check = await currentCheck(app().db, person.borrowerId);
  expect(check).toMatchObject({ state: 'failed', approval_id: expect.any(String) });
  await expect(
    sql`update identity_check set state = 'verified' where id = ${check?.id}`.execute(hiram.owner),
  ).rejects.toThrow(/by an approval alone/);
});

test('a document that a person confirmed is not confirmed for a name that is saved later [T2407]', async () => {
  const person = await approvedBorrower();
  await answered(person, 'Somebody Else Entirely', 'verified');
  await withdraw(person);
  await decide(person, confirmIdentity);
  const compared = () => act((trx) => compareIdentity(trx, app(), app().defaultBrand, person.borrowerId));
  expect(await compared()).toBe('verified');
  await rename(person, otherName);
  expect(await compared()).toBe('unclear');
});
