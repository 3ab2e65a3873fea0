import type { ComplaintOrder } from '@hiram/contract/complaint';
import { addDays, type LocalDate, localDate, plan, type Terms } from '@hiram/loan';
import { formatCents } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/logos.ts';
import { formatDate } from '../../brands/texts/dates.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import { engineEvents, loadEvents, type Order } from '../../lending/loans/loans.ts';
import { quoteOf } from '../../lending/loans/repayment-quote.ts';
import type { Display } from '../../lending/origination/products.ts';
import type { Db } from '../../platform/database/connect.ts';
import { knownId } from '../../platform/ids.ts';

/** As many orders as a borrower may choose from; older ones are reached through their own page. */
const maxOrders = 50;

interface PlainPromotionOptions {
  readonly brand: Brand;
  readonly today: LocalDate;
  readonly lang: string;
  readonly translate: Translate;
}

/**
 * May a complaint about collection be made (CMP-04)? Only where somebody can have collected: from the day on which the first
 * repayment's reminder goes out, and not where the product is not collected at all.
 */
function wasCollected(terms: Terms, disbursedOn: string | null, display: Display, today: LocalDate): boolean {
  const first = plan(terms)[0];
  if (disbursedOn === null || !first || display.uncollected) return false;
  return addDays(localDate(disbursedOn), first.day - terms.reminderDays) <= today;
}

/** The borrower's orders as cards, newest first; with `only`, that one if it is theirs. */
export async function orderCards(
  db: Db,
  borrowerId: string,
  around: PlainPromotionOptions,
  only?: string,
): Promise<ComplaintOrder[]> {
  const { brand, today, lang, translate } = around;
  let query = db
    .selectFrom('loan_order')
    .innerJoin('product', 'product.id', 'loan_order.product_id')
    .selectAll('loan_order')
    .select(['product.name', 'product.logo', 'product.display'])
    .where('loan_order.borrower_id', '=', borrowerId)
    .orderBy('loan_order.id', 'desc')
    .limit(maxOrders);
  if (only !== undefined) query = query.where('loan_order.id', '=', knownId(only));
  const rows = await query.execute();
  const cards: ComplaintOrder[] = [];
  for (const { name, logo, display, ...row } of rows) {
    // Both were written by us; their shapes are the engine's and the product's own.
    const order: Order = { ...row, terms: row.terms as Terms };
    const collected = wasCollected(order.terms, row.disbursed_on, display as Display, today);
    // At most one loan runs (two after a reversal), so few orders' events are read.
    const runs = row.disbursed_on !== null && row.status !== 200;
    const quote = runs ? quoteOf(order.terms, engineEvents(await loadEvents(db, order)), today) : undefined;
    const status = quote?.position.status ?? row.status;
    cards.push({
      orderNo: row.id,
      productLogo: logoUrl(brand, logo),
      productName: name,
      status,
      statusText: translate(`orderList.${status}`),
      isShow: collected ? 1 : 0,
      list: [
        { title: translate('complaint.order.amount'), value: formatCents(row.amount, brand.money) },
        { title: translate('complaint.order.applied'), value: formatDate(row.applied_on, lang) },
        ...(quote
          ? [
              {
                title: translate('complaint.order.due', { date: formatDate(quote.date, lang) }),
                value: formatCents(quote.amount, brand.money),
              },
            ]
          : []),
      ],
    });
  }
  return cards;
}
