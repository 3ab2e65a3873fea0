import type { Bucket, May } from '@hiram/contract/console/collections';
import type { Task as ShownTask } from '@hiram/contract/console/work';
import { asId } from '@hiram/contract/ids';
import type { TaskKind } from '@hiram/contract/task-kind';
import { daysBetween, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { bucketOf } from '../../lending/collections/expected.ts';
import { mayContact } from '../../lending/contact/may-contact.ts';
import { complaintsOf, requestsOf, waitingOf } from '../../lending/loans/open-matters.ts';
import { promisedDay } from '../../lending/tasks.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { type NamePlace, named, namesInList } from '../access/personal-data/names.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import { staffNames } from '../access/sign-in/staff-store.ts';
import { pendingApprovals, settles } from '../lists/pending-approvals.ts';
import type { Task } from '../lists/task-list.ts';
import { whoseLoans } from '../lists/whose-loan.ts';

const excerptLetters = 100;

/** Kinds that are cases of a borrower: the name is seen as in the case itself. */
const cases: readonly TaskKind[] = ['complaint', 'erasure', 'screeningHit', 'screeningCase'];

/** The subjects on which a task's name is shown. */
const placeOf = ({ kind }: Task): NamePlace =>
  cases.includes(kind) ? 'case' : kind === 'lateLoan' ? 'lateLoan' : 'loan';

/** The beginnings of complaints' words. */
async function excerptsOf(db: Db, tasks: readonly Task[]): Promise<ReadonlyMap<string, string>> {
  const complaints = tasks.filter(({ kind }) => kind === 'complaint');
  if (complaints.length === 0) return new Map();
  const rows = await db
    .selectFrom('complaint')
    .select(['id', 'detail'])
    .where(
      'borrower_id',
      'in',
      complaints.flatMap(({ borrower_id }) => borrower_id ?? []),
    )
    .where(
      'id',
      'in',
      complaints.map(({ subject_id }) => asId<'complaint'>(subject_id)),
    )
    .execute();
  return new Map(
    rows.map(({ id, detail }) => [id as string, Array.from(detail).slice(0, excerptLetters).join('')]),
  );
}

/** What a collector must know before a call: what is due, as last computed for the queue of calls, and what is open about it. */
interface LateFacts {
  readonly due: number | undefined;
  readonly may: May;
  /** Undefined: nothing. */
  readonly open: ShownTask['open'];
  readonly bucket: Bucket;
  readonly daysLate: number;
  readonly expected: number;
}

/** The business day of each brand. */
async function daysOf(
  { clock, brands, defaultBrand }: StaffRequest['context']['appContext'],
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, LocalDate>> {
  const days = new Map<string, LocalDate>();
  for (const code of new Set(codes))
    days.set(code, await clock.today(db, (brands.get(code) ?? defaultBrand).timeZone));
  return days;
}

export async function lateFactsOf(
  { context, session, now }: StaffRequest,
  db: Db,
  tasks: readonly Task[],
): Promise<ReadonlyMap<string | null, LateFacts>> {
  const late = tasks.flatMap(({ kind, borrower_id: borrower, order_id: order }) =>
    kind === 'lateLoan' && borrower && order ? [{ borrower, order }] : [],
  );
  if (late.length === 0) return new Map();
  const by = { kind: 'staff', staffId: session.staffId } as const;
  const asked = late.map((one) => ({ ...one, channel: 'call', purpose: 'collection', by }) as const);
  const answers = await mayContact(db, context.appContext, asked, now);
  const rows = await db
    .selectFrom('loan_order')
    .leftJoin('late_figure', (join) =>
      join
        .onRef('late_figure.borrower_id', '=', 'loan_order.borrower_id')
        .onRef('late_figure.order_id', '=', 'loan_order.id'),
    )
    .select(['loan_order.id', 'loan_order.brand', 'loan_order.status', 'next_due_on', 'due', 'expected'])
    .select(['has_broken_promise', 'is_promised_today'])
    .select([complaintsOf(sql`loan_order`).as('complaints'), waitingOf(sql`loan_order`).as('waiting')])
    .select(requestsOf(sql`loan_order`, now).as('requests'))
    .where(
      'loan_order.borrower_id',
      'in',
      late.map(({ borrower }) => borrower),
    )
    .where(
      'loan_order.id',
      'in',
      late.map(({ order }) => order),
    )
    .execute();
  const days = await daysOf(
    context.appContext,
    db,
    rows.map(({ brand }) => brand),
  );
  return new Map(
    rows.flatMap(({ id, brand, due, expected, complaints, waiting, requests, ...row }) => {
      const open = { complaints, waiting, requests };
      const today = days.get(brand);
      // As the engine counts them: what is paid in parts as agreed is not late.
      const daysLate =
        row.status === 'overdue' && row.next_due_on && today
          ? Math.max(0, daysBetween(localDate(row.next_due_on), today))
          : 0;
      const bucket = row.has_broken_promise
        ? 'promiseBroken'
        : row.is_promised_today
          ? 'promiseToday'
          : bucketOf(daysLate);
      const answer = answers[late.findIndex(({ order }) => order === id)];
      if (!answer) return [];
      const may: May = answer.ok
        ? answer
        : { ok: false, why: answer.why, ...(answer.from && { from: answer.from.toISOString() }) };
      const isOpen = open.complaints + open.waiting + open.requests.length > 0;
      return [
        [
          id,
          {
            due: due ?? undefined,
            may,
            open: isOpen ? open : undefined,
            bucket,
            daysLate,
            // What was reported as paid brings no call more.
            expected: waiting >= (due ?? 0) ? 0 : (expected ?? 0),
          },
        ] as const,
      ];
    }),
  );
}

/** Tasks, those of approvals with the borrower and the loan that the request is about, as far as the caller may know them. */
async function withWhose(request: StaffRequest, db: Db, tasks: readonly Task[]): Promise<readonly Task[]> {
  const seen = tasks.filter(
    ({ kind, detail, brand }) =>
      kind === 'approval' &&
      (!detail.startsWith('screening.') || hasRight(request.rights, 'screening.read', brand)),
  );
  const whose = await whoseLoans(
    db,
    seen.map(({ subject_id }) => asId<'approval'>(subject_id)),
  );
  return tasks.map((task) => {
    const about = task.kind === 'approval' ? whose.get(asId<'approval'>(task.subject_id)) : undefined;
    return about ? { ...task, borrower_id: about.borrowerId, order_id: about.orderId ?? null } : task;
  });
}

/** Tasks as the page shows them, in their order. */
export async function shownTasks(
  request: StaffRequest,
  db: Db,
  stored: readonly Task[],
): Promise<ShownTask[]> {
  const tasks = await withWhose(request, db, stored);
  const owners = await staffNames(db, [...new Set(tasks.flatMap(({ owner }) => owner ?? []))]);
  const namedOf = (task: Task) =>
    task.borrower_id === null
      ? []
      : [{ borrowerId: task.borrower_id, brand: task.brand, place: placeOf(task) }];
  const nameOf = await namesInList(request, 'work', tasks.flatMap(namedOf));
  const excerpts = await excerptsOf(db, tasks);
  const pending = await pendingApprovals(
    db,
    tasks.map(({ subject_id }) => subject_id),
    request.now,
  );
  const lateFacts = await lateFactsOf(request, db, tasks);
  const { clock, brands, defaultBrand } = request.context.appContext;
  const dayOf = ({ brand, due_at }: Task) =>
    promisedDay(db, clock, (brands.get(brand) ?? defaultBrand).timeZone, due_at);
  const shown = tasks.map(async (task) => {
    const [name] = namedOf(task).map(nameOf);
    const excerpt = excerpts.get(task.subject_id);
    const late = task.kind === 'lateLoan' ? lateFacts.get(task.order_id) : undefined;
    const askedBy = pending.find(
      ({ subject_id, action }) => subject_id === task.subject_id && settles(action, task.kind),
    )?.name;
    const amount = task.amount ?? late?.due;
    return {
      taskId: task.id,
      kind: task.kind,
      brand: task.brand,
      subjectId: task.subject_id,
      detail: task.detail,
      dueAt: task.due_at.toISOString(),
      dueOn: await dayOf(task),
      openedAt: task.opened_at.toISOString(),
      ...(task.borrower_id === null ? {} : { borrowerId: task.borrower_id }),
      ...(task.order_id === null ? {} : { orderId: task.order_id }),
      ...named(name),
      ...(amount === undefined ? {} : { amount }),
      ...(excerpt === undefined ? {} : { excerpt }),
      ...(askedBy === undefined ? {} : { askedBy }),
      ...(late && { may: late.may, bucket: late.bucket, daysLate: late.daysLate, expected: late.expected }),
      ...(late?.open && { open: late.open }),
      ...(task.owner === null ? {} : { owner: { staffId: task.owner, name: owners.get(task.owner) ?? '' } }),
      ...(task.deferred_until === null || task.deferral_reason === null
        ? {}
        : { deferred: { until: task.deferred_until.toISOString(), reason: task.deferral_reason } }),
    };
  });
  return Promise.all(shown);
}
