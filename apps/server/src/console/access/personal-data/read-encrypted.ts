import type { ApprovalId, BorrowerId, StaffId } from '@hiram/contract/ids';
import type { Insertable } from 'kysely';
import { type Db, inTransaction } from '../../../platform/database/connection/connect.ts';
import type { Database } from '../../../platform/database/schema/schema.ts';
import { isRejection, type Rejection, reject } from '../../../platform/errors/rejection.ts';
import { newId } from '../../../platform/ids.ts';
import type { StaffRequest } from '../serve-staff.ts';
import { lockStaff } from '../sign-in/staff-store.ts';

type ReadRow = Insertable<Database['staff_read']>;

/** Encrypted fields that one person may read in an hour. */
const maxReadsPerHour = 40;

/** Encrypted fields that the person opened within the last hour. */
async function readsInHour(db: Db, staffId: StaffId, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('staff_read')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('fields'), eb.lit(0)).as('count'))
    .where('staff_id', '=', staffId)
    .where('at', '>', new Date(now.getTime() - 3_600_000))
    .where('encrypted', '=', true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The number of encrypted fields that the caller may still open in this hour. */
export async function readsLeft({ context, db, now, session }: StaffRequest): Promise<number> {
  return Math.max(0, maxReadsPerHour - (await readsInHour(context.home ?? db, session.staffId, now)));
}

/** The encrypted field that is read, its owner, and the reason. */
export interface EncryptedRead {
  readonly borrowerId: BorrowerId;
  /** The table and the row. */
  readonly subject: string;
  readonly subjectId: string;
  /** The name of the field, as the audit trail and the borrower see it. */
  readonly field: string;
  /** In the words of the member of staff; not empty. */
  readonly reason: string;
  /** Present for a file of everything: each field in it counts, and `approvalId` lets it exceed the limit of an hour. */
  readonly file?: { readonly approvalId: ApprovalId | undefined };
}

/**
 * The only way for the staff to read an encrypted value. It records who read what and why in the transaction
 * in which `read` fetches and decrypts the value, so that no value is shown without a record. Rejects the
 * 41st read of a person in an hour. Cell 0 has a record of what is read in other cells, so that the limits
 * hold over all of them.
 */
export async function readEncrypted<Value>(
  { context, db, now, session }: StaffRequest,
  { borrowerId, subject, subjectId, field, reason, file }: EncryptedRead,
  read: (trx: Db, decrypt: (encrypted: Buffer) => string) => Promise<Value>,
): Promise<{ readonly value: Value } | Rejection<'tooManyReads'>> {
  const { cipher, cell } = context.appContext;
  const { staffId } = session;
  const isApproved = file?.approvalId !== undefined;
  return inTransaction(db, async (trx) => {
    let decrypted = 0;
    const recordIn = (counting: Db, at: Partial<ReadRow>) =>
      counting
        .insertInto('staff_read')
        .values({
          id: newId(),
          staff_id: staffId,
          borrower_id: borrowerId,
          subject,
          subject_id: subjectId,
          field,
          encrypted: true,
          fields: file ? Math.max(1, decrypted) : 1,
          approval_id: file?.approvalId ?? null,
          reason,
          at: now,
          ...at,
        })
        .execute();
    const readWithin = async (counting: Db) => {
      // Concurrent reads of one person wait for each other, so that the limit holds.
      await lockStaff(counting, staffId);
      if (!isApproved && (await readsInHour(counting, staffId, now)) >= maxReadsPerHour)
        return reject('tooManyReads');
      const value = await read(trx, (encrypted) => {
        decrypted += 1;
        return cipher.decrypt(encrypted);
      });
      // The approval of a file is a row of the borrower's cell.
      if (counting !== trx)
        await recordIn(counting, {
          borrower_id: null,
          field: isApproved ? `${field}, approved` : field,
          approval_id: null,
          reason: `counted for cell ${cell.id}`,
        });
      return { value };
    };
    const opened = await (context.home ? inTransaction(context.home, readWithin) : readWithin(trx));
    if (!isRejection(opened)) await recordIn(trx, {});
    return opened;
  });
}
