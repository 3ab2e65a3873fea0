import type { BorrowerId, PayoutId, ReviewId } from '@hiram/contract/ids';
import { withdraw } from '@hiram/contract/order';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { saveProfile } from '../../../src/lending/borrowers/profile.ts';
import { sendPayout } from '../../../src/lending/payouts/send-payout.ts';
import { actAs } from '../../../src/platform/database/actor.ts';
import { type Db, inTransaction } from '../../../src/platform/database/connection/connect.ts';
import { newId } from '../../../src/platform/ids.ts';
import { propertyRuns } from '../inputs/property-runs.ts';
import type { DemoBorrower, Hiram } from '../processes/running-server.ts';

/** A borrower with an approved loan and an account. */
export interface Payee {
  readonly borrower: DemoBorrower;
  readonly borrowerId: BorrowerId;
  name: string;
}

/** What a borrower, the system and a person with a database's login can do about a payout. */
export function payoutSteps(hiram: () => Hiram) {
  const app = () => hiram().server.appContext;
  const payoutsOf = ({ borrowerId }: Payee) =>
    app()
      .db.selectFrom('payout')
      .leftJoin('payout_hold', 'payout_hold.payout_id', 'payout.id')
      .select(['payout.id', 'payout.state', 'payout_hold.reason'])
      .where('borrower_id', '=', borrowerId)
      .execute();
  return {
    payoutsOf,
    async reviewOf({ borrower }: Payee): Promise<ReviewId | undefined> {
      const review = await app()
        .db.selectFrom('review')
        .select('id')
        .where('order_id', '=', borrower.orderId)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return review?.id;
    },
    /** Inserts a payout past all code, by the server's login or the owner's. */
    async insertPayout({ borrower, borrowerId }: Payee, db: Db | Kysely<never>, state: string) {
      await sql`insert into payout (borrower_id, id, order_id, account_id, amount, state, provider, requested_at)
        select ${borrowerId}, ${newId()}, ${borrower.orderId}, id, 10000, ${state}, 'sandbox', now()
        from bank_account where borrower_id = ${borrowerId} and state = 'active'`
        .execute(db as Db)
        .catch((error: Error) => expect(error.message).toMatch(/no payout to a borrower|payout_live/));
    },
    async rename(payee: Payee, fullName: string) {
      const data = { fullName, nationality: 'PH' };
      await actAs('a test', () =>
        inTransaction(app().db, (trx) =>
          saveProfile(trx, app().cipher, {
            borrowerId: payee.borrowerId,
            group: 'public',
            data,
            now: app().clock.now(),
          }),
        ),
      );
      payee.name = fullName;
    },
    async withdraw({ borrower }: Payee) {
      await hiram().send(withdraw, { orderId: borrower.orderId }, borrower.context);
    },
    async claim(payee: Payee) {
      for (const { id, state } of await payoutsOf(payee))
        if (state === 'requested') await actAs('a test', () => sendPayout(app(), id as PayoutId));
    },
  };
}

interface Property<Person extends Payee, Step extends string> {
  readonly steps: Readonly<Record<Step, (person: Person) => Promise<unknown>>>;
  /** Steps that are tried more often. */
  readonly often: readonly Step[];
  /** Before the others. */
  readonly beginnings?: readonly (readonly Step[])[];
  readonly runs: number;
  begin(): Promise<Person>;
  isBarred(person: Person): boolean;
}

/** Tries orders of steps: no payout begins or moves on while its borrower is barred. */
export async function expectNobodyBarredIsPaid<Person extends Payee, Step extends string>(
  hiram: Hiram,
  { steps, often, beginnings = [[]], runs, begin, isBarred }: Property<Person, Step>,
): Promise<void> {
  const { payoutsOf } = payoutSteps(() => hiram);
  let [paid, refused] = [0, 0];
  const names = [...(Object.keys(steps) as Step[]), ...often];
  const following = fc.array(fc.constantFrom(...names), { minLength: 4, maxLength: 9 });
  const sequence = fc
    .tuple(fc.constantFrom(...beginnings), following)
    .map(([first, next]) => [...first, ...next]);
  await fc.assert(
    fc.asyncProperty(sequence, async (chosen) => {
      const person = await begin();
      for (const step of chosen) {
        const before = await payoutsOf(person);
        await steps[step](person);
        await handedOver(hiram, person);
        for (const { id, state } of await payoutsOf(person)) {
          const former = before.find((payout) => payout.id === id)?.state;
          if (former === state || (former !== undefined && former !== 'requested')) continue;
          expect([chosen, step, isBarred(person)], `${former} to ${state}`).toEqual([chosen, step, false]);
          paid += 1;
        }
        if (isBarred(person)) refused += 1;
      }
    }),
    { numRuns: propertyRuns(runs), seed: 20_261_126 },
  );
  expect([paid > 0, refused > 0]).toEqual([true, true]);
}

/** Waits until no job hands a payout over. */
const handedOver = ({ until, server }: Hiram, { borrowerId }: Payee) =>
  until(
    async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from jobs.job
        where name = 'payout' and state in ('created', 'active', 'retry') and data ->> 'payoutId' in
          (select id::text from payout where borrower_id = ${borrowerId})`.execute(server.appContext.db);
      return rows[0]?.count ?? 0;
    },
    (count) => count === 0,
  );
