import type { ApprovalId, HitId } from '@hiram/contract/ids';
import { addDays, type LocalDate } from '@hiram/loan';
import type { Selectable, Updateable } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { blockBorrower } from '../borrowers/blocks.ts';
import { closeTask, endOfBusinessDay, openTask } from '../tasks.ts';

export type Hit = Selectable<Database['screening_hit']>;

/** The text for a borrower who asks for their data: a hit must not be disclosed to the person. */
const blockReason = 'closed by the lender';

interface HitDecision {
  readonly approvalId: ApprovalId;
  readonly reason: string;
  readonly today: LocalDate;
  readonly now: Date;
}

/** A hit, locked until the transaction ends; undefined: the brand has none of that id. */
export function lockHit(trx: Db, brand: string, hitId: HitId): Promise<Hit | undefined> {
  return trx
    .selectFrom('screening_hit')
    .selectAll()
    .where('id', '=', hitId)
    .where('brand', '=', brand)
    .forUpdate()
    .executeTakeFirst();
}

/** Records that the borrower is not the person of a locked hit. */
export async function clearHit(trx: Db, hit: Hit, { approvalId, reason, now }: HitDecision): Promise<void> {
  await decide(trx, hit, { state: 'cleared', decided_at: now, reason, approval_id: approvalId });
  await closeTask(trx, { kind: 'screeningHit', subjectId: hit.id }, now);
}

/**
 * Records that the borrower is the person of a locked hit, blocks the borrower, and opens the case, which is due after the days
 * of the brand. The database refuses every payout from now on.
 */
export async function confirmHit(
  trx: Db,
  appContext: AppContext,
  hit: Hit,
  { brand, approvalId, reason, today, now }: HitDecision & { readonly brand: Brand },
): Promise<void> {
  const reportBy = addDays(today, brand.identity.screening.reportDays);
  const decision = { state: 'confirmed', decided_at: now, reason, approval_id: approvalId } as const;
  await decide(trx, hit, { ...decision, report_by: reportBy });
  await closeTask(trx, { kind: 'screeningHit', subjectId: hit.id }, now);
  await blockBorrower(trx, appContext, { brand, borrowerId: hit.borrower_id, reason: blockReason });
  await openTask(trx, {
    kind: 'screeningCase',
    subjectId: hit.id,
    brand: brand.id,
    borrowerId: hit.borrower_id,
    detail: hit.list,
    dueAt: await endOfBusinessDay(trx, appContext.clock, brand.timeZone, reportBy),
    now,
  });
}

/** Records under which reference the authority was told of a confirmed, locked hit, and closes its case. */
export async function reportHit(
  trx: Db,
  hit: Hit,
  { approvalId, reference, now }: Pick<HitDecision, 'approvalId' | 'now'> & { readonly reference: string },
): Promise<void> {
  await decide(trx, hit, {
    reported_at: now,
    report_reference: reference,
    report_approval_id: approvalId,
  });
  await closeTask(trx, { kind: 'screeningCase', subjectId: hit.id }, now);
}

async function decide(trx: Db, hit: Hit, values: Updateable<Database['screening_hit']>): Promise<void> {
  await trx
    .updateTable('screening_hit')
    .set(values)
    .where('borrower_id', '=', hit.borrower_id)
    .where('id', '=', hit.id)
    .execute();
}
