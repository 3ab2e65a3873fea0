import { homeIndex, productApply, productDetail, recommendList } from '@hiram/contract/home';
import { orderStatuses } from '@hiram/contract/order';
import { cents, formatCents, position } from '@hiram/loan';
import { refuse } from '../http/refuse.ts';
import type { BorrowerVisit, Server } from '../http/serve.ts';
import { clientKind, offerFor, refusedUntil } from '../lending/apply.ts';
import { dueCardOf } from '../lending/due-card.ts';
import { engineEvents, loadEvents, type Order, runningOrder } from '../lending/loans.ts';
import { isOffered, listProducts, loadProduct, termsOf } from '../lending/products.ts';
import { isCertified } from '../lending/profile.ts';
import { recommendedProducts } from '../lending/recommended.ts';
import { formatDate } from '../texts/dates.ts';
import { costExample, listedProduct } from './product-view.ts';

export function homeRoutes({ serve, house }: Server): void {
  serve(homeIndex, async (_input, visit) => {
    const { db, brand, borrower, speak, lang } = visit;
    const products = await listProducts(db, brand);
    const order = await runningOrder(db, borrower.id);
    const today = await house.clock.today(db, brand.timeZone);
    const refused = order ? undefined : await refusedUntil(db, borrower.id, today);
    return {
      products: products.map((product) => listedProduct(product, brand, speak)),
      telephone: brand.servicePhone,
      ...(order ? { order: await runningCard(order, visit) } : {}),
      ...(refused
        ? {
            applyAgain: {
              orderId: refused.orderId,
              productId: refused.productId,
              noticeMsg: speak('order.110.text', { date: formatDate(refused.applyAgainOn, lang) }),
            },
          }
        : {}),
    };
  });

  serve(productDetail, async ({ productId, amount }, { db, brand, borrower, speak, lang }) => {
    const product = await loadProduct(db, brand, productId);
    if (product.row.withdrawn_at) return refuse('withdrawn', { field: 'productId' });
    const { amountMin, amountMax, amountStep } = product.figures;
    const wanted = cents(amount ?? product.row.amount_offered);
    if (!isOffered(product, wanted))
      return refuse('amountOutOfRange', {
        field: 'amount',
        values: { min: formatCents(amountMin, brand.money), max: formatCents(amountMax, brand.money) },
      });
    const order = await runningOrder(db, borrower.id);
    const terms = termsOf(brand, product, wanted, await clientKind(db, borrower.id));
    const today = await house.clock.today(db, brand.timeZone);
    return {
      product: listedProduct(product, brand, speak),
      amountMin,
      amountMax,
      amountStep,
      amount: wanted,
      ...costExample(terms, { brand, speak, lang, today }),
      next: order
        ? ('order' as const)
        : (await isCertified(db, borrower.id))
          ? ('confirm' as const)
          : ('certify' as const),
      ...(order ? { orderId: order.id } : {}),
    };
  });

  serve(recommendList, async (_input, { db, brand, borrower }) => ({
    recProducts: await recommendedProducts(db, brand, borrower.id),
  }));

  serve(productApply, async ({ productId, amount }, { db, brand, borrower, speak, lang }) => {
    const today = await house.clock.today(db, brand.timeZone);
    const offer = await offerFor(db, brand, borrower.id, productId, amount, today);
    if (!('reason' in offer)) {
      const page = offer.terms.kind === 'single' ? '/loanConfirm' : '/loanConfirmPeriod';
      const chosen = new URLSearchParams({ productId });
      if (amount !== undefined) chosen.set('amount', String(amount));
      return { url: `${page}?${chosen}` };
    }
    const { reason } = offer;
    const money = (value: number | undefined) => formatCents(value ?? 0, brand.money);
    return refuse(reason, {
      field: reason === 'amountOutOfRange' ? 'amount' : 'productId',
      text: speak(`refusal.${reason}`, {
        date: offer.date ? formatDate(offer.date, lang) : '',
        min: money(offer.min),
        max: money(offer.max),
      }),
    });
  });

  async function runningCard(order: Order, { db, brand, speak }: BorrowerVisit) {
    const product = await db
      .selectFrom('product')
      .select(['name', 'logo'])
      .where('id', '=', order.product_id)
      .executeTakeFirstOrThrow();
    const today = await house.clock.today(db, brand.timeZone);
    const there = order.disbursed_on
      ? position(order.terms, engineEvents(await loadEvents(db, order)), today)
      : undefined;
    const status = orderStatuses.find((one) => one === (there?.status ?? order.status)) ?? 21;
    const due = dueCardOf(order, there, today);
    return {
      orderId: order.id,
      productId: order.product_id,
      productName: product.name,
      productLogo: product.logo,
      status,
      statusText: speak(status === 151 ? 'home.151' : `order.${status}.title`),
      amount: order.amount,
      ...(due ? { due } : {}),
    };
  }
}
