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

/** A complaint as its list and its page show no more than this many of. */
const maxListed = 100;
/** Complaints that one borrower may make in a day. */
const maxADay = 20;
/** How long after a complaint the same words still count as the same tap. */
const sameTapMs = 10 * 60_000;

/** Signs that nobody mistakes for one another, when a reference is read out on the telephone. */
const referenceSigns = '23456789ACDEFHJKMNPRTVWXY';

/** What the borrower can quote: the day and six signs, `C261120-7KX3PA`. */
function newReference(day: LocalDate): string {
  const signs = Array.from({ length: 6 }, () => referenceSigns.charAt(randomInt(referenceSigns.length)));
  return `C${day.slice(2).replace(/-/g, '')}-${signs.join('')}`;
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

/** Has the borrower complained as often today as anyone may? */
export async function isAtDaysLimit(db: Db, borrowerId: string, today: LocalDate): Promise<boolean> {
  const { made } = await db
    .selectFrom('complaint')
    .select((eb) => eb.fn.countAll<number>().as('made'))
    .where('borrower_id', '=', borrowerId)
    .where('received_on', '=', today)
    .executeTakeFirstOrThrow();
  return made >= maxADay;
}

export interface KeptComplaint {
  readonly problemId: string;
  readonly reference: string;
  readonly promisedBy: string;
}

/**
 * The very same complaint, word for word and with the same pictures, made a moment ago and not answered yet: the same tap
 * once more, whichever way it came twice.
 */
export async function sameComplaint(trx: Db, complaint: NewComplaint): Promise<KeptComplaint | undefined> {
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
    .where('created_at', '>', new Date(now.getTime() - sameTapMs))
    .where('answered_at', 'is', null)
    .where('type', '=', type)
    .where('detail', '=', detail)
    .where('order_id', 'is not distinct from', orderId ?? null)
    .where('sub_type', 'is not distinct from', subType ?? null)
    .execute();
  const same = rows.find((row) => (row.pictures ?? '') === pictures.join(','));
  return same && { problemId: same.id, reference: same.reference, promisedBy: same.promised_by };
}

/** Keeps a complaint with its pictures; all of it was checked. Undefined where a picture belongs to another complaint already. */
export async function keepComplaint(trx: Db, complaint: NewComplaint): Promise<KeptComplaint | undefined> {
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
  await note(trx, { borrowerId, complaintId: id, kind: 'received', today, now });
  return { problemId: id, reference, promisedBy: promised };
}

async function note(
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

export interface WholeComplaint {
  readonly complaint: Complaint;
  readonly pictures: readonly string[];
  readonly answerPictures: readonly string[];
  readonly history: readonly { readonly kind: 'received' | 'answered' | 'scored'; readonly day: LocalDate }[];
  readonly productName: string | undefined;
}

/** The borrower's complaint with all that belongs to it. Throws NotFound alike for one that does not exist and for somebody else's. */
export async function loadComplaint(db: Db, borrowerId: string, problemId: string): Promise<WholeComplaint> {
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
  const of = (byLender: boolean) =>
    pictures.filter((one) => one.by_lender === byLender).map((one) => one.picture_id);
  return {
    complaint,
    pictures: of(false),
    answerPictures: of(true),
    history: events.map((event) => ({ kind: event.kind, day: localDate(event.on_day) })),
    productName: order?.name,
  };
}

/** The lender's answer, given once. False where there was one already. Throws NotFound for a complaint that does not exist. */
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
  await note(trx, { borrowerId, complaintId: id, kind: 'answered', today, now });
  return true;
}

/** The borrower's stars for an answer, given once (CMP-17). Throws NotFound for a complaint that is not theirs. */
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
  await note(trx, { borrowerId, complaintId: id, kind: 'scored', today, now });
  return 'kept';
}
