import { homeIndex, productApply, productDetail, recommendList } from '@hiram/contract/home';
import { orderStatuses } from '@hiram/contract/order';
import { cents, formatCents, type LocalDate } from '@hiram/loan';
import type { BorrowerRequest, Server } from '../../api/serve.ts';
import { logoUrl } from '../../brands/logos.ts';
import { formatDate } from '../../brands/texts/dates.ts';
import { isCertified } from '../../lending/borrowers/profile.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import { engineEvents, loadEvents, type Order, runningOrder } from '../../lending/loans/loans.ts';
import { quoteOf } from '../../lending/loans/repayment-quote.ts';
import { clientKind, offerFor, refusedUntil } from '../../lending/origination/apply.ts';
import { isOffered, listProducts, loadProduct, termsOf } from '../../lending/origination/products.ts';
import { recommendedProducts } from '../../lending/origination/recommended.ts';
import { borrowerBalances } from '../../lending/payments/borrower-credit.ts';
import { heldByOrder } from '../../lending/payments/hold-payment.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { costExample, listedProduct } from './product-view.ts';

export function homeRoutes({ serve, appContext }: Server): void {
  serve(homeIndex, async (_input, requestContext) => {
    const { db, brand, borrower, translate, lang } = requestContext;
    const products = await listProducts(db, brand);
    const order = await runningOrder(db, borrower.id);
    const today = await appContext.clock.today(db, brand.timeZone);
    const rejected = order ? undefined : await refusedUntil(db, borrower.id, today);
    return {
      products: products.map((product) => listedProduct(product, brand, translate)),
      telephone: brand.servicePhone,
      ...(order ? { order: await runningCard(order, requestContext, today) } : {}),
      credits: await creditedOrders(requestContext),
      ...(rejected
        ? {
            applyAgain: {
              orderId: rejected.orderId,
              productId: rejected.productId,
              noticeMsg: translate('order.110.text', { date: formatDate(rejected.applyAgainOn, lang) }),
            },
          }
        : {}),
    };
  });

  serve(productDetail, async ({ productId, amount }, { db, brand, borrower, translate, lang }) => {
    const product = await loadProduct(db, brand, productId);
    if (product.row.withdrawn_at) return reject('withdrawn', { field: 'productId' });
    const { amountMin, amountMax, amountStep } = product.figures;
    const requestedAmount = cents(amount ?? product.row.amount_offered);
    if (!isOffered(product, requestedAmount))
      return reject('amountOutOfRange', {
        field: 'amount',
        values: { min: formatCents(amountMin, brand.money), max: formatCents(amountMax, brand.money) },
      });
    const order = await runningOrder(db, borrower.id);
    const terms = termsOf(brand, product, requestedAmount, await clientKind(db, borrower.id));
    const today = await appContext.clock.today(db, brand.timeZone);
    const rejected = order ? undefined : await refusedUntil(db, borrower.id, today);
    return {
      product: listedProduct(product, brand, translate),
      amountMin,
      amountMax,
      amountStep,
      amount: requestedAmount,
      ...costExample(terms, { brand, translate, lang, today }),
      next: order
        ? ('order' as const)
        : rejected
          ? ('wait' as const)
          : (await isCertified(db, borrower.id))
            ? ('confirm' as const)
            : ('certify' as const),
      ...(order
        ? { orderId: order.id }
        : rejected
          ? { orderId: rejected.orderId, applyFrom: rejected.applyAgainOn }
          : {}),
    };
  });

  serve(recommendList, async (_input, { db, brand, borrower }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    return { recProducts: await recommendedProducts(db, brand, borrower.id, today) };
  });

  serve(productApply, async ({ productId, amount }, { db, brand, borrower, translate, lang }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    const offer = await offerFor(db, brand, {
      borrowerId: borrower.id,
      productId,
      requestedAmount: amount,
      today,
    });
    if (!('reason' in offer)) {
      const page = offer.terms.kind === 'single' ? '/loanConfirm' : '/loanConfirmPeriod';
      const query = new URLSearchParams({ productId });
      if (amount !== undefined) query.set('amount', String(amount));
      return { url: `${page}?${query}` };
    }
    const { reason } = offer;
    const money = (value: number | undefined) => formatCents(value ?? 0, brand.money);
    return reject(reason, {
      field: reason === 'amountOutOfRange' ? 'amount' : 'productId',
      text: translate(`rejection.${reason}`, {
        date: offer.date ? formatDate(offer.date, lang) : '',
        min: money(offer.min),
        max: money(offer.max),
      }),
    });
  });

  /** The orders on which the borrower has credit. */
  async function creditedOrders({ db, borrower }: BorrowerRequest) {
    const balances = await borrowerBalances(db, borrower.id);
    const credited = [...balances].filter(([, { credit }]) => credit > 0);
    if (credited.length === 0) return [];
    const rows = await db
      .selectFrom('loan_order')
      .innerJoin('product', 'product.id', 'loan_order.product_id')
      .select(['loan_order.id', 'loan_order.product_id', 'product.name'])
      .where('loan_order.borrower_id', '=', borrower.id)
      .where(
        'loan_order.id',
        'in',
        credited.map(([id]) => id),
      )
      .orderBy('loan_order.id', 'desc')
      .execute();
    return rows.map((row) => ({
      orderId: row.id,
      productId: row.product_id,
      productName: row.name,
      credit: balances.get(row.id)?.credit ?? 0,
    }));
  }

  async function runningCard(
    order: Order,
    { db, brand, translate, lang }: BorrowerRequest,
    today: LocalDate,
  ) {
    const product = await db
      .selectFrom('product')
      .select(['name', 'logo'])
      .where('id', '=', order.product_id)
      .executeTakeFirstOrThrow();
    const quote = order.disbursed_on
      ? quoteOf(order.terms, engineEvents(await loadEvents(db, order)), today)
      : undefined;
    const status = orderStatuses.find((known) => known === (quote?.position.status ?? order.status)) ?? 21;
    const due = dueCardOf(order, quote, {
      today,
      translate,
      lang,
      held: await heldByOrder(db, order.borrower_id),
    });
    return {
      orderId: order.id,
      productId: order.product_id,
      productName: product.name,
      productLogo: logoUrl(brand, product.logo),
      status,
      statusText: translate(status === 151 ? 'home.151' : `order.${status}.title`),
      amount: order.amount,
      ...(due ? { due } : {}),
    };
  }
}
