import type { removeProblemImg, uploadProblemImg } from '@hiram/contract/complaint';
import type { Handler, UploadHandler } from '../../api/serve.ts';
import { acceptUpload } from '../../pictures/accept-upload.ts';
import { removePicture } from '../../pictures/remove-picture.ts';

/** Stores a picture that a complaint can carry. */
export const addPicture: UploadHandler<typeof uploadProblemImg> = (upload, requestContext) =>
  acceptUpload(upload, requestContext, 'complaint');

/** Deletes a picture that no complaint carries yet. */
export const removeComplaintPicture: Handler<typeof removeProblemImg> = async (
  { url },
  { appContext, db, borrower },
) => {
  await removePicture(db, appContext, { borrowerId: borrower.id, purpose: 'complaint', url });
  return {};
};
