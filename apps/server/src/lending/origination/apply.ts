import type { BorrowerId, OrderId, ProductId } from '@hiram/contract/ids';
import { addDays, type Cents, cents, type LocalDate, type Terms } from '@hiram/loan';
import { type Brand, decisionDays } from '../../brands/brand.ts';
import type { Db } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { borrowerById } from '../borrowers/borrower-store.ts';
import { isCertified } from '../borrowers/profile.ts';
import { runningOrder } from '../loans/order-store.ts';
import { isOffered, loadProduct, type StoredProduct, termsHash, termsOf } from './products.ts';

export interface Offer {
  readonly product: StoredProduct;
  readonly amount: Cents;
  readonly client: 'new' | 'repeat';
  readonly terms: Terms;
}

export type NoOffer =
  | 'withdrawn'
  | 'notCertified'
  | 'runningOrder'
  | 'tooSoon'
  | 'amountOutOfRange'
  | 'blocked';

/** The reason why no loan can be offered, with the values of the message. */
export interface OfferRejection {
  readonly reason: NoOffer;
  readonly date?: string;
  readonly min?: Cents;
  readonly max?: Cents;
}

export type ClientKind = 'new' | 'repeat';

/** TERM-04: a client who has settled a loan before is a repeat client. */
export async function clientKind(db: Db, borrowerId: BorrowerId): Promise<ClientKind> {
  const settled = await db
    .selectFrom('loan_order')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .where('status', '=', 'settled')
    .limit(1)
    .executeTakeFirst();
  return settled ? 'repeat' : 'new';
}

/** The refused application that bars the borrower from applying, and the first day on which they may apply again. */
export async function refusedUntil(
  db: Db,
  borrowerId: BorrowerId,
  today: LocalDate,
): Promise<{ orderId: OrderId; productId: ProductId; applyAgainOn: string } | undefined> {
  const row = await db
    .selectFrom('loan_order')
    .select(['id', 'product_id', 'apply_again_on'])
    .where('borrower_id', '=', borrowerId)
    .where('status', '=', 'refused')
    .where('apply_again_on', '>', today)
    .orderBy('apply_again_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.apply_again_on
    ? { orderId: row.id, productId: row.product_id, applyAgainOn: row.apply_again_on }
    : undefined;
}

/**
 * The offer of a product to a borrower now, or why there is none. `requestedAmount` is in cents; without it, the product's
 * default amount counts. Throws NotFound for an unknown product.
 */
export async function offerFor(
  db: Db,
  brand: Brand,
  {
    borrowerId,
    productId,
    requestedAmount,
    today,
  }: {
    readonly borrowerId: BorrowerId;
    readonly productId: ProductId;
    readonly requestedAmount: number | undefined;
    readonly today: LocalDate;
  },
): Promise<Offer | OfferRejection> {
  const product = await loadProduct(db, brand, productId);
  if (product.row.withdrawn_at) return { reason: 'withdrawn' };
  const borrower = await borrowerById(db, borrowerId);
  if (borrower.blocked_reason) return { reason: 'blocked' };
  if (!(await isCertified(db, borrowerId))) return { reason: 'notCertified' };
  if (await runningOrder(db, borrowerId)) return { reason: 'runningOrder' };
  const refused = await refusedUntil(db, borrowerId, today);
  if (refused) return { reason: 'tooSoon', date: refused.applyAgainOn };
  const amount = cents(requestedAmount ?? product.row.amount_offered);
  if (!isOffered(product, amount))
    return { reason: 'amountOutOfRange', min: product.figures.amountMin, max: product.figures.amountMax };
  const client = await clientKind(db, borrowerId);
  return { product, amount, client, terms: termsOf(brand, product, amount, client) };
}

/** Stores the terms that were shown, so that `hasChanged` can compare them later. */
export async function rememberOffer(db: Db, borrowerId: BorrowerId, offer: Offer, now: Date): Promise<void> {
  const shown = { terms_hash: termsHash(offer.terms), shown_at: now };
  await db
    .insertInto('offer')
    .values({ borrower_id: borrowerId, product_id: offer.product.row.id, amount: offer.amount, ...shown })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'product_id', 'amount']).doUpdateSet(shown))
    .execute();
}

/** Reports whether the terms changed since they were shown. An offer that was never shown has not changed. */
export async function hasChanged(db: Db, borrowerId: BorrowerId, offer: Offer): Promise<boolean> {
  const shown = await db
    .selectFrom('offer')
    .select('terms_hash')
    .where('borrower_id', '=', borrowerId)
    .where('product_id', '=', offer.product.row.id)
    .where('amount', '=', offer.amount)
    .executeTakeFirst();
  return shown !== undefined && !shown.terms_hash.equals(termsHash(offer.terms));
}

/**
 * Opens an order and queues its decision, in the caller's transaction. With `decideByHand`, queues no decision.
 * Returns the order's id.
 */
export async function apply(
  trx: Db,
  jobs: Jobs,
  brand: Brand,
  {
    borrowerId,
    offer,
    today,
    now,
    decideByHand = false,
  }: {
    readonly borrowerId: BorrowerId;
    readonly offer: Offer;
    readonly today: LocalDate;
    readonly now: Date;
    readonly decideByHand?: boolean;
  },
): Promise<OrderId> {
  const id = newId();
  await trx
    .insertInto('loan_order')
    .values({
      borrower_id: borrowerId,
      id,
      brand: brand.id,
      product_id: offer.product.row.id,
      kind: offer.terms.kind,
      amount: offer.amount,
      terms: JSON.stringify(offer.terms),
      client_kind: offer.client,
      status: 'applied',
      applied_at: now,
      applied_on: today,
      decide_by: addDays(today, decisionDays),
    })
    .execute();
  if (!decideByHand) await jobs.send(trx, 'decide', { borrowerId, orderId: id });
  return id;
}
