import type { BorrowerId } from '@hiram/contract/ids';
import type { AppContext } from '../context/app-context.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import { type Rejection, reject } from '../platform/errors/rejection.ts';
import type { PictureRejection } from './read-picture.ts';
import { type PicturePurpose, pictureUrl, storePicture } from './store-picture.ts';

/** The parts of a borrower's request that an upload needs. */
interface UploadRequest {
  readonly appContext: AppContext;
  readonly db: Db;
  readonly brand: { readonly id: string };
  readonly borrower: { readonly id: BorrowerId };
  readonly now: Date;
}

/** Stores a borrower's uploaded picture and returns its signed URL, or rejects it at the field `picture`. */
export async function acceptUpload(
  { file, key }: { readonly file: Buffer; readonly key: string | undefined },
  { appContext, db, brand, borrower, now }: UploadRequest,
  purpose: PicturePurpose,
): Promise<{ url: string } | Rejection<PictureRejection | 'tooManyUploads'>> {
  const stored = await storePicture(db, appContext, {
    brand: brand.id,
    borrowerId: borrower.id,
    purpose,
    bytes: file,
    key,
    now,
  });
  if ('rejected' in stored) return reject(stored.rejected, { field: 'picture' });
  return { url: pictureUrl(appContext, borrower.id, stored.id, now) };
}
