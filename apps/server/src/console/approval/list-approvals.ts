import type { listApprovals, ShownApproval } from '@hiram/contract/console/approval';
import type { EffectLine } from '@hiram/contract/console/effect';
import { type ActionName, actions, allBrands } from '@hiram/contract/console/rights';
import type { Db } from '../../platform/database/connect.ts';
import { parseId } from '../../platform/ids.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { whoseLoans } from './whose-loan.ts';

const pageSize = 50;

function isAction(name: string): name is ActionName {
  return actions.some((action) => action === name);
}

/**
 * One page of the brand's approvals, newest first; under all brands: of every brand and of the lender as a whole. The latter are
 * under every brand for who may grant them, and for who requested them.
 */
export const showApprovals: StaffHandler<typeof listApprovals> = async (
  input,
  { context, db, brand, session, rights },
) => {
  const grantsAll = hasRight(rights, 'approval.grant', allBrands);
  const readRows = (source: Db) =>
    source
      .selectFrom('approval')
      .innerJoin('staff as asker', 'asker.id', 'approval.asked_by')
      .leftJoin('staff as closer', (join) =>
        join.on((eb) => eb('closer.id', '=', eb.fn.coalesce('approval.granted_by', 'approval.refused_by'))),
      )
      .selectAll('approval')
      .select(['asker.name as asker_name', 'closer.name as closer_name'])
      .$if(brand !== allBrands, (query) =>
        query.where((eb) =>
          eb.or([
            eb('approval.brand', '=', brand),
            eb.and([
              eb('approval.brand', '=', allBrands),
              grantsAll ? eb.lit(true) : eb('approval.asked_by', '=', session.staffId),
            ]),
          ]),
        ),
      )
      .where('approval.action', 'in', actions)
      .where('approval.state', input.state === 'waiting' ? '=' : '<>', 'waiting')
      .$if(input.after !== undefined, (query) => query.where('approval.id', '<', parseId(input.after ?? '')))
      .orderBy('approval.id', 'desc')
      .limit(pageSize + 1)
      .execute();
  // What is closed may be a moment old; what waits is granted from here.
  const rows = await (input.state === 'closed' ? context.reports.read(readRows) : readRows(db));
  const page = rows.slice(0, pageSize).map(({ id }) => id);
  const whose = await whoseLoans(context.appContext, db, page);
  const approvals = rows.slice(0, pageSize).flatMap((row): ShownApproval[] => {
    if (!isAction(row.action)) return [];
    return [
      {
        approvalId: row.id,
        action: row.action,
        brand: row.brand,
        state: row.state,
        subject: `${row.subject} ${row.subject_id}`,
        ...whose.get(row.id),
        reference: row.reference,
        reason: row.reason,
        ...(row.amount === null ? {} : { amount: row.amount }),
        askedBy: row.asker_name,
        askedAt: row.asked_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        isOwn: row.asked_by === session.staffId,
        ...(row.closer_name === null ? {} : { closedBy: row.closer_name }),
        ...(row.refused_because === '' ? {} : { refusedBecause: row.refused_because }),
        ...(row.closed_at === null ? {} : { closedAt: row.closed_at.toISOString() }),
        // Stored by `askForAction` from an effect's lines.
        effect: row.effect as EffectLine[],
      },
    ];
  });
  return { approvals, isLast: rows.length <= pageSize };
};
