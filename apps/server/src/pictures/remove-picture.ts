import type { AppContext } from '../context/app-context.ts';
import { type Db, inTransaction } from '../platform/database/connect.ts';
import { type PicturePurpose, picturesOf } from './keep-picture.ts';

/** Pictures that were sent and never belonged to anything are forgotten after this long. */
const orphanMs = 3 * 86_400_000;
/** How far back they are looked for: a month of pictures by the index, and never the whole table. */
const lookBackMs = 30 * 86_400_000;
const batch = 100;

/** Takes a picture of the borrower's back that belongs to nothing yet; what was sent with something stays. */
export async function removePicture(
  db: Db,
  appContext: AppContext,
  borrowerId: string,
  purpose: PicturePurpose,
  url: string,
): Promise<void> {
  const [id] = (await picturesOf(db, borrowerId, purpose, [url])) ?? [];
  if (id !== undefined) await forget(db, appContext, borrowerId, [id]);
}

/** Forgets pictures that were uploaded and never sent with anything. Any server may do it at any time. */
export async function removeOrphans(appContext: AppContext): Promise<void> {
  const now = appContext.clock.now().getTime();
  const rows = await unused(appContext.db)
    .where('picture.created_at', '<', new Date(now - orphanMs))
    .where('picture.created_at', '>', new Date(now - orphanMs - lookBackMs))
    .limit(batch)
    .execute();
  for (const row of rows) await forget(appContext.db, appContext, row.borrower_id, [row.id]);
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
    );
}

/**
 * The row, and with it the job that removes the file: a file without a row is nobody's, a row without its file would be a
 * broken picture; and a store that is away is asked again until the bytes are gone.
 */
async function forget(
  db: Db,
  appContext: AppContext,
  borrowerId: string,
  ids: readonly string[],
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const free = await unused(trx)
      .where('picture.borrower_id', '=', borrowerId)
      .where('picture.id', 'in', ids)
      .execute();
    if (free.length === 0) return;
    const gone = await trx
      .deleteFrom('picture')
      .where('borrower_id', '=', borrowerId)
      .where(
        'id',
        'in',
        free.map((one) => one.id),
      )
      .returning('file')
      .execute();
    for (const { file } of gone) await appContext.jobs.send(trx, 'remove-file', { file });
  });
}
