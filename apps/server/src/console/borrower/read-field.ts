import type { readBorrowerField } from '@hiram/contract/console/borrower';
import { asId } from '@hiram/contract/ids';
import * as v from 'valibot';
import { brandIn } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import type { BorrowerRow } from '../../lending/borrowers/borrower-store.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { isRejection, NotFound, reject } from '../../platform/errors/rejection.ts';
import { readEncrypted } from '../access/personal-data/read-encrypted.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { type HiddenField, hiddenFields } from './hidden-fields.ts';
import { loadBorrower } from './load-borrower.ts';

const fields = v.record(v.string(), v.unknown());

type Decrypt = (encrypted: Buffer) => string;

/** Opens one hidden field of a borrower. */
export const readField: StaffHandler<typeof readBorrowerField> = async (input, staffRequest) => {
  const { db, brand, context } = staffRequest;
  const borrower = await loadBorrower(db, brand, input.borrowerId);
  const fields = await hiddenFields(db, brandIn(brandOf(context.appContext, borrower), 'en'), borrower);
  const hidden = fields.find(({ field }) => field === input.field);
  if (!hidden) return reject('noSuchField', { field: 'field' });
  const { field, subject, subjectId } = hidden;
  const opened = await readEncrypted(
    staffRequest,
    { borrowerId: borrower.id, subject, subjectId, field, reason: input.reason },
    (trx, decrypt) => plainValue(trx, decrypt, borrower, hidden),
  );
  return isRejection(opened) ? opened : { value: opened.value };
};

async function plainValue(
  trx: Db,
  decrypt: Decrypt,
  borrower: BorrowerRow,
  { field, subject, subjectId }: HiddenField,
): Promise<string> {
  if (field === 'phone') return borrower.phone;
  if (subject === 'bank_account') {
    const account = await trx
      .selectFrom('bank_account')
      .select(['number_encrypted', 'holder_encrypted'])
      .where('borrower_id', '=', borrower.id)
      .where('id', '=', asId(subjectId))
      .executeTakeFirstOrThrow();
    return decrypt(field === 'account' ? account.number_encrypted : account.holder_encrypted);
  }
  const [group = '', code = ''] = field.split('.');
  const row = await trx
    .selectFrom('borrower_profile')
    .select('encrypted')
    .where('borrower_id', '=', borrower.id)
    .where('data_group', '=', group as 'public')
    .executeTakeFirst();
  if (!row) throw new NotFound('the group is gone');
  const value = v.parse(fields, JSON.parse(decrypt(row.encrypted)))[code];
  return value === undefined || value === null ? '' : String(value);
}
