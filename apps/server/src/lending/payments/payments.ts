import {
  type Cents,
  cents,
  formatCents,
  type LocalDate,
  localDate,
  position,
  quoteExtension,
} from '@hiram/loan';
import { brandOf } from '../../brands/brand-of.ts';
import { businessDayOf } from '../../brands/business-day.ts';
import { markets } from '../../brands/markets/markets.ts';
import { formatDate } from '../../brands/texts/dates.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import { textAboutLoan } from '../loans/loan-texts.ts';
import { appendEvent, engineEvents, loadEvents, loadOrder, type Order } from '../loans/loans.ts';
import { heldByOrder, holdReason } from './hold-payment.ts';
import type { CodeRow } from './payment-codes.ts';

/** What a provider tells of a payment: the payer's date, and its own ids. Amount in cents. */
export interface Receipt {
  readonly provider: string;
  readonly paymentId: string;
  /** Our id of the code that was paid. */
  readonly reference: string;
  readonly amount: number;
  readonly paidOn: LocalDate | Date;
  /** ISO 4217, where the provider says; the brand's own where not. */
  readonly currency?: string | undefined;
}

/**
 * `contradicted`: in another currency than the brand's, of more than anybody pays at once, or told before with another amount
 * or code; a person must look.
 */
export type ReceiptOutcome = 'posted' | 'held' | 'repeated' | 'unknown' | 'contradicted';

/** In cents. More is a fault of whoever tells it, and sums of a few would be exact no more. */
const maxAtOnce = 1_000_000_000_000;

/**
 * Takes in a payment, in the webhook's transaction: posted with the payer's date, once per provider's id. What `holdReason`
 * holds for review moves no money. Whatever else was paid is taken: in part, too much, twice.
 */
export async function receive(trx: Db, appContext: AppContext, receipt: Receipt): Promise<ReceiptOutcome> {
  const found = await trx
    .selectFrom('payment_code')
    .selectAll()
    .where('id', '=', receipt.reference)
    .executeTakeFirst();
  if (!found || found.provider !== receipt.provider) return 'unknown';
  const order = await loadOrder(trx, found.borrower_id, found.order_id, true);
  const brand = brandOf(appContext, order);
  if (receipt.currency !== undefined && receipt.currency !== markets[brand.market].currency)
    return 'contradicted';
  if (receipt.amount > maxAtOnce) return 'contradicted';
  const today = await appContext.clock.today(trx, brand.timeZone);
  const told = await appContext.clock.dayOf(trx, brand.timeZone, receipt.paidOn);
  const paidOn = await businessDayOf(trx, appContext, told, today);
  const incoming = { amount: receipt.amount, paidOn, code: found };
  const held = await holdReason(trx, brand, order, incoming, today);
  const id = newId();
  const noted = await trx
    .insertInto('payment')
    .values({
      borrower_id: order.borrower_id,
      id,
      order_id: order.id,
      code_id: found.id,
      provider: receipt.provider,
      provider_payment_id: receipt.paymentId,
      amount: receipt.amount,
      paid_on: paidOn,
      confirmed_on: today,
      state: held ? 'held' : 'posted',
      held_reason: held ?? null,
      received_at: appContext.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_payment_id']).doNothing())
    .executeTakeFirst();
  if (noted.numInsertedOrUpdatedRows === 0n) return toldBefore(trx, receipt);
  if (held) return 'held';
  await trx.updateTable('payment_code').set({ state: 'paid' }).where('id', '=', found.id).execute();
  const { provider, amount } = receipt;
  await postPayment(trx, appContext, order, { id, provider, amount, paidOn, purpose: found.purpose }, today);
  return 'posted';
}

/** A payment that came before: the same again, or one that says something else of it. */
async function toldBefore(trx: Db, receipt: Receipt): Promise<'repeated' | 'contradicted'> {
  const before = await trx
    .selectFrom('payment')
    .select(['amount', 'code_id'])
    .where('provider', '=', receipt.provider)
    .where('provider_payment_id', '=', receipt.paymentId)
    .executeTakeFirstOrThrow();
  const same =
    before.amount === receipt.amount && (before.code_id === null || before.code_id === receipt.reference);
  return same ? 'repeated' : 'contradicted';
}

/**
 * A payment for an extension that covers its price on the payer's date also moves the due date (EXT-04). One that covers
 * only a part is an ordinary payment.
 */
export async function postPayment(
  trx: Db,
  appContext: AppContext,
  order: Order,
  payment: {
    /** Our id of it, which its event bears too. */
    readonly id: string;
    readonly provider: string;
    readonly amount: number;
    readonly paidOn: LocalDate;
    readonly purpose: CodeRow['purpose'];
  },
  today: LocalDate,
): Promise<void> {
  const now = appContext.clock.now();
  const valueDate =
    order.disbursed_on && payment.paidOn < order.disbursed_on
      ? localDate(order.disbursed_on)
      : payment.paidOn;
  const amount = cents(payment.amount);
  const events = engineEvents(await loadEvents(trx, order));
  const isOut = order.disbursed_on !== null;
  const quote =
    payment.purpose === 'extension' && isOut ? quoteExtension(order.terms, events, valueDate) : undefined;
  // Told of late: where the loan was extended again since the payer's day, that one stands, and this is an ordinary payment.
  const overtaken =
    quote?.ok &&
    position(order.terms, events, today).extensionsUsed >
      position(order.terms, events, valueDate).extensionsUsed;
  const extended = quote?.ok && !overtaken && amount >= quote.amount ? quote : undefined;
  const after = await appendEvent(
    trx,
    order,
    {
      id: payment.id,
      kind: 'paid',
      valueDate,
      amount,
      provider: payment.provider,
      ...(extended ? { extends: extended.instalment } : {}),
    },
    today,
    now,
  );
  if (!extended) return textPayment(trx, appContext, order, payment.id, amount, today);
  await appendEvent(
    trx,
    after,
    {
      kind: 'extended',
      valueDate,
      instalment: extended.instalment,
      newDueDate: extended.newDueDate,
      paidBy: payment.id,
    },
    today,
    now,
  );
  await textPayment(trx, appContext, order, payment.id, amount, today);
}

/** Tells the borrower what came, and what is left on the business's day. */
async function textPayment(
  trx: Db,
  appContext: AppContext,
  order: Order,
  paymentId: string,
  amount: Cents,
  today: LocalDate,
): Promise<void> {
  const now = await loadOrder(trx, order.borrower_id, order.id);
  const isOut = now.disbursed_on !== null;
  const stand = isOut ? position(now.terms, engineEvents(await loadEvents(trx, now)), today) : undefined;
  const left = stand?.due ?? 0;
  // Whose other payment waits for a person is not told of what is left: it may be paid.
  const isHeld = (await heldByOrder(trx, order.borrower_id)).has(order.id);
  const isLate = stand !== undefined && stand.overdue + stand.lateOwed + stand.penaltyOwed > 0;
  await textAboutLoan(trx, appContext, order, {
    event: `payment ${paymentId}`,
    text:
      stand?.status === 200
        ? 'sms.settled'
        : left === 0 || isHeld
          ? 'sms.paymentReceived'
          : isLate
            ? 'sms.paymentLate'
            : 'sms.paymentNext',
    values: ({ brand, lang }) => ({
      amount: formatCents(amount, brand.money),
      left: formatCents(cents(left), brand.money),
      date: formatDate(stand?.dueDate ?? today, lang),
    }),
  });
}
