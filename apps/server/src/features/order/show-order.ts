import type { CertifyStepName } from '@hiram/contract/certify-steps';
import type { Correction } from '@hiram/contract/console/decision-words';
import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails, loanDetails } from '@hiram/contract/order';
import type { OrderStatus } from '@hiram/contract/order-status';
import { disclose, type LocalDate, quoteArrangement } from '@hiram/loan';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { accountInWords } from '../../brands/account-words.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import { markets } from '../../brands/markets/markets.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import { isDue } from '../../lending/loans/order-status.ts';
import { engineEvents } from '../../lending/loans/order-store.ts';
import { applyAgainFrom } from '../../lending/origination/apply.ts';
import { recommendedFor } from '../../lending/origination/recommended.ts';
import { type MilestoneRows, unseenMilestone } from '../../lending/payments/history/milestones.ts';
import { paidInAll, repaymentRows, showPayments } from '../../lending/payments/history/payment-history.ts';
import { reversalNotice } from '../../lending/payments/history/reversal-notice.ts';
import { accountValues, payoutSituation, withdrawText } from '../../lending/payouts/payout-facts.ts';
import { appealOf } from '../../lending/review/appeals.ts';
import { counterOfferOf } from './counter-offer.ts';
import { detailRows } from './detail-rows.ts';
import { type OrderFacts, orderFacts } from './details.ts';
import { notice } from './notice.ts';
import { type OrderRows, orderRows, readOrderRows } from './order-rows.ts';
import { paidOut } from './paid-out.ts';
import { quotedToday } from './quote-steps.ts';
import { isRefused, refusalOf } from './refusal.ts';
import { servedElsewhere } from './served-elsewhere.ts';

/** Days after the settlement in which the borrower is asked to rate the order. */
const ratingDays = 30;

/** The order page (ORD-01 … ORD-17), of rows that were read with the session. */
export const showOrder: Handler<
  typeof loanDetails,
  BorrowerRequest & { readonly row: Parameters<typeof orderRows>[0] }
> = async (_input, requestContext) => {
  const rows = orderRows(requestContext.row);
  const { facts, page } = await orderPage(rows, requestContext);
  const today = await requestContext.today();
  return { ...page, ...(await unseenMilestone(milestoneRows(rows, facts, today), requestContext)) };
};

/** The order page of a borrower without a session, without a milestone. Throws NotFound for another borrower's order. */
export async function showOrderOf(orderId: OrderId, requestContext: BorrowerRequest): Promise<LoanDetails> {
  const rows = await readOrderRows(requestContext.db, requestContext.borrower.id, orderId);
  return (await orderPage(rows, requestContext)).page;
}

/** The rows in which the order's newest event is found. */
export function milestoneRows(rows: OrderRows, { out }: OrderFacts, today: LocalDate): MilestoneRows {
  const situation = rows.order.status === 'approved' ? payoutSituation(out) : undefined;
  return {
    ...rows,
    approvedFor: situation === 'needsAccount' ? 'none' : situation === 'ready' ? out.account : undefined,
    today,
  };
}

async function orderPage(
  rows: OrderRows,
  requestContext: BorrowerRequest,
): Promise<{ readonly facts: OrderFacts; readonly page: LoanDetails }> {
  const { appContext, brand, db, borrower, lang, translate } = requestContext;
  const { order } = rows;
  const today = await requestContext.today();
  const facts = await orderFacts(db, appContext, rows, today);
  const status = facts.position?.status ?? order.status;
  const { title, text } = notice(facts, requestContext);
  const due = dueCardOf(order, facts.quote, { today, translate, lang, held: facts.held });
  const page: LoanDetails = {
    status,
    statusTitle: title,
    statusText: text,
    recommendedProducts: await recommendedFor(db, brand, { id: borrower.id, status, today }),
    productName: facts.product.name,
    productLogo: logoUrl(brand, facts.product.logo),
    order: {
      rows: detailRows(facts, brand, translate, lang),
      ...(due ? { due } : {}),
      credit: facts.credit,
      refundReceivable: facts.refundReceivable,
      paid: paidInAll(facts.events),
      repayments: facts.position ? repaymentRows(facts.position, order.terms.reminderDays) : [],
      payments: showPayments(rows.payments, order, facts.events, { brand, translate, today }),
      ...paidOut(rows, brand),
      ...(due ? quotedToday(order.terms, engineEvents(facts.events), today) : {}),
      ...(due && rows.remindOn ? { remindOn: rows.remindOn } : {}),
    },
    canExtend: facts.canExtend,
    servicePhone: brand.servicePhone,
    asksForRating: asksForRating(facts),
    partnerUrl: await servedElsewhere(requestContext, facts),
    productId: order.product_id,
    ...waitingDialogs(facts, requestContext),
    ...(facts.isReferred ? { isReferred: true } : {}),
    ...(facts.position && reversalNotice({ ...facts, position: facts.position }, requestContext)
      ? { isReversed: true }
      : {}),
    ...(facts.corrections[0] ? { correct: stepOf[facts.corrections[0]] } : {}),
    ...waysOutOf(facts, rows),
    ...(rows.promise && isDue(status)
      ? { promise: { amount: rows.promise.amount, date: rows.promise.due_on } }
      : {}),
    ...(await counterOfferOf(order, requestContext, today)),
    ...(await refusalPart(rows, requestContext, today)),
    ...(hasSafetyTip(facts, status) ? { safetyTip: translate('order.safetyTip') } : {}),
  };
  return { facts, page };
}

async function refusalPart(
  { order, remindOn }: OrderRows,
  requestContext: BorrowerRequest,
  today: LocalDate,
): Promise<Pick<LoanDetails, 'refusal'>> {
  if (!isRefused(order, requestContext.brand)) return {};
  const { db } = requestContext;
  const applyFrom = await applyAgainFrom(db, order.borrower_id, today);
  return refusalOf(order, requestContext, { today, applyFrom, remindOn, appeal: await appealOf(db, order) });
}

/** The order page's part for a borrower who cannot pay now, and the running arrangement. */
function waysOutOf(
  { position, today, events }: OrderFacts,
  { arrangement, order }: OrderRows,
): Pick<LoanDetails, 'waysOut' | 'offer' | 'arrangement'> {
  if (!position || !isDue(position.status)) return {};
  if (position.arrangement?.state === 'kept') {
    const { owed, due, next, parts, instalments } = position.arrangement;
    return {
      arrangement: { owed, due, ...(next ? { next } : {}), parts: [...parts], instalments: [...instalments] },
    };
  }
  if (arrangement?.state === 'requested') return { waysOut: 'asked' };
  const validThrough = arrangement?.valid_through ?? '';
  if (!arrangement || validThrough < today) return { waysOut: 'open' };
  const offered = quoteArrangement(order.terms, engineEvents(events), today, arrangement.days);
  return offered.ok
    ? { waysOut: 'offered', offer: { parts: offered.parts.map((part) => ({ ...part })), validThrough } }
    : { waysOut: 'open' };
}

/** The step in which each correction is made. An account is none of an application. */
const stepOf: Readonly<Record<Correction, CertifyStepName>> = {
  name: 'public',
  document: 'personal',
  address: 'personal',
  work: 'job',
  income: 'job',
  front: 'identity',
  back: 'identity',
  selfie: 'identity',
  ownAccount: 'bank',
};

/** The dialogs of an approved order (ORD-10, ORD-14). */
function waitingDialogs(
  facts: OrderFacts,
  { translate, brand, lang }: BorrowerRequest,
): Pick<
  LoanDetails,
  | 'awaitsWithdrawal'
  | 'withdrawalUrl'
  | 'withdrawalPrompt'
  | 'paysAtOnce'
  | 'payoutTo'
  | 'needsAccount'
  | 'accountPromptTitle'
  | 'accountPromptText'
> {
  const { order, out } = facts;
  const waiting = order.status === 'approved' ? payoutSituation(out) : undefined;
  const values = accountValues(order, out, brand, lang);
  const account = waiting === 'ready' && !markets[brand.market].specifiedCopy && out.account;
  // A payout that is held because of its holder's name is paid at once to an account in the borrower's own name.
  const isOther = waiting === 'held' && out.review?.reasons.includes('holderName') === true;
  const card =
    waiting === 'needsAccount' || waiting === 'returned' ? waiting : isOther ? 'otherName' : undefined;
  return {
    awaitsWithdrawal: waiting === 'ready',
    withdrawalUrl: '',
    paysAtOnce: waiting === 'ready' && out.isOwnAccount && out.heldUntil === undefined,
    ...(account
      ? {
          payoutTo: {
            amount: disclose(order.terms).netProceeds,
            // The dots and the digits stay on one line.
            account: accountInWords(brand, account).replace('··· ', '···\u00a0'),
          },
        }
      : {}),
    withdrawalPrompt: waiting === 'ready' ? withdrawText(out, values, translate) : '',
    needsAccount: card !== undefined,
    accountPromptTitle: card ? translate(`order.card.${card}.title`, values) : '',
    accountPromptText: card ? translate(`order.card.${card}.text`, values) : '',
  };
}

function asksForRating({ order, position, today }: OrderFacts): boolean {
  if (position?.status !== 'settled' || order.rated_at !== null || position.settledOn === undefined)
    return false;
  return Date.parse(today) - Date.parse(position.settledOn) <= ratingDays * 86_400_000;
}

function hasSafetyTip({ product, held, order }: OrderFacts, status: OrderStatus): boolean {
  if (held.has(order.id)) return false;
  const display = product.display;
  const isQuiet =
    typeof display === 'object' && display !== null && 'quiet' in display && display.quiet === true;
  return isDue(status) && !isQuiet;
}
