import { type ApprovalId, asId, type PaymentId } from '@hiram/contract/ids';
import {
  type Cents,
  cents,
  type LoanEvent,
  type LocalDate,
  localDate,
  position,
  quoteExtension,
} from '@hiram/loan';
import { brandOf } from '../../brands/brand-of.ts';
import { businessDayOf } from '../../brands/business-day.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { MessageValues, UnmovedReason } from '../../brands/messages/message-kinds.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { appendEvent } from '../loans/append-event.ts';
import { nextPaymentOf } from '../loans/next-payment.ts';
import {
  creditOf,
  engineEvents,
  loadEvents,
  loadOrder,
  lockOrder,
  type Order,
} from '../loans/order-store.ts';
import { quoteOf } from '../loans/repayment-quote.ts';
import { notify } from '../notices/notify.ts';
import { dueAfter, openTask } from '../tasks.ts';
import type { CodeRow } from './codes/payment-codes.ts';
import { heldByOrder, holdReason } from './hold-payment.ts';
import { insertPaymentOnce, recordedPayment } from './payment-store.ts';
import { bookSuspense } from './suspense.ts';

/** A payment that a provider reports, with the payer's date and the provider's ids. Amount in cents. */
export interface Receipt {
  readonly provider: string;
  readonly paymentId: string;
  /** Our id of the code that was paid. */
  readonly reference: string;
  readonly amount: number;
  readonly paidOn: LocalDate | Date;
  /** ISO 4217. Undefined if the provider does not report it; the brand's currency then applies. */
  readonly currency?: string | undefined;
  /** The approval by which a member of the staff posts it. */
  readonly approvalId?: ApprovalId | undefined;
}

/**
 * `contradicted`: the payment is in another currency than the brand's, exceeds `maxPayment`, or was reported before with another
 * amount or code. A reviewer decides.
 */
export type ReceiptOutcome = 'posted' | 'held' | 'repeated' | 'unknown' | 'contradicted';

/** Maximum amount of a payment, in cents. More is an error, and sums of larger amounts would not be exact. */
const maxPayment = 1_000_000_000_000;

/**
 * Records a payment, in the webhook's transaction, once for each id of the provider, and posts it on the
 * payer's date. A payment with a `holdReason` is held for review: its money stands in suspense until it is
 * posted or given back. Partial payments, overpayments and double payments are accepted.
 */
export async function receivePayment(
  trx: Db,
  appContext: AppContext,
  receipt: Receipt,
): Promise<ReceiptOutcome> {
  const code = await trx
    .selectFrom('payment_code')
    .selectAll()
    .where('id', '=', asId(receipt.reference))
    .executeTakeFirst();
  if (!code || code.provider !== receipt.provider) return 'unknown';
  const order = await lockOrder(trx, code.borrower_id, code.order_id);
  const brand = brandOf(appContext, order);
  if (receipt.currency !== undefined && receipt.currency !== markets[brand.market].currency)
    return 'contradicted';
  if (receipt.amount > maxPayment) return 'contradicted';
  const today = await appContext.clock.today(trx, brand.timeZone);
  const reportedOn = await appContext.clock.dayOf(trx, brand.timeZone, receipt.paidOn);
  const paidOn = await businessDayOf(trx, appContext, reportedOn, today);
  const incoming = { amount: receipt.amount, paidOn, code, today };
  const heldReason = await holdReason(trx, brand, order, incoming);
  const id = newId();
  const isNew = await insertPaymentOnce(trx, {
    borrower_id: order.borrower_id,
    id,
    order_id: order.id,
    code_id: code.id,
    provider: receipt.provider,
    provider_payment_id: receipt.paymentId,
    amount: receipt.amount,
    paid_on: paidOn,
    confirmed_on: today,
    state: heldReason ? 'held' : 'posted',
    held_reason: heldReason ?? null,
    received_at: appContext.clock.now(),
    approval_id: receipt.approvalId ?? null,
  });
  if (!isNew) return compareWithRecorded(trx, receipt);
  if (heldReason) {
    const now = appContext.clock.now();
    await bookSuspense(trx, order, { id, provider: receipt.provider, amount: receipt.amount }, today);
    await openTask(trx, {
      kind: 'heldPayment',
      subjectId: id,
      brand: order.brand,
      borrowerId: order.borrower_id,
      orderId: order.id,
      amount: receipt.amount,
      detail: heldReason,
      dueAt: dueAfter('heldPayment', now),
      now,
    });
    return 'held';
  }
  await trx.updateTable('payment_code').set({ state: 'paid' }).where('id', '=', code.id).execute();
  const { provider, amount } = receipt;
  await postPayment(trx, appContext, order, {
    payment: { id, provider, amount, paidOn, purpose: code.purpose },
    today,
  });
  return 'posted';
}

/** Reports whether a recorded payment is reported again unchanged, or with another amount or code. */
async function compareWithRecorded(trx: Db, receipt: Receipt): Promise<'repeated' | 'contradicted'> {
  const recorded = await recordedPayment(trx, receipt);
  const isSame =
    recorded?.amount === receipt.amount &&
    (recorded.code_id === null || recorded.code_id === receipt.reference);
  return isSame ? 'repeated' : 'contradicted';
}

/** A payment before it is posted. `amount` in cents; `paidOn` is the payer's date. */
export interface PaymentToPost {
  /** Our id of the payment, and the id of its event. */
  readonly id: PaymentId;
  readonly provider: string;
  readonly amount: number;
  readonly paidOn: LocalDate;
  readonly purpose: CodeRow['purpose'];
}

/**
 * Posts a payment. If the payments for an extension cover its price on the payer's date, within the tolerance, the due date moves
 * (EXT-04). Until then each of them is an ordinary payment.
 */
export async function postPayment(
  trx: Db,
  appContext: AppContext,
  order: Order,
  { payment, today }: { readonly payment: PaymentToPost; readonly today: LocalDate },
): Promise<void> {
  const [brand, now] = [brandOf(appContext, order), appContext.clock.now()];
  const valueDate =
    order.disbursed_on && payment.paidOn < order.disbursed_on
      ? localDate(order.disbursed_on)
      : payment.paidOn;
  const amount = cents(payment.amount);
  const events = engineEvents(await loadEvents(trx, order));
  const isDisbursed = order.disbursed_on !== null;
  const quote =
    payment.purpose === 'extension' && isDisbursed
      ? quoteExtension(order.terms, events, valueDate)
      : undefined;
  // If the loan was extended again after the payer's date, that extension stands, and this late report is an ordinary payment.
  const isSuperseded =
    quote?.ok &&
    position(order.terms, events, today).extensionsUsed >
      position(order.terms, events, valueDate).extensionsUsed;
  const offer = quote?.ok && !isSuperseded ? quote : undefined;
  const extension = offer && amount + (order.terms.tolerance ?? 0) >= offer.amount ? offer : undefined;
  const paidOrder = await appendEvent(
    trx,
    order,
    {
      id: payment.id,
      kind: 'paid',
      valueDate,
      amount,
      provider: payment.provider,
      ...(offer ? { extends: offer.instalment } : {}),
    },
    { brand, today, now },
  );
  const text = { paymentId: payment.id, amount, today };
  if (!extension) {
    const unmoved = quote && (quote.ok ? (isSuperseded ? 'usedUp' : 'short') : quote.reason);
    return textPayment(trx, appContext, order, { ...text, unmoved });
  }
  await appendEvent(
    trx,
    paidOrder,
    {
      kind: 'extended',
      valueDate,
      instalment: extension.instalment,
      newDueDate: extension.newDueDate,
      paidBy: payment.id,
      parts: extension.parts,
    },
    { brand, today, now },
  );
  await textPayment(trx, appContext, order, text);
}

/**
 * Texts the borrower what was received, what remains due on the business day, and that an arrangement was
 * kept. `unmoved`: why money for it moved no date.
 */
async function textPayment(
  trx: Db,
  appContext: AppContext,
  order: Order,
  {
    paymentId,
    amount,
    today,
    unmoved,
  }: {
    readonly paymentId: PaymentId;
    readonly amount: Cents;
    readonly today: LocalDate;
    readonly unmoved?: UnmovedReason | undefined;
  },
): Promise<void> {
  const updated = await loadOrder(trx, order.borrower_id, order.id);
  const isDisbursed = updated.disbursed_on !== null;
  const stored = isDisbursed ? await loadEvents(trx, updated) : [];
  const events = engineEvents(stored);
  const quote = isDisbursed ? quoteOf(updated.terms, events, today) : undefined;
  const next = quote && nextPaymentOf(quote);
  // While another payment is held, the text does not name the remaining amount: it may be paid.
  const isHeld = (await heldByOrder(trx, order.borrower_id)).has(order.id);
  const credit = isDisbursed && !quote ? creditOf(updated, stored, today) : 0;
  const left = credit > 0 ? credit : (next?.amount ?? 0);
  await notify(trx, appContext, order, {
    kind:
      isDisbursed && !quote
        ? credit > 0
          ? 'settledCredit'
          : 'settled'
        : runningTextKind(unmoved, isHeld ? undefined : next),
    event: `payment ${paymentId}`,
    values: {
      amount,
      left,
      date: next?.date ?? today,
      ...(unmoved ? { why: unmoved } : {}),
      ...(isDisbursed ? completedBy(paymentId, updated, events, today) : {}),
    },
  });
  const { arrangement } = quote?.position ?? {};
  if (arrangement?.state === 'fulfilled')
    await notify(trx, appContext, order, {
      kind: 'arrangementKept',
      event: `arrangement kept ${arrangement.from}`,
      values: {},
    });
}

/** The kind of the text about a payment of a loan that is not settled. `next`: undefined if the text may not name one. */
function runningTextKind(
  unmoved: UnmovedReason | undefined,
  next: ReturnType<typeof nextPaymentOf> | undefined,
): 'dateNotMoved' | 'paymentReceived' | 'paymentLate' | 'paymentNext' {
  if (unmoved) return 'dateNotMoved';
  if (!next || next.amount === 0) return 'paymentReceived';
  return next.isLate ? 'paymentLate' : 'paymentNext';
}

/** The last repayment that a payment completed, and how many the loan has; nothing if it completed none. */
function completedBy(
  paymentId: PaymentId,
  { terms }: Order,
  events: readonly LoanEvent[],
  today: LocalDate,
): Pick<MessageValues, 'no' | 'of'> {
  const paidUntil = (known: readonly LoanEvent[]) =>
    position(terms, known, today).instalments.reduce((last, { no, unpaid }) => (unpaid === 0 ? no : last), 0);
  const no = paidUntil(events);
  return no > paidUntil(events.filter(({ id }) => id !== paymentId)) ? { no, of: terms.periods } : {};
}
