import { allBrands, type Right } from '@hiram/contract/console/rights';
import type { StaffId } from '@hiram/contract/ids';
import type { TaskKind } from '@hiram/contract/task-kind';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { knownId } from '../../platform/ids.ts';
import { type Decider, isDecidable } from './decidable.ts';

export type Task = Selectable<Database['task']>;

/**
 * `open`: all that are not deferred; `unassigned`, `own`: of these, without an owner or of one; `done`:
 * closed, the latest first.
 */
export type TaskPart = 'open' | 'unassigned' | 'own' | 'deferred' | 'escalated' | 'done';

/** The right by which a person sees and owns tasks of a kind. */
export const rightOfKind: Readonly<Record<TaskKind, Right>> = {
  complaint: 'work.complaint',
  transfer: 'work.moneyIn',
  heldPayment: 'work.moneyIn',
  unknownPayment: 'work.moneyIn',
  contradictedPayout: 'work.moneyOut',
  refund: 'work.moneyOut',
  application: 'work.decision',
  payout: 'work.decision',
  appeal: 'work.decision',
  secondLook: 'work.decision',
  heldPayout: 'work.moneyOut',
  returnedPayout: 'work.moneyOut',
  statement: 'work.moneyIn',
  erasure: 'work.erasure',
  approval: 'work.approval',
  lateLoan: 'work.lateLoan',
  arrangement: 'work.lateLoan',
  screeningHit: 'work.screening',
  screeningCase: 'work.screeningCase',
  duty: 'work.duty',
  coverageGap: 'coverage.plan',
};

export interface TaskQuery {
  readonly part: TaskPart;
  /** `*` among them: tasks whose cause names no brand. */
  readonly brands: readonly string[];
  readonly kinds: readonly TaskKind[];
  readonly staffId: StaffId;
  readonly now: Date;
  /** Absent: approvals are counted whoever may decide them. */
  readonly decider?: Decider;
  /** True if requests of the lender as a whole are tasks of every brand, as the list of approvals shows them. */
  readonly decidesForLender?: boolean;
  /** Only tasks that fulfil this too. */
  readonly only?: RawBuilder<boolean> | undefined;
  /** Against the usual order: what is due last, or was closed first, comes first. */
  readonly isReversed?: boolean;
}

export interface TaskPage {
  readonly tasks: readonly Task[];
  /** The cursor of the next page; undefined: this is the last one. */
  readonly next: string | undefined;
}

const pageSize = 50;

/** The time by which a part is ordered. */
export const timeOf = (part: TaskPart, task: Task): Date =>
  part === 'done' ? (task.closed_at ?? task.due_at) : task.due_at;

/** The end of a page: time and id of its last task. Throws NotFound for text that is no cursor. */
function readCursor(after: string): { readonly at: Date; readonly id: string } {
  const [millis = '', id = ''] = after.split('.');
  return { at: new Date(Number(millis)), id: knownId(/^\d{1,15}$/.test(millis) ? id : '') };
}

const awake = (now: Date) => sql`(deferred_until is null or deferred_until <= ${now})`;

/** SQL: the task is of a late loan that an agency has. */
export const isOfAgency = sql<boolean>`(kind = 'lateLoan' and exists (
  select from collection_assignment where collection_assignment.borrower_id = task.borrower_id
    and collection_assignment.order_id = task.order_id and ended_at is null and agency_id is not null))`;

/**
 * An approval is a task of those alone who may decide it, and a loan that an agency has is the agency's. The case keeps the id of
 * another kind from being read as an approval's.
 */
const isForPerson = ({ decider }: TaskQuery) =>
  decider === undefined
    ? sql`true`
    : sql`case kind
        when 'approval' then exists (
          select from approval where approval.id = task.subject_id::uuid and ${isDecidable(decider)})
        else not ${isOfAgency} end`;

/** The conditions of a part, each served by an index that begins with brand and kind, or by the owner's. */
function conditionOf(query: TaskQuery): RawBuilder<unknown> {
  const { part, staffId, now } = query;
  switch (part) {
    case 'open':
      return sql`closed_at is null and ${awake(now)} and ${isForPerson(query)}`;
    case 'unassigned':
      return sql`closed_at is null and owner is null and ${awake(now)} and ${isForPerson(query)}`;
    case 'own':
      return sql`closed_at is null and owner = ${staffId} and ${awake(now)}`;
    case 'deferred':
      return sql`closed_at is null and deferred_until is not null and deferred_until > ${now}
        and ${isForPerson(query)}`;
    case 'escalated':
      return sql`closed_at is null and subject_id = any(array(
        select id::text from complaint where escalated_at is not null and answered_at is null))`;
    case 'done':
      return sql`closed_at is not null`;
  }
}

/** Each brand and kind by itself, so that the index gives the first rows of each in order, however many there are. */
const eachKind = ({ brands, kinds, decidesForLender = false }: TaskQuery) => sql`(
  select brand, kind from unnest(${[...brands]}::text[]) as each_brand (brand)
    cross join unnest(${[...kinds]}::text[]) as each_kind (kind)
  union select ${allBrands}, 'approval' where ${decidesForLender && kinds.includes('approval')}::boolean
) as each`;

/** A page of tasks: what is due first, or closed last, comes first. */
export async function listTasks(db: Db, query: TaskQuery, after: string | undefined): Promise<TaskPage> {
  const cursor = after === undefined ? undefined : readCursor(after);
  const isDone = query.part === 'done';
  const isDescending = isDone !== (query.isReversed ?? false);
  const time = sql.ref(isDone ? 'closed_at' : 'due_at');
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const order = sql`${time} ${direction}, id ${direction}`;
  const beyond = cursor
    ? sql`(${time}, id) ${sql.raw(isDescending ? '<' : '>')} (${cursor.at}, ${cursor.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<Task>`
    select found.* from ${eachKind(query)} cross join lateral (
      select * from task where brand = each.brand and kind = each.kind and ${conditionOf(query)}
      and ${beyond} and ${query.only ?? sql`true`} order by ${order} limit ${pageSize + 1}
    ) found order by ${order} limit ${pageSize + 1}`.execute(db);
  const tasks = rows.slice(0, pageSize);
  const last = tasks.at(-1);
  const isLast = rows.length <= pageSize || last === undefined;
  return { tasks, next: isLast ? undefined : `${timeOf(query.part, last).getTime()}.${last.id}` };
}

/** Most tasks of a kind that are counted: beyond it a number helps nobody and costs time. */
export const maxCounted = 1_000;

/** The tasks of a part, at most 1000 of each kind. */
export const countedTasks = (query: TaskQuery) => sql`
  select found.* from ${eachKind(query)} cross join lateral (
    select * from task where brand = each.brand and kind = each.kind and ${conditionOf(query)}
    and ${query.only ?? sql`true`} limit ${maxCounted}
  ) found`;

/** The tasks of a kind, and those of them whose promise is broken. */
export interface CountedKind {
  readonly count: number;
  readonly over: number;
}

/** The number of tasks of each kind of a part, at most 1000 of each. A time without an approver is no promise of anybody. */
export async function countKinds(db: Db, query: TaskQuery): Promise<ReadonlyMap<TaskKind, CountedKind>> {
  const { rows } = await sql<{ kind: TaskKind; count: string; over: string }>`
    select kind, least(sum(found.count), ${maxCounted}) as count, least(sum(found.over), ${maxCounted}) as over
    from ${eachKind(query)} cross join lateral (
      select count(*) as count, count(*) filter (where due_at < ${query.now} and each.kind <> 'coverageGap') as over from (
        select due_at from task where brand = each.brand and kind = each.kind and ${conditionOf(query)}
        and ${query.only ?? sql`true`} limit ${maxCounted}
      ) counted
    ) found group by kind`.execute(db);
  return new Map(rows.map(({ kind, count, over }) => [kind, { count: Number(count), over: Number(over) }]));
}

/** The number of tasks of each kind of a part, at most 1000 of each. */
export async function countTasks(db: Db, query: TaskQuery): Promise<ReadonlyMap<TaskKind, number>> {
  return new Map([...(await countKinds(db, query))].map(([kind, { count }]) => [kind, count]));
}
