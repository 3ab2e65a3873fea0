import type { Task as ShownTask } from '@hiram/contract/console/work';
import { asId } from '@hiram/contract/ids';
import type { TaskKind } from '@hiram/contract/task-kind';
import { promisedDay } from '../../lending/tasks.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { type NamePlace, named, namesInList } from '../access/personal-data/names.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import { staffNames } from '../access/sign-in/staff-store.ts';
import type { Task } from '../lists/task-list.ts';

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

/** What is due on the late loans of tasks, as last computed for the queue of calls: it changes with each day. */
async function dueOf(db: Db, tasks: readonly Task[]): Promise<ReadonlyMap<string | null, number>> {
  const late = tasks.filter(({ kind }) => kind === 'lateLoan');
  if (late.length === 0) return new Map();
  const rows = await db
    .selectFrom('late_figure')
    .select(['order_id', 'due'])
    .where(
      'borrower_id',
      'in',
      late.flatMap(({ borrower_id }) => borrower_id ?? []),
    )
    .where(
      'order_id',
      'in',
      late.flatMap(({ order_id }) => order_id ?? []),
    )
    .execute();
  return new Map(rows.map(({ order_id, due }) => [order_id, due]));
}

/** Tasks as the page shows them, in their order. */
export async function shownTasks(
  request: StaffRequest,
  db: Db,
  tasks: readonly Task[],
): Promise<ShownTask[]> {
  const owners = await staffNames(db, [...new Set(tasks.flatMap(({ owner }) => owner ?? []))]);
  const namedOf = (task: Task) =>
    task.borrower_id === null
      ? []
      : [{ borrowerId: task.borrower_id, brand: task.brand, place: placeOf(task) }];
  const nameOf = await namesInList(request, 'work', tasks.flatMap(namedOf));
  const excerpts = await excerptsOf(db, tasks);
  const dues = await dueOf(db, tasks);
  const { clock, brands, defaultBrand } = request.context.appContext;
  const dayOf = ({ brand, due_at }: Task) =>
    promisedDay(db, clock, (brands.get(brand) ?? defaultBrand).timeZone, due_at);
  const shown = tasks.map(async (task) => {
    const [name] = namedOf(task).map(nameOf);
    const excerpt = excerpts.get(task.subject_id);
    const amount = task.amount ?? (task.kind === 'lateLoan' ? dues.get(task.order_id) : undefined);
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
      ...(task.owner === null ? {} : { owner: { staffId: task.owner, name: owners.get(task.owner) ?? '' } }),
      ...(task.deferred_until === null || task.deferral_reason === null
        ? {}
        : { deferred: { until: task.deferred_until.toISOString(), reason: task.deferral_reason } }),
    };
  });
  return Promise.all(shown);
}
