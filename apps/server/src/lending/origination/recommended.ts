import type { Context } from '@hiram/contract/context';
import { asId, type BorrowerId } from '@hiram/contract/ids';
import type { OrderStatus } from '@hiram/contract/order-status';
import { availabilityOf, type RecommendedProduct } from '@hiram/contract/recommended-product';
import { cents, type LocalDate } from '@hiram/loan';
import { formatRoundCents } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { isDisbursed } from '../loans/order-status.ts';
import { openOrder } from '../loans/order-store.ts';
import { refusedUntil } from './apply.ts';
import { comparedCost } from './compared-cost.ts';
import { amountsFor } from './decision/limit.ts';
import { allowedLink, hostOf } from './links.ts';
import { listProducts, loadProduct } from './products.ts';

/** The recommended products beside an order that was not paid out. */
export async function recommendedFor(
  db: Db,
  brand: Brand,
  borrower: { readonly id: BorrowerId; readonly status: OrderStatus; readonly today: LocalDate },
): Promise<RecommendedProduct[]> {
  // The page hides them at every status after the payout (ORD-04). Before it only the specification's market shows them.
  if (brand.market !== 'spec') return [];
  return isDisbursed(borrower.status) ? [] : recommendedProducts(db, brand, borrower.id, borrower.today);
}

/**
 * The brand's recommended products, as its partners accept this borrower. Leaves out our own products while the borrower cannot
 * apply for one: a loan is running, or a refused application still bars them. What is closed shows in the specification's market
 * alone.
 */
export async function recommendedProducts(
  db: Db,
  brand: Brand,
  borrowerId: BorrowerId,
  today: LocalDate,
): Promise<RecommendedProduct[]> {
  const canApply = !(await openOrder(db, borrowerId)) && !(await refusedUntil(db, borrowerId, today));
  const answers = await db
    .selectFrom('partner_answer')
    .select(['partner_key', 'globally', 'shown'])
    .where('borrower_id', '=', borrowerId)
    .execute();
  const answersByKey = new Map(answers.map((answer) => [answer.partner_key, answer]));
  return brand.recommended
    .filter((product) => answersByKey.get(product.key)?.shown ?? true)
    .filter((product) => canApply || isPartnerProduct(product))
    .map(({ url: _, globally, amountRangeDesc, ...product }) => ({
      ...product,
      logo: logoUrl(brand, product.logo),
      amountRangeLabel: amountRangeDesc,
      availability: availabilityOf(answersByKey.get(product.key)?.globally ?? globally),
    }))
    .filter(({ availability }) => brand.market === 'spec' || availability !== 'disabled');
}

/** Where and to whom recommended products are shown. */
interface Page {
  readonly db: Db;
  readonly appContext: AppContext;
  readonly brand: Brand;
  readonly borrower: { readonly id: BorrowerId };
  readonly translate: Translate;
}

/**
 * The recommended products on a page of this borrower. Ours name the most that the borrower can have, where that is less than
 * their range, and what a loan costs; one whose least amount is above that is left out. Outside the specification's market a
 * partner's says that its whole cost is not known here.
 */
export async function recommendedTo(
  { db, appContext, brand, borrower, translate }: Page,
  today: LocalDate,
): Promise<RecommendedProduct[]> {
  const ours = await listProducts(db, brand);
  const shown = (await recommendedProducts(db, brand, borrower.id, today)).map(async (product) => {
    const code = ownCode(brand.recommended.find(({ key }) => key === product.key)?.url ?? '');
    const own = ours.find(({ row }) => row.code === code);
    if (brand.market === 'spec') return product;
    if (!own) return { ...product, cost: translate('recommended.costUnknown') };
    const priced = { ...product, cost: comparedCost(own, brand, translate) };
    const { limit, most } = await amountsFor(db, appContext, own, { brand, borrowerId: borrower.id, today });
    if (!limit || most === own.figures.amountMax) return priced;
    if (limit.limit < own.figures.amountMin) return undefined;
    return {
      ...priced,
      amountRange: translate('product.limit', { limit: formatRoundCents(cents(most), brand.money) }),
    };
  });
  return (await Promise.all(shown)).filter((product) => product !== undefined);
}

/** The code of our own product to which a link leads. */
const ownCode = (link: string) => new URL(link, 'http://own').searchParams.get('product');

/** Reports whether the product is a partner's. Our own products have relative links. */
function isPartnerProduct({ url }: { readonly url: string }): boolean {
  return /^https?:/i.test(url);
}

/** Reports whether the borrower can open this product: it is shown to them and not closed to them (ORD-19, JLF-03). */
export async function isOpenTo(
  db: Db,
  brand: Brand,
  borrowerId: BorrowerId,
  wanted: { readonly key: string; readonly today: LocalDate },
): Promise<boolean> {
  const { key } = wanted;
  const shown = await recommendedProducts(db, brand, borrowerId, wanted.today);
  return shown.some((product) => product.key === key && product.availability !== 'disabled');
}

/** Counts a tap on a recommended product (ORD-18, JLF-02). */
export async function countClick(
  db: Db,
  brand: Brand,
  click: {
    readonly borrowerId: BorrowerId;
    readonly module: number;
    readonly position: number;
    readonly key: string;
    readonly today: LocalDate;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .insertInto('tracking_event')
    .values({
      id: newId(),
      day: click.today,
      brand: brand.id,
      borrower_id: click.borrowerId,
      kind: 'recommended',
      module_id: click.module,
      position_id: click.position,
      product_id: asId(click.key),
      at: click.now,
    })
    .execute();
}

/** The URL of a recommended product, or the host that the brand does not list. */
export async function recommendedLink(
  db: Db,
  brand: Brand,
  { key, context, sandbox }: { readonly key: string; readonly context: Context; readonly sandbox: boolean },
): Promise<{ readonly url: string } | { readonly refusedHost: string }> {
  const link = brand.recommended.find((product) => product.key === key)?.url ?? '';
  if (!/^https?:/i.test(link)) return { url: await ownPage(db, brand, link) };
  const url = allowedLink(brand, link, context, sandbox);
  return url === undefined ? { refusedHost: hostOf(link) } : { url };
}

/** Replaces the product's code in one of our own links by the product's id. */
async function ownPage(db: Db, brand: Brand, link: string): Promise<string> {
  const url = new URL(link, 'http://own');
  const code = url.searchParams.get('product');
  if (code === null) return link;
  const product = await db
    .selectFrom('product')
    .select('id')
    .where('brand', '=', brand.id)
    .where('code', '=', code)
    .executeTakeFirst();
  url.searchParams.delete('product');
  if (product) url.searchParams.set('productId', (await loadProduct(db, brand, product.id)).row.id);
  return url.pathname + url.search;
}
