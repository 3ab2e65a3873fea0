import {
  type LoanDetails,
  loanDetails,
  orderList,
  rateOrder,
  recommendedClick,
  withdraw,
} from '@hiram/contract/order';
import type { BorrowerRequest, Server } from '../../api/serve.ts';
import { logoUrl } from '../../brands/logos.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import { loadOrder } from '../../lending/loans/loans.ts';
import { allowedLink, hostOf } from '../../lending/origination/links.ts';
import {
  countClick,
  isOpenTo,
  recommendedFor,
  recommendedLink,
} from '../../lending/origination/recommended.ts';
import { pastPayments, repaymentRows } from '../../lending/payments/payment-history.ts';
import { withdrawTo } from '../../lending/payouts/payout-holds.ts';
import { activeAccount, latestPayout } from '../../lending/payouts/payouts.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import { takeUsage } from '../../platform/usage-limits.ts';
import { detailRows, notice, type OrderFacts, orderFacts } from './details.ts';
import { listOrders } from './list.ts';
import { accountValues, payoutSituation, withdrawText } from './payout-facts.ts';

/** Maximum number of refused links stored for one borrower in a day: the page repeats the call whenever it is opened. */
const maxRefusedLinks = 20;
/** Days after the settlement in which the borrower is asked to rate the order. */
const ratingDays = 30;

export function orderRoutes({ serve, appContext }: Server): void {
  serve(loanDetails, async ({ orderId }, requestContext): Promise<LoanDetails> => {
    const { brand, db, borrower, lang, translate } = requestContext;
    const today = await appContext.clock.today(db, brand.timeZone);
    const order = await loadOrder(db, borrower.id, orderId);
    const facts = await orderFacts(db, appContext, order, today);
    const status = facts.position?.status ?? (order.status as LoanDetails['orderStatus']);
    const { title, text } = notice(facts, brand, translate, lang);
    const due = dueCardOf(order, facts.quote, { today, translate, lang, held: facts.held });
    return {
      orderStatus: status,
      noticeStatusText: title,
      noticeDesText: text,
      recProducts: await recommendedFor(db, brand, { id: borrower.id, status, today }),
      productName: facts.product.name,
      productLogo: logoUrl(brand, facts.product.logo),
      userOrderDetail: {
        detail: detailRows(facts, brand, translate, lang),
        ...(due ? { due } : {}),
        credit: facts.credit,
        refundOwed: facts.refundOwed,
        repayments: facts.position ? repaymentRows(facts.position, order.terms.reminderDays) : [],
        payments: await pastPayments(db, order, facts.events, { brand, translate, today }),
      },
      isDelay: facts.canExtend ? 1 : 0,
      telephone: brand.servicePhone,
      isScore: asksForRating(facts) ? 1 : 0,
      playeduL: await servedElsewhere(requestContext, facts),
      productId: order.product_id,
      ...waitingDialogs(facts, requestContext),
      ...(hasKindTips(facts, status) ? { KindTipsMsg: translate('order.kindTips') } : {}),
    };
  });

  serve(withdraw, async ({ orderId }, { db, brand, borrower }) => {
    const order = await loadOrder(db, borrower.id, orderId, true);
    const today = await appContext.clock.today(db, brand.timeZone);
    if (order.status !== 151) return reject('notWaiting');
    if (order.offer_lapses_on !== null && order.withdrawn_at === null && order.offer_lapses_on < today)
      return reject('offerLapsed');
    const payout = await latestPayout(db, order);
    // A repeated tap: the payout is under way already.
    if (payout && payout.state !== 'returned') return {};
    const account = await activeAccount(db, borrower.id);
    if (!account) return reject('noAccount');
    await withdrawTo(db, appContext, { order, account, today });
    return {};
  });

  serve(rateOrder, async ({ orderId, stars }, { db, borrower, now }) => {
    const order = orderId ? await loadOrder(db, borrower.id, orderId, true) : undefined;
    if (order && order.settled_on === null) return reject('notSettled');
    // The first rating counts. The same one again is a repeated tap; another one is rejected.
    if (order && order.rated_at !== null)
      return order.rating_stars === (stars ?? null) ? {} : reject('alreadyRated', { field: 'stars' });
    if (order)
      await db
        .updateTable('loan_order')
        .set({ rated_at: now, rating_stars: stars ?? null })
        .where('borrower_id', '=', borrower.id)
        .where('id', '=', order.id)
        .execute();
    return {};
  });

  serve(orderList, async ({ tab = 'all', after }, { db, brand, borrower, translate, lang }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    return { tab, ...(await listOrders(db, borrower.id, { tab, after, today, translate, lang, brand })) };
  });

  serve(recommendedClick, async ({ moduleId, positionId, key }, requestContext) => {
    const { brand, borrower, db, context, now, log } = requestContext;
    const today = await appContext.clock.today(db, brand.timeZone);
    if (!(await isOpenTo(db, brand, borrower.id, { key, today })))
      return reject('notOffered', { field: 'key' });
    await countClick(db, brand, { borrowerId: borrower.id, moduleId, positionId, key, today, now });
    const link = await recommendedLink(db, brand, { key, context, sandbox: appContext.config.sandbox });
    if ('url' in link) return link;
    log.warn({ host: link.refusedHost }, 'a link to a host that the brand does not list');
    return reject('linkRefused');
  });

  /**
   * The allowed link to the partner that serves this order, or an empty text (ORD-16). A link to an unlisted host is stored,
   * never opened.
   */
  async function servedElsewhere(
    { brand, context, db, borrower, now, log }: BorrowerRequest,
    { order }: OrderFacts,
  ): Promise<string> {
    if (!order.served_at) return '';
    const link = allowedLink(brand, order.served_at, context, appContext.config.sandbox);
    if (link !== undefined) return link;
    const host = hostOf(order.served_at);
    log.warn({ host }, 'a link to a host that the brand does not list');
    const limits = [{ kind: 'link borrower', subject: borrower.id, max: maxRefusedLinks }];
    if (!(await takeUsage(db, appContext.cipher, { brand: brand.id, limits, now }))) return '';
    await db
      .insertInto('refused_link')
      .values({ id: newId(), brand: brand.id, borrower_id: borrower.id, host, seen_at: now })
      .execute();
    return '';
  }

  /** The dialogs of an approved order (ORD-10, ORD-14). */
  function waitingDialogs(
    facts: OrderFacts,
    { translate, brand, lang }: BorrowerRequest,
  ): Pick<LoanDetails, 'inside' | 'h5Url' | 'reyMsg' | 'cardNeedPop' | 'cardPopTitle' | 'cardPopMsg'> {
    const { order, out } = facts;
    const waiting = order.status === 151 ? payoutSituation(out) : undefined;
    const values = accountValues(order, out, brand, lang);
    // A payout that is held because of its holder's name is paid at once to an account in the borrower's own name.
    const isOther = waiting === 'held' && out.review?.reasons.includes('holderName') === true;
    const card =
      waiting === 'needsAccount' || waiting === 'returned' ? waiting : isOther ? 'otherName' : undefined;
    return {
      inside: waiting === 'ready' ? 1 : 0,
      h5Url: '',
      reyMsg: waiting === 'ready' ? withdrawText(out, values, translate) : '',
      cardNeedPop: card ? 1 : 0,
      cardPopTitle: card ? translate(`order.card.${card}.title`, values) : '',
      cardPopMsg: card ? translate(`order.card.${card}.text`, values) : '',
    };
  }

  function asksForRating({ order, position, today }: OrderFacts): boolean {
    if (position?.status !== 200 || order.rated_at !== null || position.settledOn === undefined) return false;
    return Date.parse(today) - Date.parse(position.settledOn) <= ratingDays * 86_400_000;
  }

  function hasKindTips({ product, held, order }: OrderFacts, status: number): boolean {
    if (held.has(order.id)) return false;
    const display = product.display;
    const isQuiet =
      typeof display === 'object' && display !== null && 'quiet' in display && display.quiet === true;
    return (status === 174 || status === 180) && !isQuiet;
  }
}
