import { randomInt } from 'node:crypto';
import { maxPictures } from '@hiram/contract/complaint';
import type { BorrowerId, ComplaintId, OrderId, PictureId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { recordEvent } from '../../lending/complaints/complaint-events.ts';
import { promisedBy } from '../../lending/complaints/promise.ts';
import { endOfBusinessDay, openTask } from '../../lending/tasks.ts';
import { markCode, readableCharacters } from '../../platform/cells/marks.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';

/** Maximum number of complaints of one borrower in a day. */
const maxPerDay = 20;

/** Milliseconds in which an equal complaint counts as a repeated tap. */
const repeatWindowMs = 10 * 60_000;

/** A new reference: the day, the cell's mark and six random characters, `C261120-7KX3PA`. */
function newReference(day: LocalDate): string {
  const characters = Array.from({ length: 6 }, () =>
    readableCharacters.charAt(randomInt(readableCharacters.length)),
  );
  return `C${day.slice(2).replace(/-/g, '')}-${markCode(characters.join(''))}`;
}

export interface NewComplaint {
  readonly borrowerId: BorrowerId;
  readonly orderId: OrderId | undefined;
  readonly type: number;
  readonly subType: number | undefined;
  readonly detail: string;
  readonly pictures: readonly PictureId[];
  readonly today: LocalDate;
  readonly brand: Pick<Brand, 'id' | 'timeZone' | 'holidays'>;
  readonly clock: Clock;
  readonly now: Date;
}

/** Reports whether the borrower has reached the daily limit of complaints. */
export async function hasReachedDailyLimit(
  db: Db,
  borrowerId: BorrowerId,
  today: LocalDate,
): Promise<boolean> {
  const { count } = await db
    .selectFrom('complaint')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('borrower_id', '=', borrowerId)
    .where('received_on', '=', today)
    .executeTakeFirstOrThrow();
  return count >= maxPerDay;
}

export interface SavedComplaint {
  readonly complaintId: ComplaintId;
  readonly reference: string;
  readonly promisedBy: string;
}

/** An unanswered complaint of the last 10 minutes with the same text and pictures: the form was sent twice. */
export async function sameComplaint(trx: Db, complaint: NewComplaint): Promise<SavedComplaint | undefined> {
  const { borrowerId, orderId, type, subType, detail, pictures, now } = complaint;
  const rows = await trx
    .selectFrom('complaint')
    .select([
      'id',
      'reference',
      'promised_by',
      sql<string | null>`(select string_agg(picture_id::text, ',' order by place) from complaint_picture
        where complaint_picture.borrower_id = complaint.borrower_id and complaint_id = complaint.id)`.as(
        'pictures',
      ),
    ])
    .where('borrower_id', '=', borrowerId)
    .where('created_at', '>', new Date(now.getTime() - repeatWindowMs))
    .where('answered_at', 'is', null)
    .where('type', '=', type)
    .where('detail', '=', detail)
    .where('order_id', 'is not distinct from', orderId ?? null)
    .where('sub_type', 'is not distinct from', subType ?? null)
    .execute();
  const duplicate = rows.find((row) => (row.pictures ?? '') === pictures.join(','));
  return (
    duplicate && {
      complaintId: duplicate.id,
      reference: duplicate.reference,
      promisedBy: duplicate.promised_by,
    }
  );
}

/** Stores a checked complaint with its pictures. Undefined if a picture belongs to another complaint. */
export async function saveComplaint(trx: Db, complaint: NewComplaint): Promise<SavedComplaint | undefined> {
  const { borrowerId, orderId, type, subType, detail, pictures, today, brand, clock, now } = complaint;
  if (pictures.length > maxPictures) throw new Error('too many pictures');
  const used =
    pictures.length === 0
      ? undefined
      : await trx
          .selectFrom('complaint_picture')
          .select('picture_id')
          .where('borrower_id', '=', borrowerId)
          .where('picture_id', 'in', pictures)
          .executeTakeFirst();
  if (used) return undefined;
  const id = newId();
  const reference = newReference(today);
  const promised = promisedBy(today, brand.holidays);
  await trx
    .insertInto('complaint')
    .values({
      borrower_id: borrowerId,
      id,
      reference,
      order_id: orderId ?? null,
      type,
      sub_type: subType ?? null,
      detail,
      created_at: now,
      received_on: today,
      promised_by: promised,
    })
    .execute();
  if (pictures.length > 0)
    await trx
      .insertInto('complaint_picture')
      .values(
        pictures.map((picture, index) => ({
          borrower_id: borrowerId,
          complaint_id: id,
          place: index + 1,
          picture_id: picture,
        })),
      )
      .execute();
  await recordEvent(trx, { borrowerId, complaintId: id, kind: 'received', today, now });
  await openTask(trx, {
    kind: 'complaint',
    subjectId: id,
    brand: brand.id,
    borrowerId,
    orderId,
    detail: String(type),
    now,
    dueAt: await endOfBusinessDay(trx, clock, brand.timeZone, promised),
  });
  return { complaintId: id, reference, promisedBy: promised };
}
