import { randomInt } from 'node:crypto';
import { maxPictures } from '@hiram/contract/complaint';
import { type LocalDate, localDate } from '@hiram/loan';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId, newId } from '../../platform/ids.ts';
import { promisedBy } from './promise.ts';

export type Complaint = Selectable<Database['complaint']>;

/** Maximum number of complaints in the list. */
const maxListed = 100;
/** Maximum number of complaints of one borrower in a day. */
const maxPerDay = 20;
/** Milliseconds in which an equal complaint counts as a repeated tap. */
const repeatWindowMs = 10 * 60_000;

/** Characters that cannot be confused when a reference is read out on the phone. */
const referenceCharacters = '23456789ACDEFHJKMNPRTVWXY';

/** A new reference: the day and six random characters, `C261120-7KX3PA`. */
function newReference(day: LocalDate): string {
  const characters = Array.from({ length: 6 }, () =>
    referenceCharacters.charAt(randomInt(referenceCharacters.length)),
  );
  return `C${day.slice(2).replace(/-/g, '')}-${characters.join('')}`;
}

export interface NewComplaint {
  readonly borrowerId: string;
  readonly orderId: string | undefined;
  readonly type: number;
  readonly subType: number | undefined;
  readonly detail: string;
  readonly pictures: readonly string[];
  readonly today: LocalDate;
  readonly holidays: ReadonlySet<string>;
  readonly now: Date;
}

/** Whether the borrower has reached the daily limit of complaints. */
export async function hasReachedDailyLimit(db: Db, borrowerId: string, today: LocalDate): Promise<boolean> {
  const { count } = await db
    .selectFrom('complaint')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('borrower_id', '=', borrowerId)
    .where('received_on', '=', today)
    .executeTakeFirstOrThrow();
  return count >= maxPerDay;
}

export interface SavedComplaint {
  readonly problemId: string;
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
  const same = rows.find((row) => (row.pictures ?? '') === pictures.join(','));
  return same && { problemId: same.id, reference: same.reference, promisedBy: same.promised_by };
}

/** Stores a checked complaint with its pictures. Undefined if a picture belongs to another complaint. */
export async function saveComplaint(trx: Db, complaint: NewComplaint): Promise<SavedComplaint | undefined> {
  const { borrowerId, orderId, type, subType, detail, pictures, today, holidays, now } = complaint;
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
  const promised = promisedBy(today, holidays);
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
  return { problemId: id, reference, promisedBy: promised };
}

async function recordEvent(
  trx: Db,
  event: {
    borrowerId: string;
    complaintId: string;
    kind: 'received' | 'answered' | 'scored';
    today: LocalDate;
    now: Date;
  },
): Promise<void> {
  await trx
    .insertInto('complaint_event')
    .values({
      borrower_id: event.borrowerId,
      complaint_id: event.complaintId,
      id: newId(),
      kind: event.kind,
      on_day: event.today,
      at: event.now,
    })
    .execute();
}

/** The borrower's complaints, newest first. */
export async function listComplaints(db: Db, borrowerId: string): Promise<Complaint[]> {
  return db
    .selectFrom('complaint')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
}

export interface ComplaintDetails {
  readonly complaint: Complaint;
  readonly pictures: readonly string[];
  readonly answerPictures: readonly string[];
  readonly history: readonly { readonly kind: 'received' | 'answered' | 'scored'; readonly day: LocalDate }[];
  readonly productName: string | undefined;
}

/**
 * The borrower's complaint with its pictures and history. Throws NotFound both for a missing complaint and for another
 * borrower's.
 */
export async function loadComplaint(
  db: Db,
  borrowerId: string,
  problemId: string,
): Promise<ComplaintDetails> {
  const id = knownId(problemId);
  const complaint = await db
    .selectFrom('complaint')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!complaint) throw new NotFound('complaint');
  const [pictures, events, order] = await Promise.all([
    db
      .selectFrom('complaint_picture')
      .select(['picture_id', 'by_lender'])
      .where('borrower_id', '=', borrowerId)
      .where('complaint_id', '=', id)
      .orderBy('place')
      .execute(),
    db
      .selectFrom('complaint_event')
      .select(['kind', 'on_day'])
      .where('borrower_id', '=', borrowerId)
      .where('complaint_id', '=', id)
      .orderBy('id')
      .execute(),
    complaint.order_id === null
      ? undefined
      : db
          .selectFrom('loan_order')
          .innerJoin('product', 'product.id', 'loan_order.product_id')
          .select('product.name')
          .where('loan_order.borrower_id', '=', borrowerId)
          .where('loan_order.id', '=', complaint.order_id)
          .executeTakeFirst(),
  ]);
  const pictureIds = (byLender: boolean) =>
    pictures.filter((picture) => picture.by_lender === byLender).map((picture) => picture.picture_id);
  return {
    complaint,
    pictures: pictureIds(false),
    answerPictures: pictureIds(true),
    history: events.map((event) => ({ kind: event.kind, day: localDate(event.on_day) })),
    productName: order?.name,
  };
}

/** Stores the lender's answer. Returns false if the complaint has one already. Throws NotFound for an unknown complaint. */
export async function answerComplaint(
  trx: Db,
  answer: { problemId: string; text: string; needsScore: boolean; today: LocalDate; now: Date },
): Promise<boolean> {
  const { problemId, text, needsScore, today, now } = answer;
  const id = knownId(problemId);
  const complaint = await trx
    .selectFrom('complaint')
    .select(['borrower_id', 'answered_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!complaint) throw new NotFound('complaint');
  if (complaint.answered_at) return false;
  const borrowerId = complaint.borrower_id;
  await trx
    .updateTable('complaint')
    .set({ answer: text, answered_at: now, answered_on: today, needs_score: needsScore })
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', id)
    .execute();
  await recordEvent(trx, { borrowerId, complaintId: id, kind: 'answered', today, now });
  return true;
}

/** Stores the borrower's rating of an answer, once (CMP-17). Throws NotFound for another borrower's complaint. */
export async function scoreComplaint(
  trx: Db,
  score: { borrowerId: string; problemId: string; stars: number; today: LocalDate; now: Date },
): Promise<'kept' | 'notAnswered' | 'alreadyScored'> {
  const { borrowerId, problemId, stars, today, now } = score;
  const id = knownId(problemId);
  const complaint = await trx
    .selectFrom('complaint')
    .select(['answered_at', 'score'])
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!complaint) throw new NotFound('complaint');
  if (!complaint.answered_at) return 'notAnswered';
  if (complaint.score !== null) return 'alreadyScored';
  await trx
    .updateTable('complaint')
    .set({ score: stars })
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', id)
    .execute();
  await recordEvent(trx, { borrowerId, complaintId: id, kind: 'scored', today, now });
  return 'kept';
}
