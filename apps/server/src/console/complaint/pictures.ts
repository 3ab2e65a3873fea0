import type { addAnswerPicture, complaintPicture } from '@hiram/contract/console/complaint';
import { storePicture } from '../../pictures/store-picture.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { recordRead } from '../access/personal-data/record-read.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { findComplaint } from './show-complaint.ts';

/** A picture of a complaint of the brand. Any other picture is NotFound. That it was looked at is recorded. */
export const showPicture: StaffHandler<typeof complaintPicture> = async (input, request) => {
  const complaint = await findComplaint(request, input.complaintId);
  const row = await request.db
    .selectFrom('complaint_picture')
    .innerJoin('picture', (join) =>
      join
        .onRef('picture.borrower_id', '=', 'complaint_picture.borrower_id')
        .onRef('picture.id', '=', 'complaint_picture.picture_id'),
    )
    .select('picture.file')
    .where('complaint_picture.borrower_id', '=', complaint.borrower_id)
    .where('complaint_picture.complaint_id', '=', complaint.id)
    .where('complaint_picture.picture_id', '=', knownId(input.pictureId))
    .executeTakeFirst();
  const bytes = row && (await request.context.appContext.ports.files.get(row.file));
  if (!bytes) throw new NotFound('picture');
  await recordRead(request, {
    borrowerId: complaint.borrower_id,
    subject: 'complaint',
    subjectId: complaint.id,
    field: 'complaintPicture',
    reason: complaint.reference,
  });
  return { jpeg: Buffer.from(bytes).toString('base64') };
};

/** Stores a picture for an answer, decoded and encoded again as a borrower's. */
export const addPicture: StaffHandler<typeof addAnswerPicture> = async (
  { complaintId, picture },
  request,
) => {
  const { context, db, now } = request;
  const complaint = await findComplaint(request, complaintId);
  const stored = await storePicture(db, context.appContext, {
    brand: complaint.brand,
    borrowerId: complaint.borrower_id,
    purpose: 'answer',
    bytes: Buffer.from(picture, 'base64'),
    key: undefined,
    now,
  });
  if ('rejected' in stored) return reject(stored.rejected, { field: 'picture' });
  return { pictureId: stored.id };
};
