import type { Context } from '@hiram/contract/context';
import type { RecommendedProduct } from '@hiram/contract/order';
import type { LocalDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/logos.ts';
import type { Db } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import { runningOrder } from '../loans/loans.ts';
import { refusedUntil } from './apply.ts';
import { allowedLink, hostOf } from './links.ts';
import { loadProduct } from './products.ts';

/** Statuses at which other products are recommended; the page hides them at the rest (ORD-04). */
const recommendedAt = new Set([21, 110, 151]);

/** What the borrower is shown beside an order that cannot be repaid. */
export async function recommendedFor(
  db: Db,
  brand: Brand,
  borrower: { readonly id: string; readonly status: number; readonly today: LocalDate },
): Promise<RecommendedProduct[]> {
  return recommendedAt.has(borrower.status)
    ? recommendedProducts(db, brand, borrower.id, borrower.today)
    : [];
}

/**
 * The brand's list, as its partners take this borrower. Our own products are left out while the borrower may not apply for
 * one: a loan is under way, or the day after a refusal has not come.
 */
export async function recommendedProducts(
  db: Db,
  brand: Brand,
  borrowerId: string,
  today: LocalDate,
): Promise<RecommendedProduct[]> {
  const mayApply = !(await runningOrder(db, borrowerId)) && !(await refusedUntil(db, borrowerId, today));
  const answers = await db
    .selectFrom('partner_answer')
    .select(['partner_key', 'globally', 'shown'])
    .where('borrower_id', '=', borrowerId)
    .execute();
  const byKey = new Map(answers.map((answer) => [answer.partner_key, answer]));
  return brand.recommended
    .filter((one) => byKey.get(one.key)?.shown ?? true)
    .filter((one) => mayApply || isPartners(one))
    .map(({ url: _, ...one }) => ({
      ...one,
      logo: logoUrl(brand, one.logo),
      globally: byKey.get(one.key)?.globally ?? one.globally,
    }));
}

/** Is it a partner's? Our own lead to a page of ours. */
function isPartners({ url }: { readonly url: string }): boolean {
  return /^https?:/i.test(url);
}

/** May the borrower tap this product? Not where it is not shown to them, nor where it is closed to them (ORD-19, JLF-03). */
export async function isOpenTo(
  db: Db,
  brand: Brand,
  borrowerId: string,
  wanted: { readonly key: string; readonly today: LocalDate },
): Promise<boolean> {
  const { key } = wanted;
  const shown = await recommendedProducts(db, brand, borrowerId, wanted.today);
  return shown.some((one) => one.key === key && one.globally !== 0);
}

/** Counts a tap on a recommended product (ORD-18, JLF-02). */
export async function countClick(
  db: Db,
  brand: Brand,
  click: {
    readonly borrowerId: string;
    readonly moduleId: number;
    readonly positionId: number;
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
      module_id: click.moduleId,
      position_id: click.positionId,
      product_id: click.key,
      at: click.now,
    })
    .execute();
}

/** Where a recommended product leads; a host that the brand does not list is named instead, and never opened. */
export async function recommendedLink(
  db: Db,
  brand: Brand,
  key: string,
  context: Context,
  sandbox: boolean,
): Promise<{ readonly url: string } | { readonly refusedHost: string }> {
  const link = brand.recommended.find((one) => one.key === key)?.url ?? '';
  if (!/^https?:/i.test(link)) return { url: await ownPage(db, brand, link) };
  const url = allowedLink(brand, link, context, sandbox);
  return url === undefined ? { refusedHost: hostOf(link) } : { url };
}

/** A link of ours that names a product by its code gets the product's id. */
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
