import type { HomeIndex, HomeOffer, homeIndex, ListedProduct } from '@hiram/contract/home';
import { cents, disclose, type LocalDate } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import { markets } from '../../brands/markets/markets.ts';
import { openArrangement } from '../../lending/arrangements/arrangement-store.ts';
import { neededGroups, savedGroups } from '../../lending/borrowers/profile.ts';
import { identityState } from '../../lending/identity/identity-check.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import type { Notice } from '../../lending/loans/notice.ts';
import {
  engineEvents,
  loadEvents,
  type Order,
  openOrders,
  productOf,
} from '../../lending/loans/order-store.ts';
import { ownTitle, quoteOf } from '../../lending/loans/repayment-quote.ts';
import { applicationReview } from '../../lending/loans/review-queue.ts';
import { unreadCount } from '../../lending/notices/inbox.ts';
import { type ClientKind, clientKind, refusedUntil } from '../../lending/origination/apply.ts';
import { appliedNotice } from '../../lending/origination/decision/applied-notice.ts';
import { openCounterOffer } from '../../lending/origination/decision/counter-offer.ts';
import { amountsFor } from '../../lending/origination/decision/limit.ts';
import { listProducts, type StoredProduct, termsOf } from '../../lending/origination/products.ts';
import { borrowerBalances } from '../../lending/payments/borrower-credit.ts';
import { drawnRows } from '../../lending/payments/history/payment-history.ts';
import { reversalNotice } from '../../lending/payments/history/reversal-notice.ts';
import { heldByOrder } from '../../lending/payments/hold-payment.ts';
import { payoutFacts, payoutSituation } from '../../lending/payouts/payout-facts.ts';
import { payoutNotice } from '../../lending/payouts/payout-notice.ts';
import { limitTexts, listedProduct } from './product-view.ts';

/** The home page: products, the running order, credit, and when a refused borrower may apply again. */
export const showHome: Handler<typeof homeIndex> = async (_input, requestContext) => {
  const { db, brand, borrower, translate } = requestContext;
  const products = await listProducts(db, brand);
  const [order, waiting] = await openOrders(db, borrower.id);
  const today = await requestContext.today();
  const unread = await unreadCount(db, borrower.id);
  const rejected = order ? undefined : await refusedUntil(db, borrower.id, today);
  return {
    products: order
      ? products.map((product) => listedProduct(product, brand, translate))
      : await listedForBorrower(products, requestContext, today, rejected?.applyAgainOn),
    servicePhone: brand.servicePhone,
    ...(unread > 0 ? { unread } : {}),
    credits: await creditedOrders(requestContext),
    ...(order
      ? {
          order: await runningCard(order, requestContext, today),
          ...(waiting ? { otherOrder: await waitingOrder(waiting, requestContext, today) } : {}),
        }
      : await withoutOrder(products[0], rejected, requestContext, today)),
  };
};

/** The products that a borrower can have, from a day if one is given, and the first one, which home shows in any case. */
async function listedForBorrower(
  products: readonly StoredProduct[],
  requestContext: BorrowerRequest,
  today: LocalDate,
  from: string | undefined,
): Promise<ListedProduct[]> {
  const listed = await Promise.all(
    products.map((product) => listedFor(product, requestContext, today, from)),
  );
  return listed.flatMap(({ product, isLent }, index) => (isLent || index === 0 ? [product] : []));
}

/** A product as it is listed for a borrower: with the most that they can have, where that is less than its range. */
async function listedFor(
  product: StoredProduct,
  requestContext: BorrowerRequest,
  today: LocalDate,
  from: string | undefined,
) {
  const { appContext, db, brand, borrower, translate } = requestContext;
  const { limit, most } = await amountsFor(db, appContext, product, {
    brand,
    borrowerId: borrower.id,
    today,
  });
  const { amountMin, amountMax } = product.figures;
  const isLent = !limit || limit.limit >= amountMin;
  const isLess = limit && isLent && most < amountMax;
  const { limitText } = isLess ? limitTexts({ limit: most }, requestContext, from) : {};
  return {
    isLent,
    product: {
      ...listedProduct(product, brand, translate),
      ...(limitText ? { amountRange: limitText } : {}),
    },
  };
}

/** The home of a borrower without a running order: their standing, one product, or the day of the next application. */
async function withoutOrder(
  product: StoredProduct | undefined,
  rejected: Awaited<ReturnType<typeof refusedUntil>>,
  requestContext: BorrowerRequest,
  today: LocalDate,
): Promise<Pick<HomeIndex, 'standing' | 'steps' | 'stepsDone' | 'offer' | 'otherOrder'>> {
  const { db, brand, borrower, translate, lang } = requestContext;
  const client = await clientKind(db, borrower.id);
  const { country, specifiedCopy } = markets[brand.market];
  const reason = specifiedCopy
    ? undefined
    : rejected?.reasons.find((each) => each !== 'lapsed' && each !== 'declined');
  return {
    ...(await standingOf(requestContext, client)),
    ...(product && !rejected ? { offer: await homeOffer(product, client, requestContext, today) } : {}),
    ...(rejected
      ? {
          otherOrder: {
            orderId: rejected.orderId,
            productId: rejected.productId,
            notice: translate('order.rejected.text', { date: formatDate(rejected.applyAgainOn, lang) }),
            ...(reason
              ? {
                  reason: translate(`decision.${reason}`, { country }),
                  helps: translate(`decision.helps.${reason}`, { country }),
                }
              : {}),
          },
        }
      : {}),
  };
}

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

/** The standing of a borrower: the data that an application needs are missing or complete, or a loan was settled. */
async function standingOf(
  { db, borrower }: BorrowerRequest,
  client: ClientKind,
): Promise<Pick<HomeIndex, 'standing' | 'steps' | 'stepsDone'>> {
  const groups = await savedGroups(db, borrower.id);
  const identity = await identityState(db, borrower.id);
  const steps = neededGroups.length + (identity === 'notAsked' ? 0 : 1);
  const stepsDone = groups.length + (identity === 'notAsked' || identity === 'none' ? 0 : 1);
  return {
    standing: client === 'repeat' ? 'returning' : stepsDone === steps ? 'ready' : 'new',
    steps,
    stepsDone,
  };
}

/** The offered amount of a product with its cost. */
async function homeOffer(
  product: StoredProduct,
  client: ClientKind,
  requestContext: BorrowerRequest,
  today: LocalDate,
): Promise<HomeOffer> {
  const { appContext, db, brand, borrower, translate } = requestContext;
  const shown = await amountsFor(db, appContext, product, { brand, borrowerId: borrower.id, today });
  const { productId, productName, term, rate } = listedProduct(product, brand, translate);
  const amount = cents(shown.usual);
  const cost = disclose(termsOf(brand, product, amount, client));
  return {
    productId,
    productName,
    term,
    rate,
    amount,
    amountMax: shown.most,
    ...limitTexts(shown.limit, requestContext),
    netProceeds: cost.netProceeds,
    totalCost: cost.financeCharge,
    periods: cost.instalments.length,
    repayment: cost.instalments[0]?.payment ?? 0,
  };
}

/** An order that waits for its money beside the loan that runs. */
async function waitingOrder(
  order: Order,
  requestContext: BorrowerRequest,
  today: LocalDate,
): Promise<HomeIndex['otherOrder']> {
  const { name } = await productOf(requestContext.db, order);
  return {
    orderId: order.id,
    productId: order.product_id,
    notice: `${name} · ${(await waitingNotice(order, requestContext, today)).title}`,
  };
}

type RunningOrder = NonNullable<HomeIndex['order']>;

/** What the borrower can do about an approved order. */
const payoutSteps = { needsAccount: 'account', returned: 'account', ready: 'send' } as const;

/** An order that waits: its title and meaning, as its page says them, and what it waits for from the borrower. */
async function waitingNotice(
  order: Order,
  requestContext: BorrowerRequest,
  today: LocalDate,
): Promise<Notice & Pick<RunningOrder, 'step'>> {
  const { appContext, db, translate } = requestContext;
  if (order.status === 'applied') {
    const review = await applicationReview(db, order);
    const step = openCounterOffer(order, today)
      ? 'offer'
      : review.corrections.length > 0
        ? 'correct'
        : undefined;
    return {
      ...appliedNotice(order, { today, ...review }, requestContext),
      ...(step ? { step: translate(`home.step.${step}`) } : {}),
    };
  }
  const facts = await payoutFacts(db, appContext, order, today);
  const situation = payoutSituation(facts);
  return {
    ...payoutNotice(order, facts, today, requestContext),
    ...(situation in payoutSteps
      ? { step: translate(`home.step.${payoutSteps[situation as keyof typeof payoutSteps]}`) }
      : {}),
  };
}

async function runningCard(
  order: Order,
  requestContext: BorrowerRequest,
  today: LocalDate,
): Promise<RunningOrder> {
  const { db, brand, translate, lang } = requestContext;
  const product = await productOf(db, order);
  const events = order.disbursed_on ? await loadEvents(db, order) : [];
  const quote = order.disbursed_on ? quoteOf(order.terms, engineEvents(events), today) : undefined;
  const status = quote?.position.status ?? order.status;
  const waiting = quote ? undefined : await waitingNotice(order, requestContext, today);
  const notice =
    waiting ?? (quote && reversalNotice({ events, position: quote.position, today }, requestContext));
  const { specifiedCopy } = markets[brand.market];
  const due = dueCardOf(order, quote, {
    today,
    translate,
    lang,
    held: await heldByOrder(db, order.borrower_id),
  });
  const open = status === 'overdue' ? await openArrangement(db, order, today) : undefined;
  return {
    orderId: order.id,
    productId: order.product_id,
    productName: product.name,
    productLogo: logoUrl(brand, product.logo),
    status,
    statusText:
      notice?.title ??
      (quote ? translate(ownTitle(quote) ?? (`order.${quote.position.status}.title` as const)) : ''),
    ...(notice && !specifiedCopy ? { notice: { title: notice.title, text: notice.text } } : {}),
    ...(waiting?.step && !specifiedCopy ? { step: waiting.step } : {}),
    amount: order.amount,
    ...(due ? { due } : {}),
    repayments: quote ? drawnRows(quote.position, order.terms.reminderDays) : [],
    ...(open ? { waysOut: open.state === 'requested' ? 'asked' : 'offered' } : {}),
  };
}
