import type { BorrowerId } from '@hiram/contract/ids';
import type { Db } from '../../platform/database/connection/connect.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { defineCommand, UsageError } from '../command.ts';
import { anyText, by, flag, id, option } from '../parameters.ts';

interface SessionScope {
  readonly borrower: BorrowerId | undefined;
  readonly brand: string | undefined;
  readonly all: boolean;
}

function scopeText({ borrower, brand }: SessionScope): string {
  if (borrower !== undefined) return `the borrower ${borrower}`;
  return brand === undefined ? 'everybody' : `all borrowers of ${brand}`;
}

/** Ends live sessions and their tickets. Returns the number of sessions. */
async function endLiveSessions(db: Db, { borrower, brand }: SessionScope): Promise<number> {
  let query = db.updateTable('session').set({ revoked_at: new Date() }).where('revoked_at', 'is', null);
  if (borrower !== undefined) query = query.where('borrower_id', '=', borrower);
  if (brand !== undefined) query = query.where('brand', '=', brand);
  return Number((await query.executeTakeFirstOrThrow()).numUpdatedRows);
}

export const endSessions = defineCommand({
  name: 'sessions end',
  summary: 'sign out one borrower, all of a brand, or all',
  arguments: {},
  options: {
    borrower: option('BORROWER', 'sign this borrower out', id<'borrower'>),
    brand: option('BRAND', "sign this brand's borrowers out", anyText),
    all: flag('sign all borrowers out'),
    by,
  },
  change: { question: (input) => `Sign ${scopeText(input)} out?` },
  examples: [
    "sessions end --borrower BORROWER --by 'Ana Cruz'",
    "sessions end --all --by 'Ana Cruz' --dry-run",
  ],
  async run({ by, ...scope }, session) {
    const { borrower, brand, all } = scope;
    if ([borrower !== undefined, brand !== undefined, all].filter(Boolean).length !== 1)
      throw new UsageError('set one of --borrower, --brand and --all');
    const { result, changes } = await session.withOwner(
      (db) => inTransaction(db, (trx) => endLiveSessions(trx, scope)),
      by,
    );
    const label = session.isDryRun ? 'Sessions that would end' : 'Sessions ended';
    return { data: { ended: result }, lines: [`${label}: ${result}`], changes };
  },
});
