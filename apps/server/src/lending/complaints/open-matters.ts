import type { EffectLine } from '@hiram/contract/console/effect';
import type { OpenMatters } from '@hiram/contract/console/open-matters';
import type { ActionName } from '@hiram/contract/console/rights';
import type { ApprovalId, BorrowerId, OrderId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { translateToEnglish } from '../../brands/texts/translate.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { shownHoldReason } from '../payouts/payout-limits.ts';
import { complaintTypes, titleOf } from './kinds.ts';

const maxRows = 20;

/** Of whom it is read, and for whom. */
export interface Matter {
  readonly borrowerId: BorrowerId;
  /** Undefined: all of the borrower's loans. */
  readonly orderId?: OrderId | undefined;
  readonly now: Date;
  /** Whether the reader sees matches with lists. */
  readonly seesMatches: boolean;
}

/** What waits for a person's decision about a loan, or about any loan of the borrower. */
export async function openMatters(db: Db, matter: Matter): Promise<OpenMatters> {
  const { borrowerId, orderId } = matter;
  const complaints = await db
    .selectFrom('complaint')
    .select(['id', 'reference', 'type', 'promised_by'])
    .where('borrower_id', '=', borrowerId)
    .where('answered_at', 'is', null)
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? null))
    .orderBy('promised_by')
    .limit(maxRows)
    .execute();
  const types = complaintTypes(translateToEnglish);
  return {
    complaints: complaints.map((row) => ({
      complaintId: row.id,
      reference: row.reference,
      type: titleOf(types, row.type),
      promisedBy: row.promised_by,
    })),
    waiting: await waitingMoney(db, borrowerId, orderId),
    ...(await waitingDecisions(db, matter)),
  };
}

/** What a second person, a reviewer, a cashier or an officer decides. */
export async function waitingDecisions(
  db: Db,
  matter: Matter,
): Promise<Pick<OpenMatters, 'requests' | 'reviews' | 'holds' | 'hits'>> {
  return {
    requests: await waitingRequests(db, matter),
    reviews: await waitingReviews(db, matter),
    holds: await openHolds(db, matter),
    hits: matter.seesMatches ? await openHits(db, matter) : [],
  };
}

/** That somebody may be on a list is a reason for those alone who see matches. */
const isShown = (reason: string, { seesMatches }: Matter) => seesMatches || reason !== 'screening';

async function waitingRequests(db: Db, matter: Matter): Promise<OpenMatters['requests']> {
  const { borrowerId, orderId, now, seesMatches } = matter;
  const ofOrder = orderId === undefined ? sql`true` : sql`order_id = ${orderId}`;
  const { rows } = await sql<{
    id: ApprovalId;
    action: ActionName;
    order_id: OrderId | null;
    amount: number | null;
    effect: readonly EffectLine[];
    requested_at: Date;
    name: string;
  }>`
    with about (subject_id, order_id) as (
      select id::text, id from loan_order where borrower_id = ${borrowerId}
        and ${orderId === undefined ? sql`true` : sql`id = ${orderId}`}
      union all select id::text, order_id from payout where borrower_id = ${borrowerId} and ${ofOrder}
      union all select id::text, order_id from review where borrower_id = ${borrowerId} and ${ofOrder}
      union all select id::text, null from screening_hit where borrower_id = ${borrowerId} and ${seesMatches}::boolean
      union all select ${borrowerId}::text, null where ${orderId === undefined}::boolean
    )
    select approval.id, action, about.order_id, amount, effect, requested_at, staff.name
    from about join approval on approval.subject_id = about.subject_id and approval.state = 'waiting' and expires_at > ${now}
    join staff on staff.id = approval.requested_by
    order by requested_at limit ${maxRows}`.execute(db);
  return rows.map(({ id, action, order_id, amount, effect, requested_at, name }) => {
    const due = effect.find(({ of }) => of === 'due');
    return {
      approvalId: id,
      action,
      ...(order_id === null ? {} : { orderId: order_id }),
      ...(amount === null ? {} : { amount: Number(amount) }),
      ...(due === undefined || due.before === due.after
        ? {}
        : { due: { before: Number(due.before), after: Number(due.after) } }),
      by: name,
      at: requested_at.toISOString(),
    };
  });
}

async function waitingReviews(db: Db, matter: Matter): Promise<OpenMatters['reviews']> {
  const { borrowerId, orderId } = matter;
  const rows = await db
    .selectFrom('review')
    .innerJoin('loan_order', (join) =>
      join
        .onRef('loan_order.borrower_id', '=', 'review.borrower_id')
        .onRef('loan_order.id', '=', 'review.order_id'),
    )
    .select(['review.id', 'order_id', 'review.kind', 'reasons', 'opened_at', 'terms'])
    .where('review.borrower_id', '=', borrowerId)
    .where('review.state', '=', 'waiting')
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? null))
    .orderBy('opened_at')
    .limit(maxRows)
    .execute();
  return rows.map(({ id, order_id, kind, reasons, opened_at, terms }) => ({
    reviewId: id,
    orderId: order_id,
    kind,
    reasons: reasons.filter((reason) => isShown(reason, matter)),
    ...(kind === 'payout' ? { amount: terms.principal - terms.fee } : {}),
    at: opened_at.toISOString(),
  }));
}

async function openHolds(db: Db, matter: Matter): Promise<OpenMatters['holds']> {
  const { borrowerId, orderId } = matter;
  const rows = await db
    .selectFrom('payout')
    .innerJoin('payout_hold', 'payout_hold.payout_id', 'payout.id')
    .select(['payout.id', 'order_id', 'amount', 'payout_hold.reason', 'held_at'])
    .where('borrower_id', '=', borrowerId)
    .where('closed_at', 'is', null)
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? null))
    .orderBy('held_at')
    .limit(maxRows)
    .execute();
  return rows.map(({ id, order_id, amount, reason, held_at }) => ({
    payoutId: id,
    orderId: order_id,
    amount,
    reason: shownHoldReason(reason, matter),
    at: held_at.toISOString(),
  }));
}

async function openHits(db: Db, { borrowerId }: Matter): Promise<OpenMatters['hits']> {
  const rows = await db
    .selectFrom('screening_hit')
    .select(['id', 'found_at'])
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'open')
    .orderBy('found_at')
    .limit(maxRows)
    .execute();
  return rows.map(({ id, found_at }) => ({ hitId: id, at: found_at.toISOString() }));
}

/** Transfers that the borrower reported and payments that are held, the newest first. */
export async function waitingMoney(
  db: Db,
  borrowerId: BorrowerId,
  orderId?: OrderId,
): Promise<OpenMatters['waiting']> {
  const reported = await db
    .selectFrom('utr_submission')
    .select(['order_id', 'amount', 'sent_at as at', 'utr as reference'])
    .select(
      sql<boolean>`not is_rival and exists (select from statement_line line where line.brand = utr_submission.brand
        and line.reference = utr and line.amount = utr_submission.amount
        and transfer_id is null and payment_id is null and set_aside_by is null)`.as('isAtBank'),
    )
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'review')
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? null))
    .orderBy('sent_at', 'desc')
    .limit(maxRows)
    .execute();
  const held = await db
    .selectFrom('payment')
    .select(['order_id', 'amount', 'received_at as at', 'provider_payment_id as reference'])
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'held')
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? null))
    .orderBy('received_at', 'desc')
    .limit(maxRows)
    .execute();
  const shown = (
    kind: 'reported' | 'held',
    rows: readonly ((typeof held)[number] & { isAtBank?: boolean })[],
  ) =>
    rows.map(({ order_id, amount, at, reference, isAtBank }) => ({
      kind,
      orderId: order_id,
      amount,
      at: at.toISOString(),
      reference,
      ...(isAtBank && { isAtBank }),
    }));
  return [...shown('reported', reported), ...shown('held', held)];
}
