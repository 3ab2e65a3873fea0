import * as v from 'valibot';
import { empty, idOf, nothing, reasonText, shownIdOf, text, whole } from '../../fields/fields.ts';
import { taskKinds } from '../../shapes/task-kind.ts';
import { staffCall } from '../staff-call.ts';

/** Parts of the list of work: all that is not put off, of these mine and nobody's, and what is put off. */
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
  /** The last digits of the borrower's number. */
  phoneTail: v.optional(v.string()),
  /** Cents. */
  amount: v.optional(whole),
  /** A word of ours that says more: why a payment is held, what is requested. */
  detail: v.string(),
  /** The beginning of a borrower's words; of complaints alone, and with the right to read them. */
  excerpt: v.optional(v.string()),
  /** ISO 8601: when the promise is broken. */
  dueAt: v.string(),
  openedAt: v.string(),
  owner: v.optional(v.object({ staffId: shownIdOf<'staff'>(), name: v.string() })),
  deferred: v.optional(v.object({ until: v.string(), reason: v.string() })),
});
export type Task = v.InferOutput<typeof task>;

/** A page of 50 tasks of the kinds that the caller's rights allow; what is due first comes first. */
export const listWork = staffCall({
  name: 'listWork',
  path: '/work/list',
  right: 'work.read',
  scope: 'brand',
  input: v.strictObject({
    part: v.picklist(workParts),
    kind: v.optional(v.picklist(taskKinds)),
    /** `next` of the page before. */
    after: v.optional(text(100)),
  }),
  output: v.object({ tasks: v.array(task), next: v.optional(v.string()) }),
});

/** The number of tasks of each part, and of each kind of a part; at most 1000 of a kind are counted. */
export const countWork = staffCall({
  name: 'countWork',
  path: '/work/count',
  right: 'work.read',
  scope: 'brand',
  input: v.strictObject({ part: v.picklist(workParts) }),
  output: v.object({
    parts: v.object({ open: whole, own: whole, unassigned: whole, deferred: whole }),
    /** The kinds that the caller sees, also those without a task. */
    kinds: v.array(v.object({ kind: v.picklist(taskKinds), count: whole })),
    /** Tasks of other kinds, which other roles settle. */
    others: whole,
    /** The number of tasks that the caller closed today, and the time of the last (ISO 8601). */
    closedToday: whole,
    lastClosedAt: v.optional(v.string()),
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
export const listColleagues = staffCall({
  name: 'listColleagues',
  path: '/work/colleagues',
  right: 'work.read',
  scope: 'brand',
  maxBodyBytes,
  input: v.strictObject({ taskIds: someTasks }),
  output: v.object({
    colleagues: v.array(v.object({ staffId: shownIdOf<'staff'>(), name: v.string() })),
  }),
});

const closed = { taskClosed: 'taskClosed' } as const;

/** The number of moved tasks, and of those left: settled meanwhile, or a colleague's. */
const moved = v.object({ moved: whole, closed: whole, ownedByOther: whole });

/** Claims tasks of nobody, or gives one's own back. Rejected if it can do so with none of them. */
export const claimTasks = staffCall({
  name: 'claimTasks',
  path: '/work/claim',
  right: 'work.read',
  scope: 'brand',
  maxBodyBytes,
  input: v.strictObject({ taskIds: someTasks, isMine: v.boolean() }),
  output: moved,
  rejections: { ...closed, ownedByOther: 'ownedByOther' },
});

/** Passes tasks on to a colleague who may settle them all, whoever owns them. Rejected if all are settled. */
export const passOnTasks = staffCall({
  name: 'passOnTasks',
  path: '/work/pass-on',
  right: 'work.read',
  scope: 'brand',
  maxBodyBytes,
  input: v.strictObject({ taskIds: someTasks, staffId: idOf<'staff'>() }),
  output: moved,
  rejections: { ...closed, cannotOwn: 'cannotOwn' },
});

/** Puts a task off for some hours, at most thirty days, or takes that back (`hours` 0). Its promise stays. */
export const deferTask = staffCall({
  name: 'deferTask',
  path: '/work/put-off',
  right: 'work.read',
  scope: 'brand',
  input: v.strictObject({
    taskId: idOf<'task'>(),
    hours: v.pipe(whole, v.maxValue(720, 'must be at most 720')),
    reason: reasonText(200),
  }),
  output: empty,
  rejections: closed,
});

/** Claims the task that is due first of those that nobody owns, and names it. Of two callers each gets another one. */
export const takeNextTask = staffCall({
  name: 'takeNextTask',
  path: '/work/take-next',
  right: 'work.read',
  scope: 'brand',
  input: nothing,
  output: v.object({ task: v.optional(task) }),
});
