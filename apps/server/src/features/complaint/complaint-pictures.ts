import type { removeProblemImg, uploadProblemImg } from '@hiram/contract/complaint';
import type { Handler, UploadHandler } from '../../api/serve.ts';
import { removePicture } from '../../pictures/remove-picture.ts';
import { pictureUrl, storePicture } from '../../pictures/store-picture.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** Stores a picture that a complaint can carry. */
export const addPicture: UploadHandler<typeof uploadProblemImg> = async (
  { file, key },
  { appContext, db, brand, borrower, now },
) => {
  const stored = await storePicture(db, appContext, {
    brand: brand.id,
    borrowerId: borrower.id,
    purpose: 'complaint',
    bytes: file,
    key,
    now,
  });
  if ('rejected' in stored) return reject(stored.rejected, { field: 'picture' });
  return { url: pictureUrl(appContext, borrower.id, stored.id, now) };
};

/** Deletes a picture that no complaint carries yet. */
export const removeComplaintPicture: Handler<typeof removeProblemImg> = async (
  { url },
  { appContext, db, borrower },
) => {
  await removePicture(db, appContext, { borrowerId: borrower.id, purpose: 'complaint', url });
  return {};
};
