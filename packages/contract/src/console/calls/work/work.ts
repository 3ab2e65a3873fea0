import * as v from 'valibot';
import { calendarDay, idOf, nothing, reasonText, shownIdOf, whole } from '../../../fields/fields.ts';
import { taskKinds } from '../../../shapes/task-kind.ts';
import { daysBetween, listCalls, numbersBetween, someOf } from '../../list-calls.ts';
import { latest } from '../../of-cells.ts';
import { rights } from '../../rights.ts';
import { may, openAboutLoan } from '../../shapes/call-allowed.ts';
import { brandCall } from '../../staff-call.ts';
import { buckets, inCallOrder } from '../lending/collections.ts';

/** Parts of the list of work: all that is not deferred, of these mine and nobody's, and what is deferred. */
export const workParts = ['open', 'own', 'unassigned', 'deferred'] as const;
export type WorkPart = (typeof workParts)[number];

const task = v.object({
  taskId: shownIdOf<'task'>(),
  kind: v.picklist(taskKinds),
  brand: v.string(),
  /** The id of what waits. */
  subjectId: v.string(),
  borrowerId: v.optional(shownIdOf<'borrower'>()),
  orderId: v.optional(shownIdOf<'order'>()),
  /** The borrower's full name. Absent: the caller's roles do not see it here, or the borrower gave none yet. */
  name: v.optional(v.string()),
  /** Cents. */
  amount: v.optional(whole),
  /** A word of ours that says more: why a payment is held, what is requested. */
  detail: v.string(),
  /** The beginning of a borrower's words; of complaints alone, and with the right to read them. */
  excerpt: v.optional(v.string()),
  /** ISO 8601: when the promise is broken. */
  dueAt: v.string(),
  /** The business day of it, ISO 8601: the last one on which it is kept. */
  dueOn: calendarDay,
  openedAt: v.string(),
  /** Who has requested a decision on it that waits for a second person. */
  askedBy: v.optional(v.string()),
  /** Of a late loan: whether its borrower may be called now, and what is open about it. */
  may: v.optional(may),
  open: v.optional(openAboutLoan),
  /** Of a late loan, what decides on its place in the queue of calls, as last computed for it. */
  bucket: v.optional(v.picklist(buckets)),
  daysLate: v.optional(whole),
  expected: v.optional(whole),
  owner: v.optional(v.object({ staffId: shownIdOf<'staff'>(), name: v.string() })),
  deferred: v.optional(v.object({ until: v.string(), reason: v.string() })),
});
export type Task = v.InferOutput<typeof task>;

/** The groups of the list, by the hours that are left. */
export const dueGroups = [
  ['broken', 0],
  ['soon', 2],
  ['day', 24],
  ['days', 72],
  ['week', 168],
  ['later', Number.POSITIVE_INFINITY],
] as const;
export type DueGroup = (typeof dueGroups)[number][0];

/** The group of what is due at a moment, ISO 8601. */
export function dueGroupOf(at: string, now: number): DueGroup {
  const hours = (Date.parse(at) - now) / 3_600_000;
  return dueGroups.find(([, below]) => hours < below)?.[0] ?? 'later';
}

type Called = Pick<Task, 'kind' | 'may' | 'open' | 'bucket' | 'expected' | 'daysLate'>;

/** Tasks with the late loans of each group in the order of the queue of calls. Everything else keeps its place. */
export function asCalled<Row extends Called>(
  tasks: readonly Row[],
  groupOf: (task: Row) => string,
): readonly Row[] {
  const queues = new Map<string, Row[]>();
  for (const task of tasks.filter(({ kind }) => kind === 'lateLoan'))
    queues.set(groupOf(task), [...(queues.get(groupOf(task)) ?? []), task]);
  for (const queue of queues.values())
    queue.sort((one, other) => inCallOrder(calledOf(one), calledOf(other)));
  return tasks.map((task) =>
    task.kind === 'lateLoan' ? (queues.get(groupOf(task))?.shift() ?? task) : task,
  );
}

const calledOf = ({ may = { ok: true }, open, bucket = 'days1', expected = 0, daysLate = 0 }: Called) => ({
  may,
  open,
  bucket,
  expected,
  daysLate,
});

/** Whose a task is. */
export const taskOwners = ['self', 'nobody', 'colleague'] as const;
export type TaskOwner = (typeof taskOwners)[number];

/** Tasks of the kinds that the caller's rights allow. Usually what is due first comes first. */
export const listWork = listCalls({
  name: 'listWork',
  path: '/work/list',
  right: 'work.read',
  parts: { part: v.picklist(workParts) },
  filters: {
    kind: someOf(taskKinds),
    owner: someOf(taskOwners),
    amount: numbersBetween,
    due: daysBetween,
  },
  sorts: ['due'],
  spreads: ['amount'],
  row: task,
});

/** The number of tasks of each part, and of each kind of a part; at most 1000 of a kind are counted. */
export const countWork = brandCall({
  name: 'countWork',
  cells: 'sum',
  path: '/work/count',
  right: 'work.read',
  input: v.strictObject({ part: v.picklist(workParts) }),
  output: v.object({
    parts: v.object({ open: whole, own: whole, unassigned: whole, deferred: whole }),
    /** The kinds that the caller sees, also those without a task. */
    kinds: v.array(v.object({ kind: v.picklist(taskKinds), count: whole })),
    /** Tasks of other kinds, which other roles settle. */
    others: whole,
    /** The number of tasks that the caller closed today, and the time of the last (ISO 8601). */
    closedToday: whole,
    lastClosedAt: v.optional(latest(v.string())),
    /** Tasks of the caller's kinds that were closed in the last seven days, and those of them that kept their promise. */
    promises: v.object({ closed: whole, kept: whole }),
  }),
});

/**
 * The debt of a task's loan today, in cents: fallen due and unpaid, all payments, and what ends the loan today, or from when on
 * that is possible. Empty: the task names no running loan.
 */
export const showTaskLoan = brandCall({
  name: 'showTaskLoan',
  path: '/work/loan',
  right: 'work.read',
  input: v.strictObject({ taskId: idOf<'task'>() }),
  output: v.object({
    owed: v.optional(
      v.object({
        due: whole,
        owedToday: whole,
        daysLate: whole,
        payoff: v.optional(whole),
        payoffFrom: v.optional(calendarDay),
      }),
    ),
  }),
});

/** Tasks that one call moves at most. */
export const maxTasksAtOnce = 200;

const someTasks = v.pipe(
  v.array(idOf<'task'>()),
  v.minLength(1, 'names no task'),
  v.maxLength(maxTasksAtOnce, `has more than ${maxTasksAtOnce} tasks`),
);
/** Lists that are far too long are read too, so that the answer names the field. */
const maxBodyBytes = 1_000_000;

/** People who may own every one of these tasks. */
export const listColleagues = brandCall({
  name: 'listColleagues',
  cells: 'split',
  path: '/work/colleagues',
  right: 'work.read',
  maxBodyBytes,
  input: v.strictObject({ taskIds: someTasks }),
  output: v.object({
    colleagues: v.array(v.object({ staffId: shownIdOf<'staff'>(), name: v.string() })),
  }),
});

const closed = ['taskClosed'] as const;

/** The number of moved tasks, and of those left: settled meanwhile, or a colleague's. */
const moved = v.object({ moved: whole, closed: whole, ownedByOther: whole });

/** Claims tasks of nobody, or gives one's own back. Rejected if it can do so with none of them. */
export const claimTasks = brandCall({
  name: 'claimTasks',
  cells: 'split',
  path: '/work/claim',
  right: 'work.read',
  maxBodyBytes,
  input: v.strictObject({ taskIds: someTasks, isMine: v.boolean() }),
  output: moved,
  rejections: [...closed, 'ownedByOther'],
});

/**
 * Passes tasks on to a colleague who may settle them all, whoever owns them; a colleague's late loan only by who may assign loans.
 * Rejected if all are settled.
 */
export const passOnTasks = brandCall({
  name: 'passOnTasks',
  cells: 'split',
  path: '/work/pass-on',
  right: 'work.read',
  maxBodyBytes,
  input: v.strictObject({ taskIds: someTasks, staffId: idOf<'staff'>() }),
  output: moved,
  rejections: [...closed, 'cannotOwn', 'ownedByOther'],
});

/**
 * Puts tasks off for some hours, at most thirty days, or takes that back (`hours` 0). Their promises stay. Rejected if all are
 * settled.
 */
export const deferTasks = brandCall({
  name: 'deferTasks',
  cells: 'split',
  path: '/work/defer',
  right: 'work.read',
  maxBodyBytes,
  input: v.strictObject({
    taskIds: someTasks,
    hours: v.pipe(whole, v.maxValue(720, 'must be at most 720')),
    reason: reasonText(200),
  }),
  output: moved,
  rejections: closed,
});

/** Claims the task that is due first of those that nobody owns, and names it. Of two callers each gets another one. */
export const takeNextTask = brandCall({
  name: 'takeNextTask',
  cells: 'first',
  path: '/work/take-next',
  right: 'work.read',
  input: nothing,
  output: v.object({ task: v.optional(task) }),
});

/**
 * The number of tasks of each kind that the caller could do now, for the counts beside the screens: at most
 * 1000 of a kind. Requests of the caller's own are not among them. `over`: those whose promise is broken.
 */
export const countTodo = brandCall({
  name: 'countTodo',
  cells: 'sum',
  path: '/work/count-todo',
  right: 'work.read',
  input: nothing,
  output: v.object({
    kinds: v.array(v.object({ kind: v.picklist(taskKinds), count: whole, over: whole })),
  }),
});

/** A page of the console, by its path: `/complaints/0198…`, `/policy/ph/14`. It holds ids alone. */
const pagePath = v.pipe(
  v.string(),
  v.regex(/^\/(?:[a-z-]{1,30}\/[0-9a-f-]{36}|policy\/[a-z0-9-]{1,40}\/\d{1,6})$/, 'is no page of a case'),
);

/** Cases that one call asks about at most: a page of a list. */
const maxCases = 50;

/**
 * Says that the caller has a case open, for a minute, and tells who else has it or one of `among` open. It warns and locks
 * nothing.
 */
export const lookAtCase = brandCall({
  name: 'lookAtCase',
  cells: 'home',
  path: '/work/look-at-case',
  right: 'work.read',
  input: v.strictObject({
    /** The case that the caller has open; absent: none. */
    open: v.optional(pagePath),
    /** The case that the caller has left. */
    left: v.optional(pagePath),
    among: v.optional(v.pipe(v.array(pagePath), v.maxLength(maxCases, `has more than ${maxCases} cases`))),
  }),
  output: v.object({ readers: v.array(v.object({ path: v.string(), name: v.string() })) }),
});

/** Colleagues who have a right in the brand, at most five: whom a person asks who may not see something. */
export const whoMay = brandCall({
  name: 'whoMay',
  cells: 'home',
  path: '/work/who-may',
  right: 'work.read',
  input: v.strictObject({ right: v.picklist(rights) }),
  output: v.object({ people: v.array(v.object({ name: v.string() })) }),
});
