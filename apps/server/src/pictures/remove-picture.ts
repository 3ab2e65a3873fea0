import type { BorrowerId, PictureId } from '@hiram/contract/ids';
import type { Brand } from '../brands/brand.ts';
import type { AppContext } from '../context/app-context.ts';
import { type Db, inTransaction } from '../platform/database/connection/connect.ts';
import { eachRow } from '../platform/jobs/each-row.ts';
import { type PicturePurpose, picturesOf } from './store-picture.ts';

/** Unused pictures are removed after this time. */
const orphanMs = 3 * 86_400_000;
/** The period in which unused pictures are searched: a month by the index, not the whole table. */
const lookBackMs = 30 * 86_400_000;
const batchSize = 100;

/** Removes a borrower's picture that is not used yet. A picture that belongs to a complaint or a receipt stays. */
export async function removePicture(
  db: Db,
  appContext: AppContext,
  {
    borrowerId,
    purpose,
    url,
  }: { readonly borrowerId: BorrowerId; readonly purpose: PicturePurpose; readonly url: string },
): Promise<void> {
  const [id] = (await picturesOf(db, borrowerId, purpose, [url])) ?? [];
  if (id !== undefined) await removeUnused(db, appContext, borrowerId, [id]);
}

/** Removes old pictures that were uploaded and never used. Any server may do it at any time. */
export async function removeOrphans(appContext: AppContext): Promise<void> {
  const now = appContext.clock.now().getTime();
  const rows = await unused(appContext.db)
    .where('picture.created_at', '<', new Date(now - orphanMs))
    .where('picture.created_at', '>', new Date(now - orphanMs - lookBackMs))
    .limit(batchSize)
    .execute();
  await removeEach(appContext, rows);
}

/** Removes pictures of identity documents that are older than the days of the brand, in batches, once nothing names them. */
export async function removeOldIdentity(appContext: AppContext, brand: Brand): Promise<void> {
  const before = new Date(appContext.clock.now().getTime() - brand.retention.identity * 86_400_000);
  const rows = await unused(appContext.db)
    .innerJoin('borrower', 'borrower.id', 'picture.borrower_id')
    .where('borrower.brand', '=', brand.id)
    .where('picture.purpose', '=', 'identity')
    .where('picture.created_at', '<', before)
    .limit(batchSize)
    .execute();
  await removeEach(appContext, rows);
}

function removeEach(
  appContext: AppContext,
  pictures: readonly { readonly borrower_id: BorrowerId; readonly id: PictureId }[],
): Promise<void> {
  return eachRow(
    appContext,
    pictures,
    ({ id }) => ({ picture: id }),
    ({ borrower_id, id }) => removeUnused(appContext.db, appContext, borrower_id, [id]),
  );
}

function unused(db: Db) {
  return db
    .selectFrom('picture')
    .select(['picture.borrower_id', 'picture.id'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('complaint_picture')
            .select('picture_id')
            .whereRef('complaint_picture.borrower_id', '=', 'picture.borrower_id')
            .whereRef('complaint_picture.picture_id', '=', 'picture.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('utr_submission')
            .select('picture_id')
            .whereRef('utr_submission.borrower_id', '=', 'picture.borrower_id')
            .whereRef('utr_submission.picture_id', '=', 'picture.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('identity_check')
            .select('identity_check.id')
            .whereRef('identity_check.borrower_id', '=', 'picture.borrower_id')
            .where((check) =>
              check.or([
                check('identity_check.front_id', '=', check.ref('picture.id')),
                check('identity_check.back_id', '=', check.ref('picture.id')),
                check('identity_check.selfie_id', '=', check.ref('picture.id')),
              ]),
            ),
        ),
      ),
    );
}

/**
 * Deletes the rows and enqueues the jobs that remove the files, in one transaction. The row goes first, because a row
 * without its file would be a broken picture. The job is retried until the file is gone.
 */
export async function removeUnused(
  db: Db,
  appContext: AppContext,
  borrowerId: BorrowerId,
  ids: readonly PictureId[],
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const removable = await unused(trx)
      .where('picture.borrower_id', '=', borrowerId)
      .where('picture.id', 'in', ids)
      .execute();
    if (removable.length === 0) return;
    const deleted = await trx
      .deleteFrom('picture')
      .where('borrower_id', '=', borrowerId)
      .where(
        'id',
        'in',
        removable.map((picture) => picture.id),
      )
      .returning('file')
      .execute();
    for (const { file } of deleted) await appContext.jobs.send(trx, 'remove-file', { file });
  });
}
