import type { HomeIndex } from '@hiram/contract/home';
import { homeIndex, productApply, productDetail } from '@hiram/contract/home';
import { orderStatuses } from '@hiram/contract/order';
import { cents, disclose, formatCents, position } from '@hiram/loan';
import type { Brand } from '../brand/brand.ts';
import { refuse } from '../http/refuse.ts';
import type { BorrowerVisit, Server } from '../http/serve.ts';
import { offerFor } from '../lending/apply.ts';
import { engineEvents, loadEvents, type Order, runningOrder } from '../lending/loans.ts';
import { listProducts, loadProduct, type StoredProduct, termsOf } from '../lending/products.ts';
import { isCertified } from '../lending/profile.ts';
import { formatDate, writtenLanguage } from '../texts/dates.ts';
import type { Speak } from '../texts/speak.ts';

type Listed = HomeIndex['products'][number];

export function homeRoutes({ serve, house }: Server): void {
  serve(homeIndex, async (_input, visit) => {
    const { db, brand, borrower, speak } = visit;
    const products = await listProducts(db, brand);
    const order = await runningOrder(db, borrower.id);
    return {
      products: products.map((product) => listed(product, brand, speak)),
      telephone: brand.servicePhone,
      ...(order ? { order: await runningCard(order, visit) } : {}),
    };
  });

  serve(productDetail, async ({ productId }, { db, brand, borrower, speak }) => {
    const product = await loadProduct(db, brand, productId);
    if (product.row.withdrawn_at) return refuse('withdrawn', { field: 'productId' });
    const order = await runningOrder(db, borrower.id);
    const terms = termsOf(brand, product, cents(product.row.amount_offered), 'new');
    const cost = disclose(terms);
    const money = (amount: number) => formatCents(amount, brand.money);
    return {
      product: listed(product, brand, speak),
      amountMin: product.figures.amountMin,
      amountMax: product.figures.amountMax,
      amountStep: product.figures.amountStep,
      example: {
        title: speak('product.example', { amount: money(terms.principal), days: terms.termDays }),
        rows: [
          { text: speak('row.youReceive'), value: money(cost.netProceeds) },
          { text: speak('row.interest'), value: money(cost.interest) },
          { text: speak('row.feeDeducted'), value: money(cost.fee) },
          { text: speak('row.totalToRepay'), value: money(cost.totalToRepay) },
          { text: speak('row.ofWhichCost'), value: money(cost.financeCharge) },
        ],
      },
      rows: [
        { text: speak('row.term'), value: speak('value.days', { days: terms.termDays }) },
        { text: speak('row.repayments'), value: String(terms.periods) },
        { text: speak('row.extensions'), value: String(terms.extensions) },
      ],
      next: order
        ? ('order' as const)
        : (await isCertified(db, borrower.id))
          ? ('confirm' as const)
          : ('certify' as const),
      ...(order ? { orderId: order.id } : {}),
    };
  });

  serve(productApply, async ({ productId }, { db, brand, borrower, speak, context }) => {
    const today = await house.clock.today(db, brand.timeZone);
    const offer = await offerFor(db, brand, borrower.id, productId, undefined, today);
    if (!('reason' in offer)) {
      const page = offer.terms.kind === 'single' ? '/loanConfirm' : '/loanConfirmPeriod';
      return { url: `${page}?${new URLSearchParams({ productId })}` };
    }
    const { reason } = offer;
    if (reason === 'amountOutOfRange') throw new Error('a product offers an amount outside its own range');
    return refuse(reason, {
      field: 'productId',
      text: speak(`refusal.${reason}`, {
        date: offer.date ? formatDate(offer.date, writtenLanguage(context.lang)) : '',
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
    return {
      orderId: order.id,
      productId: order.product_id,
      productName: product.name,
      productLogo: product.logo,
      status,
      statusText: speak(status === 151 ? 'home.151' : `order.${status}.title`),
      amount: order.amount,
      ...(there ? { repayAmount: there.due } : {}),
      ...(there?.dueDate ? { dueTime: there.dueDate } : {}),
    };
  }
}

function listed({ row, figures }: StoredProduct, brand: Brand, speak: Speak): Listed {
  const money = (amount: number) => formatCents(amount, brand.money);
  return {
    productId: row.id,
    productName: row.name,
    productLogo: row.logo,
    kind: row.kind,
    amountRange: `${money(row.amount_min)} – ${money(row.amount_max)}`,
    term: speak('product.term', { days: figures.termDays, periods: figures.periods }),
    rate: speak('product.rate', { rate: `${figures.dailyPpm / 10_000} %` }),
  };
}
