import type { BorrowerId } from '@hiram/contract/ids';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { markCertified } from './identity-marks.ts';
import { certifiedValues } from './profile.ts';

const batch = 100;

export interface AddedDigests {
  /** Borrowers who were looked at, and those of whom a digest was stored. */
  readonly looked: number;
  readonly added: number;
  /** The last one, for the next run; undefined: there are no more. */
  readonly last: BorrowerId | undefined;
}

/**
 * Stores the digests of documents, names and birth dates of borrowers who were certified before a version that stores them, so
 * that duplicates are found among them. In the order of their ids, from `after` on, at most `max`. It may be interrupted and
 * repeated, beside running servers: each borrower is one transaction, and a digest is stored once.
 */
export async function addDigests(
  appContext: AppContext,
  { max, after }: { readonly max: number; readonly after?: BorrowerId | undefined },
): Promise<AddedDigests> {
  const { db, cipher } = appContext;
  let last = after;
  let looked = 0;
  let added = 0;
  while (looked < max) {
    const rows = await db
      .selectFrom('borrower')
      .select(['id', 'brand'])
      .where('erased_at', 'is', null)
      .where((eb) =>
        eb.and([
          eb.exists(
            eb
              .selectFrom('borrower_profile')
              .select('borrower_id')
              .whereRef('borrower_id', '=', 'borrower.id'),
          ),
          eb.not(
            eb.exists(
              eb
                .selectFrom('identity_mark')
                .select('kind')
                .whereRef('borrower_id', '=', 'borrower.id')
                .where('kind', '=', 'person'),
            ),
          ),
        ]),
      )
      .$if(last !== undefined, (query) => query.where('id', '>', last as BorrowerId))
      .orderBy('id')
      .limit(Math.min(batch, max - looked))
      .execute();
    for (const borrower of rows) {
      const isNew = await inTransaction(db, async (trx) => {
        const values = await certifiedValues(trx, cipher, borrower.id);
        await markCertified(trx, appContext, brandOf(appContext, borrower), {
          borrowerId: borrower.id,
          values,
        });
        const mark = await trx
          .selectFrom('identity_mark')
          .select('kind')
          .where('borrower_id', '=', borrower.id)
          .where('kind', '=', 'person')
          .executeTakeFirst();
        return mark !== undefined;
      });
      if (isNew) added += 1;
      last = borrower.id;
    }
    looked += rows.length;
    if (rows.length === 0) return { looked, added, last: undefined };
  }
  return { looked, added, last };
}
