import { sql } from 'kysely';
import type { Brand } from '../../../brands/brand.ts';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { NotFound } from '../../../platform/errors/rejection.ts';
import type { BorrowerRow } from '../../borrowers/borrower-store.ts';
import { type Certified, namesIn, valuesIn } from '../../borrowers/profile.ts';
import type { IdentityCheck } from '../../identity/identity-check.ts';
import type { Order } from '../../loans/order-store.ts';
import type { LastScreening } from '../../screening/screen.ts';
import type { FigureColumns, ProductRow } from '../products.ts';
import type { PastOrder } from './history-facts.ts';
import {
  type PoliciesInEffect,
  type PolicyColumns,
  policiesIn,
  policyColumns,
  policyJoins,
} from './policies.ts';

/** A borrower with an application, before anything is marked or compared. */
export interface Applicant {
  readonly borrower: Pick<BorrowerRow, 'id' | 'phone' | 'erased_at' | 'blocked_reason' | 'time_zone'>;
  readonly certified: Certified;
  /** Names that they had certified since their first application. */
  readonly formerNames: readonly string[];
  /** Digests that are recorded of them. */
  readonly marks: readonly Buffer[];
  readonly check: IdentityCheck | undefined;
  readonly screened: LastScreening | undefined;
  /** Their other orders, the oldest first. */
  readonly pastOrders: readonly PastOrder[];
  readonly product: FigureColumns & Pick<ProductRow, 'code' | 'display'>;
  readonly policies: PoliciesInEffect;
  /** A person decides the application. */
  readonly isInReview: boolean;
}

/** The columns of the check that counts, null without one, beside those of the others. */
interface Row extends Omit<IdentityCheck, 'id'>, Omit<Applicant['borrower'], 'id'>, PolicyColumns {
  readonly id: IdentityCheck['id'] | null;
  readonly certified: readonly Buffer[];
  readonly saved_at: Date | null;
  readonly former: readonly Buffer[];
  readonly marks: readonly Buffer[];
  readonly screened_version: number | null;
  readonly screened_digest: Buffer;
  readonly screened_at: Date;
  readonly past_orders: readonly PastOrder[];
  readonly product: Applicant['product'];
  readonly is_in_review: boolean;
  readonly offset_days: number;
}

/** Reads in one statement what an application is decided by, apart from what concerns others too. Fixes the request's day. */
export async function readApplicant(
  trx: Db,
  { cipher, clock }: AppContext,
  brand: Brand,
  { borrower_id: borrowerId, id: orderId, product_id: productId }: Order,
): Promise<Applicant> {
  const readAt = clock.now();
  const { rows } = await sql<Row>`
    select identity_check.*, borrower.phone, borrower.erased_at, borrower.blocked_reason, borrower.time_zone,
      ${policyColumns},
      array(select encrypted from borrower_profile where borrower_id = borrower.id order by updated_at) as certified,
      (select max(updated_at) from borrower_profile where borrower_id = borrower.id) as saved_at,
      array(select encrypted from profile_history where borrower_id = borrower.id and replaced_at >= (
        select min(applied_at) from loan_order where borrower_id = borrower.id)) as former,
      array(select digest from identity_mark where borrower_id = borrower.id) as marks,
      screening.version as screened_version, screening.person_digest as screened_digest, screening.screened_at,
      (select coalesce(json_agg(json_build_object('borrower_id', borrower_id, 'id', id, 'status', status, 'terms', terms,
        'settled_on', settled_on) order by applied_at), '[]')
        from loan_order where borrower_id = borrower.id and id <> ${orderId}) as past_orders,
      json_build_object('code', product.code, 'display', product.display, 'kind', product.kind, 'terms', product.terms, 'amount_min', product.amount_min,
        'amount_max', product.amount_max, 'amount_step', product.amount_step) as product,
      exists (select from review where borrower_id = borrower.id and order_id = ${orderId} and kind = 'application'
        and state = 'waiting') as is_in_review,
      (select offset_days from business_clock) as offset_days
    from borrower join product on product.id = ${productId} and product.brand = borrower.brand
    left join identity_check on identity_check.borrower_id = borrower.id and identity_check.state not in ('draft', 'superseded')
    left join screening on screening.borrower_id = borrower.id ${policyJoins(brand.id)}
    where borrower.id = ${borrowerId}`.execute(trx);
  const [row] = rows;
  if (!row) throw new NotFound('product');
  clock.fixToday(brand.timeZone, row.offset_days);
  const { phone, erased_at, blocked_reason, time_zone, screened_version, screened_digest, screened_at } = row;
  return {
    borrower: { id: borrowerId, phone, erased_at, blocked_reason, time_zone },
    certified: { values: valuesIn(cipher, row.certified), readAt, savedAt: row.saved_at ?? undefined },
    formerNames: namesIn(cipher, row.former),
    marks: row.marks,
    check: row.id === null ? undefined : { ...row, id: row.id },
    screened:
      screened_version === null
        ? undefined
        : { version: screened_version, person_digest: screened_digest, screened_at },
    pastOrders: row.past_orders,
    product: row.product,
    policies: await policiesIn(trx, brand.id, row),
    isInReview: row.is_in_review,
  };
}
