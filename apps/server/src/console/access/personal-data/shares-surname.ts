import { namesOfAll } from '../../../lending/borrowers/masked.ts';
import { sharesSurname as isRelatedTo } from '../../../lending/borrowers/names.ts';
import type { StaffRequest } from '../serve-staff.ts';
import { type Read, recordRead } from './record-read.ts';

/** Reports whether whoever looks has the borrower's surname. The warning is recorded. */
export async function sharesSurname(
  request: StaffRequest,
  of: Pick<Read, 'borrowerId' | 'subject' | 'subjectId'>,
): Promise<boolean> {
  const { appContext } = request.context;
  const name = (await namesOfAll(appContext, request.db, [of.borrowerId])).get(of.borrowerId);
  if (name === undefined || !isRelatedTo(name, request.session.name)) return false;
  await recordRead(request, { ...of, field: 'sameSurname', reason: 'warned of the same surname' });
  return true;
}
