import type { ComplaintOrder } from '@hiram/contract/complaint';
import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import { addDays, type LocalDate, localDate, plan, type Terms } from '@hiram/loan';
import { formatCents, formatDate } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import { engineEvents, loadEvents } from '../../lending/loans/order-store.ts';
import { quoteOf } from '../../lending/loans/repayment-quote.ts';
import type { Display } from '../../lending/origination/products.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { knownId } from '../../platform/ids.ts';

/** Maximum number of orders to choose from. A complaint about an older order starts on the order's page. */
const maxOrders = 50;

interface CardOptions {
  readonly brand: Brand;
  readonly today: LocalDate;
  readonly lang: string;
  readonly translate: Translate;
}

/**
 * Reports whether a complaint about collection is possible (CMP-04): from the day of the first repayment's
 * reminder, unless the product is not collected.
 */
function wasCollected(terms: Terms, disbursedOn: string | null, display: Display, today: LocalDate): boolean {
  const first = plan(terms)[0];
  if (disbursedOn === null || !first || display.uncollected) return false;
  return addDays(localDate(disbursedOn), first.day - terms.reminderDays) <= today;
}

/** The borrower's orders as cards, newest first; with `orderId`, only that order, if it is theirs. */
export async function orderCards(
  db: Db,
  borrowerId: BorrowerId,
  options: CardOptions,
  orderId?: OrderId,
): Promise<ComplaintOrder[]> {
  const { brand, today, lang, translate } = options;
  let query = db
    .selectFrom('loan_order')
    .innerJoin('product', 'product.id', 'loan_order.product_id')
    .selectAll('loan_order')
    .select(['product.name', 'product.logo', 'product.display'])
    .where('loan_order.borrower_id', '=', borrowerId)
    .orderBy('loan_order.id', 'desc')
    .limit(maxOrders);
  if (orderId !== undefined) query = query.where('loan_order.id', '=', knownId(orderId));
  const rows = await query.execute();
  const cards: ComplaintOrder[] = [];
  for (const { name, logo, display, ...order } of rows) {
    const collected = wasCollected(order.terms, order.disbursed_on, display as Display, today);
    // At most one loan is running (two after a reversal), so the events of few orders are read.
    const isRunning = order.disbursed_on !== null && order.status !== 'settled';
    const quote = isRunning
      ? quoteOf(order.terms, engineEvents(await loadEvents(db, order)), today)
      : undefined;
    const status = quote?.position.status ?? order.status;
    cards.push({
      orderId: order.id,
      productLogo: logoUrl(brand, logo),
      productName: name,
      status,
      statusText: translate(`orderList.${status}`),
      allowsCollectionComplaint: collected,
      rows: [
        { title: translate('complaint.order.amount'), value: formatCents(order.amount, brand.money) },
        { title: translate('complaint.order.applied'), value: formatDate(order.applied_on, lang) },
        ...(quote
          ? [
              {
                title: translate(quote.date < today ? 'complaint.order.late' : 'complaint.order.due', {
                  date: formatDate(quote.date, lang),
                }),
                value: formatCents(quote.amount, brand.money),
              },
            ]
          : []),
      ],
    });
  }
  return cards;
}
