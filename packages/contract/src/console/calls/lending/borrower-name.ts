import * as v from 'valibot';
import { idOf, reasonText } from '../../../fields/fields.ts';
import { brandCall } from '../../staff-call.ts';

/** Opens the name of a borrower whom the caller's role does not see by name. The read is recorded with its reason. */
export const showName = brandCall({
  name: 'showName',
  path: '/borrower/show-name',
  right: 'borrower.showName',
  input: v.strictObject({ borrowerId: idOf<'borrower'>(), reason: reasonText(200) }),
  /** Empty: the borrower gave none yet. */
  output: v.object({ name: v.string() }),
  rejections: ['tooManyReads'],
});
