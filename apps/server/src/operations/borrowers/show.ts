import type { BorrowerId } from '@hiram/contract/ids';
import type { Db } from '../../platform/database/connection/connect.ts';
import { defineCommand } from '../command.ts';
import { id, required } from '../parameters.ts';

export const borrower = required('BORROWER', "the borrower's id", id<'borrower'>);

/** A borrower's brand and block. Throws Error if there is no such borrower. */
export async function borrowerOf(
  db: Db,
  borrowerId: BorrowerId,
): Promise<{ readonly brand: string; readonly blocked_reason: string | null }> {
  const row = await db
    .selectFrom('borrower')
    .select(['brand', 'blocked_reason'])
    .where('id', '=', borrowerId)
    .executeTakeFirst();
  if (!row) throw new Error('No borrower with this id or number.');
  return row;
}

export const showBorrower = defineCommand({
  name: 'borrowers show',
  summary: 'whether a borrower is blocked, and why',
  arguments: { borrower },
  options: {},
  examples: ['borrowers show 0198c0de-0000-7000-8000-000000000001'],
  async run(input, session) {
    const { result } = await session.withApp(({ db }) => borrowerOf(db, input.borrower));
    const { brand, blocked_reason: blocked } = result;
    return {
      data: { borrower: input.borrower, brand, blocked: blocked !== null, reason: blocked ?? undefined },
      lines: [blocked === null ? 'Not blocked.' : `Blocked: ${blocked}`],
    };
  },
});
