import type { HitRow, listHits, showHit } from '@hiram/contract/console/officer';
import type { StaffInput } from '@hiram/contract/console/staff-call';
import type { HitId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { brandOf } from '../../brands/brand-of.ts';
import { openStatuses } from '../../lending/loans/order-status.ts';
import type { Hit } from '../../lending/screening/decide-hit.ts';
import { birthYearOf } from '../../lending/screening/screen.ts';
import { type Named, named, nameOnPage, namesInList } from '../access/personal-data/names.ts';
import { recordRead } from '../access/personal-data/record-read.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { countRows, isOneOf, ofBrand } from '../lists/conditions.ts';
import { keyset } from '../lists/keyset.ts';
import { pendingApprovals } from '../lists/pending-approvals.ts';
import { loadHit } from './load-hit.ts';

const nameOf = ({ borrower_id: borrowerId, brand }: Hit): Named => ({ borrowerId, brand, place: 'case' });

function listed({ only }: Pick<StaffInput<typeof listHits.page>, 'only'>, request: StaffRequest) {
  return request.db
    .selectFrom('screening_hit')
    .selectAll()
    .where(isOneOf(sql.ref('state'), only?.state))
    .where(isOneOf(sql.ref('list'), only?.list))
    .where(ofBrand(sql.ref('brand'), request));
}

export const countHits: StaffHandler<typeof listHits.count> = (filter, request) =>
  countRows(request.db, listed(filter, request));

export const showHits: StaffHandler<typeof listHits.page> = async (
  { sort = '-found', after, ...filter },
  request,
) => {
  const found = { by: sql.ref('found_at'), type: 'timestamptz' } as const;
  const keys = keyset({ found }, sql.ref('id'), { sort, after });
  const hits = await listed(filter, request)
    .select(keys.key.as('sort_key'))
    .where(keys.isBeyond)
    .orderBy(keys.order)
    .limit(keys.limit)
    .execute();
  const { rows, next } = keys.pageOf(hits);
  const ids = rows.map(({ id }) => id);
  const pending = await pendingApprovals(request.db, ids, request.now);
  const dueAt = await dueOf(request, ids);
  const names = await namesInList(request, 'hits', rows.map(nameOf));
  return {
    rows: rows.map((hit) => ({
      ...shownHit(request, hit, names(nameOf(hit)), pending),
      ...dueAt(hit.id),
    })),
    ...(next === undefined ? {} : { next }),
  };
};

export const showOneHit: StaffHandler<typeof showHit> = async ({ hitId }, request) => {
  const { db, brand, context } = request;
  const hit = await loadHit(db, brand, hitId);
  await recordRead(request, {
    borrowerId: hit.borrower_id,
    subject: 'screening_hit',
    subjectId: hit.id,
    field: 'hit',
    reason: 'match with a list in hand',
  });
  const pending = await pendingApprovals(db, [hit.id], request.now);
  const birthYear = await birthYearOf(context.appContext, db, hit.borrower_id);
  const dueAt = await dueOf(request, [hit.id]);
  const orders = await db
    .selectFrom('loan_order')
    .select(['id as orderId', 'amount'])
    .where('borrower_id', '=', hit.borrower_id)
    .where('status', 'in', openStatuses)
    .execute();
  return {
    ...shownHit(request, hit, await nameOnPage(request, nameOf(hit)), pending),
    ...dueAt(hit.id),
    listedName: hit.name,
    reportDays: brandOf(context.appContext, hit).identity.screening.reportDays,
    listedYears: hit.birth_years,
    ...(birthYear === undefined ? {} : { birthYear }),
    ...(hit.reason === null ? {} : { reason: hit.reason }),
    ...(hit.report_reference === null ? {} : { reportReference: hit.report_reference }),
    orders,
  };
};

/** When undecided matches are to be decided, by the match. */
async function dueOf({ db }: StaffRequest, hitIds: readonly HitId[]) {
  const tasks =
    hitIds.length === 0
      ? []
      : await db
          .selectFrom('task')
          .select(['subject_id', 'due_at'])
          .where('kind', '=', 'screeningHit')
          .where('closed_at', 'is', null)
          .where('subject_id', 'in', [...hitIds])
          .execute();
  return (hitId: HitId): Pick<HitRow, 'dueAt'> => {
    const task = tasks.find((one) => one.subject_id === hitId);
    return task ? { dueAt: task.due_at.toISOString() } : {};
  };
}

function shownHit(
  { session }: StaffRequest,
  hit: Hit,
  name: string | undefined,
  pending: Awaited<ReturnType<typeof pendingApprovals>>,
): HitRow {
  const asked = pending.find(
    ({ subject_id, action }) => subject_id === hit.id && /^screening\.(clear|confirm)$/.test(action),
  );
  return {
    hitId: hit.id,
    brand: hit.brand,
    borrowerId: hit.borrower_id,
    ...named(name),
    list: hit.list,
    reference: hit.reference,
    likeness: hit.likeness,
    state: hit.state,
    ...(asked && {
      asked: {
        approvalId: asked.id,
        verdict: asked.action === 'screening.clear' ? 'cleared' : 'confirmed',
        by: asked.name,
        isOwn: asked.requested_by === session.staffId,
        reason: asked.reason,
        at: asked.requested_at.toISOString(),
      },
    }),
    foundAt: hit.found_at.toISOString(),
    ...(hit.report_by === null ? {} : { reportBy: hit.report_by }),
    ...(hit.reported_at === null ? {} : { reportedAt: hit.reported_at.toISOString() }),
  };
}
