import type { BorrowerId, OrderId, ProductId } from '@hiram/contract/ids';
import { addDays, type Cents, cents, type LocalDate, localDate, type Terms } from '@hiram/loan';
import { type Brand, decisionDays } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { knownId, newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { borrowerById } from '../borrowers/borrower-store.ts';
import { isCertified } from '../borrowers/profile.ts';
import { openOrder } from '../loans/order-store.ts';
import { lastDayToAccept } from './agreements/key-facts.ts';
import { isCounterOffer } from './decision/counter-offer.ts';
import { amountsFor } from './decision/limit.ts';
import { reasonsOf } from './decision/reasons-of.ts';
import { isOffered, loadProduct, type StoredProduct, termsHash, termsOf } from './products.ts';

export interface Offer {
  readonly product: StoredProduct;
  readonly amount: Cents;
  readonly client: 'new' | 'repeat';
  readonly terms: Terms;
  /** The last day on which the statement says that it may be accepted; undefined: the market's statement promises none. */
  readonly validThrough?: LocalDate | undefined;
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
): Promise<
  | {
      orderId: OrderId;
      productId: ProductId;
      applyAgainOn: string;
      reasons: ReturnType<typeof reasonsOf>;
    }
  | undefined
> {
  const row = await db
    .selectFrom('loan_order')
    .select(['id', 'product_id', 'apply_again_on', 'decision'])
    .where('borrower_id', '=', borrowerId)
    .where('status', '=', 'rejected')
    .where('apply_again_on', '>', today)
    .orderBy('apply_again_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.apply_again_on
    ? {
        orderId: row.id,
        productId: row.product_id,
        applyAgainOn: row.apply_again_on,
        reasons: reasonsOf(row),
      }
    : undefined;
}

/**
 * The first day on which the borrower of a refused application may apply, today at the earliest; undefined while another order is
 * open.
 */
export async function applyAgainFrom(
  db: Db,
  borrowerId: BorrowerId,
  today: LocalDate,
): Promise<LocalDate | undefined> {
  if (await openOrder(db, borrowerId)) return undefined;
  const refused = await refusedUntil(db, borrowerId, today);
  return refused ? localDate(refused.applyAgainOn) : today;
}

/** The request of a borrower who asks for an offer. */
interface OfferScope {
  readonly appContext: Pick<AppContext, 'cipher' | 'clock' | 'matcher'>;
  readonly db: Db;
  readonly brand: Brand;
  readonly borrower: { readonly id: BorrowerId };
}

/**
 * The offer of a product to a borrower now, or why there is none. `amount` is in cents; without it, the product's usual amount
 * counts, at most the borrower's limit. While a statement that was shown may be accepted, its terms are offered, whatever the
 * brand's file says now. Throws NotFound for an unknown product.
 */
export async function offerFor(
  { appContext, db, brand, borrower: { id: borrowerId } }: OfferScope,
  {
    productId,
    amount: requestedAmount,
  }: { readonly productId: ProductId; readonly amount?: number | undefined },
  today: LocalDate,
): Promise<Offer | OfferRejection> {
  const product = await loadProduct(db, brand, productId);
  const amount = cents(
    requestedAmount ?? (await amountsFor(db, appContext, product, { brand, borrowerId, today })).usual,
  );
  const promised = await promisedTerms(db, { borrowerId, productId, amount, day: today });
  if (product.row.withdrawn_at && !promised) return { reason: 'withdrawn' };
  const borrower = await borrowerById(db, borrowerId);
  if (borrower.blocked_reason) return { reason: 'blocked' };
  if (!(await isCertified(db, borrowerId))) return { reason: 'notCertified' };
  const running = await openOrder(db, borrowerId);
  if (running && !isCounterOffer(running, { productId, amount, today })) return { reason: 'runningOrder' };
  const refused = await refusedUntil(db, borrowerId, today);
  if (refused) return { reason: 'tooSoon', date: refused.applyAgainOn };
  if (!isOffered(product, amount) && !promised)
    return { reason: 'amountOutOfRange', min: product.figures.amountMin, max: product.figures.amountMax };
  const client = await clientKind(db, borrowerId);
  const terms = termsOf(brand, product, amount, client);
  if (promised && !termsHash(promised.terms).equals(termsHash(terms)))
    return { product, amount, client, ...promised };
  const validThrough = markets[brand.market].keyFacts ? lastDayToAccept(today, brand.holidays) : undefined;
  return { product, amount, client, terms, validThrough };
}

type PromisedTerms = Pick<Offer, 'terms' | 'validThrough'>;

interface ShownOffer {
  readonly borrowerId: BorrowerId;
  readonly productId: ProductId;
  readonly amount: number;
}

/** The terms that a borrower last saw of a product and amount (cents), or undefined. */
export async function shownTerms(
  db: Db,
  { borrowerId, productId, amount }: ShownOffer,
): Promise<PromisedTerms | undefined> {
  const row = await db
    .selectFrom('offer')
    .select(['terms', 'valid_through'])
    .where('borrower_id', '=', borrowerId)
    .where('product_id', '=', knownId(productId))
    .where('amount', '=', amount)
    .executeTakeFirst();
  if (!row) return undefined;
  const validThrough = row.valid_through === null ? undefined : localDate(row.valid_through);
  return { terms: row.terms, validThrough };
}

/** The terms of a statement that was shown and may be accepted on a day, with its last day; or undefined. */
export async function promisedTerms(
  db: Db,
  { day, ...offer }: ShownOffer & { readonly day: LocalDate },
): Promise<PromisedTerms | undefined> {
  const shown = await shownTerms(db, offer);
  return shown?.validThrough !== undefined && shown.validThrough >= day ? shown : undefined;
}

/** Stores the terms that were shown: what is offered while the statement may be accepted, and what `hasChanged` compares. */
export async function rememberOffer(db: Db, borrowerId: BorrowerId, offer: Offer, now: Date): Promise<void> {
  const { terms, validThrough = null } = offer;
  const shown = { terms: JSON.stringify(terms), valid_through: validThrough, shown_at: now };
  await db
    .insertInto('offer')
    .values({ borrower_id: borrowerId, product_id: offer.product.row.id, amount: offer.amount, ...shown })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'product_id', 'amount']).doUpdateSet(shown))
    .execute();
}

/** Reports whether the terms changed since they were shown. An offer that was never shown has not changed. */
export async function hasChanged(db: Db, borrowerId: BorrowerId, offer: Offer): Promise<boolean> {
  const { amount, product } = offer;
  const shown = await shownTerms(db, { borrowerId, productId: product.row.id, amount });
  return shown !== undefined && !termsHash(shown.terms).equals(termsHash(offer.terms));
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
