import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import type { OrderStatus } from '@hiram/contract/order-status';
import { sql } from 'kysely';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { MarkKind } from '../borrowers/identity-marks.ts';
import type { Order } from '../loans/order-store.ts';
import { readApplicant } from '../origination/decision/applicant.ts';
import { type Evaluation, evaluate } from '../origination/decision/evaluate.ts';

/** The decision of the policy in effect on an order, from the data as of now. It changes nothing. */
export async function policyOn(db: Db, appContext: AppContext, order: Order): Promise<Evaluation> {
  const brand = brandOf(appContext, order);
  const applicant = await readApplicant(db, appContext, brand, order);
  return evaluate(db, appContext, brand, { order, applicant });
}

/** Another borrower of the brand with the same document, account, device, or name and birth date. */
export interface SharingBorrower {
  readonly kind: MarkKind;
  readonly borrowerId: BorrowerId;
  readonly isBlocked: boolean;
  /** Their newest order. */
  readonly orderId: OrderId | undefined;
  readonly status: OrderStatus | undefined;
}

const maxSharing = 20;

/**
 * The borrowers who share an identifier, found by keyed digests, with their newest orders, each once a kind.
 * The first who had it first.
 */
export async function sharingBorrowers(db: Db, borrowerId: BorrowerId): Promise<readonly SharingBorrower[]> {
  const { rows } = await sql<{
    kind: MarkKind;
    borrower_id: BorrowerId;
    blocked: boolean;
    order_id: OrderId | null;
    status: OrderStatus | null;
  }>`
    select other.kind, other.borrower_id, borrower.blocked_reason is not null as blocked, latest.id as order_id, latest.status
    from identity_mark own
    join identity_mark other on other.brand = own.brand and other.kind = own.kind and other.digest = own.digest
      and other.borrower_id <> own.borrower_id
    join borrower on borrower.id = other.borrower_id
    left join lateral (
      select id, status from loan_order where loan_order.borrower_id = other.borrower_id order by applied_at desc limit 1
    ) latest on true
    where own.borrower_id = ${borrowerId}
    group by other.kind, other.borrower_id, borrower.blocked_reason, latest.id, latest.status
    order by min(other.seen_at), other.borrower_id
    limit ${maxSharing}`.execute(db);
  return rows.map(({ kind, borrower_id, blocked, order_id, status }) => ({
    kind,
    borrowerId: borrower_id,
    isBlocked: blocked,
    orderId: order_id ?? undefined,
    status: status ?? undefined,
  }));
}
