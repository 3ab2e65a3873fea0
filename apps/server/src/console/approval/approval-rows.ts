import type { ShownApproval } from '@hiram/contract/console/approval';
import type { EffectLine } from '@hiram/contract/console/effect';
import { allBrands } from '@hiram/contract/console/rights';
import type { ApprovalId, StaffId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { type Named, namesInList } from '../access/personal-data/names.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import { seesWhose, whoseLoans } from '../lists/whose-loan.ts';

/**
 * Approvals that the caller may see in the chosen brand: under all brands those of every brand and of the lender as a whole. The
 * latter are under every brand for whoever may approve them, and for whoever requested them.
 */
export function visibleApprovals(source: Db, { brand, rights, session }: StaffRequest) {
  const approvesAll = hasRight(rights, 'approval.approve', allBrands);
  return (
    source
      .selectFrom('approval')
      .innerJoin('staff as requester', 'requester.id', 'approval.requested_by')
      .leftJoin('staff as closer', (join) =>
        join.on((eb) => eb('closer.id', '=', eb.fn.coalesce('approval.approved_by', 'approval.rejected_by'))),
      )
      // Another cell has copies of cell 0's approvals, by which its database accepts what they approved.
      .where(sql<boolean>`is_of_this_cell(approval.id)`)
      .selectAll('approval')
      .select(['requester.name as requester_name', 'closer.name as closer_name', 'closer.id as closer_id'])
      .select([
        sql<string>`(select count(*) from approval_message where approval_id = approval.id)`.as('messages'),
        sql<StaffId | null>`(select staff_id from approval_message where approval_id = approval.id
        order by id desc limit 1)`.as('last_writer'),
      ])
      .$if(brand !== allBrands, (query) =>
        query.where((eb) =>
          eb.or([
            eb('approval.brand', '=', brand),
            eb.and([
              eb('approval.brand', '=', allBrands),
              approvesAll ? eb.lit(true) : eb('approval.requested_by', '=', session.staffId),
            ]),
          ]),
        ),
      )
  );
}

export type ApprovalRow = Awaited<ReturnType<ReturnType<typeof visibleApprovals>['execute']>>[number];

/** An approval that the caller may see. Throws NotFound. */
export async function findApproval(request: StaffRequest, approvalId: ApprovalId): Promise<ApprovalRow> {
  const row = await visibleApprovals(request.db, request)
    .where('approval.id', '=', knownId(approvalId))
    .executeTakeFirst();
  if (!row) throw new NotFound('no approval of the brand');
  return row;
}

/**
 * Approvals as the calls answer them, with the names of borrowers for whoever may read them. `view`: the
 * list, as the trail names it.
 */
export async function shownApprovals(
  request: StaffRequest,
  rows: readonly ApprovalRow[],
  view: string,
): Promise<ShownApproval[]> {
  const { db, session } = request;
  const whose = await whoseLoans(
    db,
    rows.filter((row) => seesWhose(request, row)).map(({ id }) => id),
  );
  const namedOf = ({ id, brand, subject }: ApprovalRow): readonly Named[] => {
    const borrowerId = whose.get(id)?.borrowerId;
    return borrowerId === undefined
      ? []
      : [{ borrowerId, brand, place: subject === 'screening_hit' ? 'case' : 'loan' }];
  };
  const nameOf = await namesInList(request, view, rows.flatMap(namedOf));
  return rows.map((row) => {
    const { borrowerId, orderId } = whose.get(row.id) ?? {};
    return {
      approvalId: row.id,
      action: row.action,
      brand: row.brand,
      state: row.state,
      subject: `${row.subject} ${row.subject_id}`,
      ...(borrowerId === undefined
        ? {}
        : { borrower: { borrowerId, name: namedOf(row).map(nameOf)[0] ?? '' } }),
      ...(orderId === undefined ? {} : { orderId }),
      reference: row.reference,
      reason: row.reason,
      ...(row.amount === null ? {} : { amount: row.amount }),
      requestedBy: row.requester_name,
      messages: Number(row.messages),
      isAsked: row.last_writer !== null && row.last_writer !== session.staffId,
      requestedAt: row.requested_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      isOwn: row.requested_by === session.staffId,
      ...(row.closer_name === null ? {} : { closedBy: row.closer_name }),
      ...(row.rejected_because === '' ? {} : { rejectedBecause: row.rejected_because }),
      ...(row.closed_at === null ? {} : { closedAt: row.closed_at.toISOString() }),
      // Stored by `requestAction` from an effect's lines.
      effect: row.effect as EffectLine[],
    };
  });
}
