import type { showComplaint } from '@hiram/contract/console/complaint';
import { allBrands } from '@hiram/contract/console/rights';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { ComplaintId } from '@hiram/contract/ids';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { complaintLimits } from '../../brands/complaint-limits.ts';
import { translateToEnglish } from '../../brands/texts/translate.ts';
import { type ComplaintMessage, messagesOf } from '../../lending/complaints/complaint-messages.ts';
import { collectionChoices, titleOf } from '../../lending/complaints/kinds.ts';
import { endOfBusinessDay } from '../../lending/tasks.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { nameOnPage } from '../access/personal-data/names.ts';
import { recordRead } from '../access/personal-data/record-read.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { staffNames } from '../access/sign-in/staff-store.ts';
import type { Task } from '../lists/task-list.ts';
import { complaintRows } from './complaint-rows.ts';
import { shownOrder } from './shown-order.ts';
import { templatesFor } from './templates.ts';

type Shown = StaffOutput<typeof showComplaint>;
type Complaint = Awaited<ReturnType<typeof findComplaint>>;

/** The complaint of the brand. Throws NotFound. */
export async function findComplaint(
  { db, brand }: Pick<StaffRequest, 'db' | 'brand'>,
  complaintId: ComplaintId,
) {
  const found = await db
    .selectFrom('complaint')
    .innerJoin('borrower', 'borrower.id', 'complaint.borrower_id')
    .selectAll('complaint')
    .select(['borrower.brand', 'borrower.language'])
    .where('complaint.id', '=', knownId(complaintId))
    .$if(brand !== allBrands, (query) => query.where('borrower.brand', '=', brand))
    .executeTakeFirst();
  if (!found) throw new NotFound('complaint');
  return found;
}

/** A complaint with everything that an answer needs. That it was looked at is recorded. */
export const openComplaint: StaffHandler<typeof showComplaint> = async ({ complaintId }, request) => {
  const { context, db } = request;
  const { appContext } = context;
  const complaint = await findComplaint(request, complaintId);
  const brand = brandOf(appContext, complaint);
  const today = await appContext.clock.today(db, brand.timeZone);
  const { borrower_id: borrowerId, id: subjectId, reference } = complaint;
  await recordRead(request, {
    borrowerId,
    subject: 'complaint',
    subjectId,
    field: 'complaint',
    reason: reference,
  });
  const task = await taskOf(db, complaint);
  const name = await nameOnPage(request, { borrowerId, brand: complaint.brand, place: 'case' });
  const [row] = await complaintRows(db, [{ ...task, closed_at: null }], () => name);
  if (!row) throw new NotFound('complaint');
  const messages = await messagesOf(db, complaint);
  const order = await shownOrder(db, complaint, today);
  const language = complaint.language ?? brand.language;
  const subtype = titleOf(collectionChoices(translateToEnglish), complaint.sub_type);
  return {
    ...row,
    ...(subtype === '' ? {} : { subtype }),
    language,
    state: complaint.answered_at ? 'answered' : 'open',
    messages: await shownMessages(request, complaint, messages),
    seen: messages.length,
    clocks: await clocksOf(request, complaint, brand),
    ...(order ? { order } : {}),
    asksForRating: complaint.needs_score,
    ...(complaint.score === null ? {} : { stars: complaint.score }),
    templates: templatesFor(brand, language, { complaint, due: order?.due }),
    others: await otherComplaints(db, complaint),
  };
};

/** The complaint's task: the open one, or the latest. */
function taskOf(db: Db, complaint: Complaint): Promise<Task> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('borrower_id', '=', complaint.borrower_id)
    .where('kind', '=', 'complaint')
    .where('subject_id', '=', complaint.id)
    .orderBy('opened_at', 'desc')
    .executeTakeFirstOrThrow();
}

/** The complaint itself and everything that was written since, with the pictures of each. */
async function shownMessages(
  { db, session }: StaffRequest,
  complaint: Complaint,
  messages: readonly ComplaintMessage[],
): Promise<Shown['messages']> {
  const key = { borrower_id: complaint.borrower_id, complaint_id: complaint.id };
  const pictures = await db
    .selectFrom('complaint_picture')
    .select(['picture_id', 'by_lender'])
    .where('borrower_id', '=', key.borrower_id)
    .where('complaint_id', '=', key.complaint_id)
    .orderBy('place')
    .execute();
  const writers = messages.flatMap(({ staff_id }) => staff_id ?? []);
  const names = await staffNames(db, writers);
  const picturesBy = (byLender: boolean) =>
    pictures.filter((picture) => picture.by_lender === byLender).map((picture) => picture.picture_id);
  const lastAnswer = messages.findLast(({ kind }) => kind === 'answered');
  return [
    {
      kind: 'received',
      by: '',
      isOwn: false,
      at: complaint.created_at.toISOString(),
      body: complaint.detail,
      pictures: picturesBy(false),
    },
    ...messages.map((message) => ({
      kind: message.kind,
      by: names.get(message.staff_id) ?? '',
      isOwn: message.staff_id === session.staffId,
      at: message.at.toISOString(),
      body: message.body,
      pictures: message === lastAnswer ? picturesBy(true) : [],
      ...(message.stars === null ? {} : { stars: message.stars }),
    })),
  ];
}

/** Until when the complaint must be acknowledged and answered: by the promise, and by the law of its market. */
async function clocksOf(request: StaffRequest, complaint: Complaint, brand: Brand): Promise<Shown['clocks']> {
  const { clock } = request.context.appContext;
  const { acknowledgeDays, answerDays, source } = complaintLimits(brand);
  const endOf = async (day: LocalDate) => ({
    dueAt: (await endOfBusinessDay(request.db, clock, brand.timeZone, day)).toISOString(),
    dueOn: day,
  });
  const received = localDate(complaint.received_on);
  const doneAt = (at: Date | null) => (at ? { doneAt: at.toISOString() } : {});
  return {
    acknowledged: {
      ...(await endOf(addDays(received, acknowledgeDays))),
      ...doneAt(complaint.acknowledged_at),
    },
    promised: { ...(await endOf(localDate(complaint.promised_by))), ...doneAt(complaint.answered_at) },
    legal: { ...(await endOf(addDays(received, answerDays))), ...doneAt(complaint.answered_at) },
    legalSource: source,
  };
}

const maxOthers = 5;

async function otherComplaints(db: Db, { borrower_id, id }: Complaint): Promise<Shown['others']> {
  const rows = await db
    .selectFrom('complaint')
    .select(['id', 'reference'])
    .where('borrower_id', '=', borrower_id)
    .where('id', '<>', id)
    .where('answered_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(maxOthers)
    .execute();
  return rows.map((row) => ({ complaintId: row.id, reference: row.reference }));
}
