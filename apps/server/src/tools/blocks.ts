/** `npm run blocks -- --borrower ID --by NAME --block --why TEXT` or `--unblock --why TEXT`: no further loan, or loans again. */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { validate } from 'uuid';
import { brandOf } from '../brands/brand-of.ts';
import { blockBorrower, forgetBlocked } from '../lending/borrowers/blocks.ts';
import { actAs } from '../platform/database/actor.ts';
import { inTransaction } from '../platform/database/connect.ts';
import { personOf, wordsOf } from './person.ts';
import { withHouse } from './with-house.ts';
import { withOwner } from './with-owner.ts';

const usage = `--borrower ID alone: whether they are blocked, and why. To change it, with --by NAME and --why TEXT:
  --block      no further loan, nor by a new account with their number or documents
  --unblock    takes that back, also for the accounts with their number or documents`;

interface Asked {
  readonly borrowerId: string;
  readonly change: { readonly block: boolean; readonly by: string; readonly why: string } | undefined;
}

function asked(): Asked {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { borrower: text, by: text, why: text, block: flag, unblock: flag };
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    ({ values } = parseArgs({ options }));
  } catch {
    throw new Error(usage);
  }
  const { borrower, block, unblock } = values;
  if (!borrower || !validate(borrower)) throw new Error(usage);
  if (Object.keys(values).length === 1) return { borrowerId: borrower, change: undefined };
  const why = wordsOf(values.why);
  if (why === undefined || (block === true) === (unblock === true)) throw new Error(usage);
  return { borrowerId: borrower, change: { block: block === true, by: personOf(values.by), why } };
}

async function main(): Promise<void> {
  const { borrowerId, change } = asked();
  const brand = await withHouse('blocks', async (house) => {
    const borrower = await house.db
      .selectFrom('borrower')
      .select(['brand', 'blocked_reason'])
      .where('id', '=', borrowerId)
      .executeTakeFirst();
    if (!borrower) throw new Error('There is no such borrower.');
    if (!change) {
      console.log(borrower.blocked_reason === null ? 'Not blocked.' : `Blocked: ${borrower.blocked_reason}`);
      return undefined;
    }
    const served = brandOf(house, borrower);
    await actAs(`tool blocks by ${change.by}`, () =>
      inTransaction(house.db, (trx) =>
        change.block
          ? blockBorrower(trx, house, served, borrowerId, change.why)
          : forgetBlocked(trx, house, served, borrowerId),
      ),
    );
    return served.id;
  });
  if (!change || brand === undefined) return;
  if (!change.block)
    // Only the schema's owner can take a block back.
    await withOwner(`blocks by ${change.by} (${change.why})`, (db) =>
      db
        .transaction()
        .execute((trx) =>
          sql`update borrower set blocked_reason = null where id = ${borrowerId}`.execute(trx),
        ),
    );
  console.log(change.block ? 'Blocked.' : 'Not blocked any more.');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
