import type { BorrowerId } from '@hiram/contract/ids';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { blockMarks } from './blocks.ts';
import { borrowerById } from './borrower-store.ts';

/** The reasons by which other cells make an application wait for a person. */
export type ElsewhereReason =
  | 'sharedDocument'
  | 'sharedAccount'
  | 'sharedDevice'
  | 'blockedElsewhere'
  | 'directorySilent';

const reasonOf: Readonly<Record<string, ElsewhereReason>> = {
  document: 'sharedDocument',
  account: 'sharedAccount',
  device: 'sharedDevice',
  blocked: 'blockedElsewhere',
};

/**
 * Enters what identifies an applicant in the directory of the cells, and answers what other cells know of it. Of two who apply in
 * two cells at once one at least is found. A directory that does not answer is a reason too: a person decides then.
 */
export async function reasonsElsewhere(
  db: Db,
  appContext: AppContext,
  brand: Brand,
  borrowerId: BorrowerId,
): Promise<readonly ElsewhereReason[]> {
  const { directory, cell, log } = appContext;
  if (!directory) return [];
  const own = await db
    .selectFrom('identity_mark')
    .select(['kind', 'digest'])
    .where('borrower_id', '=', borrowerId)
    .where('brand', '=', brand.id)
    .execute();
  const blocks = await blockMarks(db, appContext, brand, await borrowerById(db, borrowerId));
  try {
    const shared = await directory.share(cell.id, own);
    const blocked = await directory.known(
      cell.id,
      blocks.map(({ digest }) => ({ kind: 'blocked', digest })),
    );
    return [...new Set([...shared, ...blocked].flatMap(({ kind }) => reasonOf[kind] ?? []))].filter(
      (reason) => reason !== 'sharedDevice' || brand.identity.sharedDevice !== 'ignore',
    );
  } catch (error) {
    log.warn({ err: error }, 'the directory of the cells does not answer; the application goes to review');
    return ['directorySilent'];
  }
}
