import type { BorrowerId } from '@hiram/contract/ids';
import type { ListedOrder, OrderTab, orderList } from '@hiram/contract/order';
import type { OrderStatus } from '@hiram/contract/order-status';
import type { LocalDate } from '@hiram/loan';
import type { Handler } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import { dueStatuses, openStatuses, runningStatuses } from '../../lending/loans/order-status.ts';
import { engineEvents, loadEvents } from '../../lending/loans/order-store.ts';
import { ownTitle, quoteOf } from '../../lending/loans/repayment-quote.ts';
import { openCounterOffer } from '../../lending/origination/decision/counter-offer.ts';
import { balanceIn, borrowerBalances } from '../../lending/payments/borrower-credit.ts';
import { heldByOrder } from '../../lending/payments/hold-payment.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { parseId } from '../../platform/ids.ts';

const pageSize = 20;

const statusesOf: Readonly<Record<OrderTab, readonly OrderStatus[] | undefined>> = {
  all: undefined,
  running: openStatuses,
  due: dueStatuses,
  settled: ['settled'],
};

/** Stored statuses of candidates: the current status can differ if the day changed since it was stored. */
const candidatesOf: typeof statusesOf = { ...statusesOf, due: runningStatuses };

/**
 * One page of the borrower's orders, newest first (KEY-05). At most one order is running, so the events of one order are read.
 * Ids begin with their time, so they sort by time.
 */
async function listOrders(
  db: Db,
  borrowerId: BorrowerId,
  options: {
    readonly tab: OrderTab;
    readonly after: string | undefined;
    readonly today: LocalDate;
    readonly translate: Translate;
    readonly lang: string;
    readonly brand: Brand;
  },
): Promise<{ list: ListedOrder[]; next?: string }> {
  let query = db
    .selectFrom('loan_order')
    .innerJoin('product', 'product.id', 'loan_order.product_id')
    .selectAll('loan_order')
    .select(['product.name as product_name', 'product.logo as product_logo'])
    .where('loan_order.borrower_id', '=', borrowerId)
    .orderBy('loan_order.id', 'desc')
    .limit(pageSize + 1);
  const candidates = candidatesOf[options.tab];
  if (candidates) query = query.where('loan_order.status', 'in', candidates);
  if (options.after !== undefined) query = query.where('loan_order.id', '<', parseId(options.after));
  const rows = await query.execute();
  const page = rows.slice(0, pageSize);
  const balances = await borrowerBalances(db, borrowerId);
  const held = await heldByOrder(db, borrowerId);
  const list: ListedOrder[] = [];
  for (const { product_name, product_logo, ...order } of page) {
    const isRunning = order.disbursed_on !== null && order.status !== 'settled';
    const quote = isRunning
      ? quoteOf(order.terms, engineEvents(await loadEvents(db, order)), options.today)
      : undefined;
    const status = quote?.position.status ?? order.status;
    if (statusesOf[options.tab]?.includes(status) === false) continue;
    const due = dueCardOf(order, quote, { ...options, held });
    list.push({
      orderId: order.id,
      productId: order.product_id,
      productName: product_name,
      productLogo: logoUrl(options.brand, product_logo),
      status,
      statusText: options.translate(
        (quote && ownTitle(quote)) ??
          (openCounterOffer(order, options.today) && 'order.counter.title') ??
          `orderList.${status}`,
      ),
      amount: order.amount,
      appliedOn: order.applied_on,
      ...(order.settled_on ? { settledOn: order.settled_on } : {}),
      ...(due ? { due } : {}),
      ...balanceIn(balances, order.id),
    });
  }
  const last = page[page.length - 1];
  return rows.length > pageSize && last ? { list, next: last.id } : { list };
}

/** The borrower's orders, by tab. */
export const showOrders: Handler<typeof orderList> = async ({ tab = 'all', after }, requestContext) => {
  const { db, brand, borrower, translate, lang } = requestContext;
  const today = await requestContext.today();
  return { tab, ...(await listOrders(db, borrower.id, { tab, after, today, translate, lang, brand })) };
};
