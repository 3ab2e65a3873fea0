/** `npm run end-sessions -- --borrower ID`, `--brand NAME` or `--all`: signs a borrower, a brand's borrowers or everybody out. */
import { parseArgs } from 'node:util';
import { validate } from 'uuid';
import type { Db } from '../platform/database/connect.ts';
import { withOwner } from './with-owner.ts';

const usage = 'Say whose sessions end: --borrower ID, --brand NAME, or --all.';

interface Whose {
  readonly borrower?: string | undefined;
  readonly brand?: string | undefined;
  readonly all?: boolean | undefined;
}

/** Undefined where it is not said whose, or more than one is. */
function whose(): Whose | undefined {
  try {
    const { values } = parseArgs({
      options: { borrower: { type: 'string' }, brand: { type: 'string' }, all: { type: 'boolean' } },
    });
    const isId = values.borrower === undefined || validate(values.borrower);
    return isId && Object.keys(values).length === 1 ? values : undefined;
  } catch {
    return undefined;
  }
}

/** Ends live sessions; their tickets end with them. Returns how many. */
async function endSessions(db: Db, { borrower, brand }: Whose): Promise<bigint> {
  let query = db.updateTable('session').set({ revoked_at: new Date() }).where('revoked_at', 'is', null);
  if (borrower !== undefined) query = query.where('borrower_id', '=', borrower);
  if (brand !== undefined) query = query.where('brand', '=', brand);
  return (await query.executeTakeFirstOrThrow()).numUpdatedRows;
}

async function main(): Promise<void> {
  const asked = whose();
  if (!asked) throw new Error(usage);
  const ended = await withOwner('end-sessions', (db) => endSessions(db, asked));
  console.log(`Sessions ended: ${ended}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
