import type { CallInput } from '@hiram/contract/call';
import type { AccountId, BorrowerId, OrderId, ProductId } from '@hiram/contract/ids';
import type { sandboxBorrower } from '@hiram/contract/sandbox';
import { addDays, type Cents, cents, type LocalDate, plan, type Terms } from '@hiram/loan';
import type { Brand } from '../brands/brand.ts';
import { brandOf } from '../brands/brand-of.ts';
import { markets } from '../brands/markets/markets.ts';
import { translatorFor } from '../brands/texts/translate.ts';
import type { AppContext } from '../context/app-context.ts';
import { readProfile } from '../lending/borrowers/profile.ts';
import { appendEvent } from '../lending/loans/append-event.ts';
import { loadEvents, lockOrder, type Order, updateOrder } from '../lending/loans/order-store.ts';
import { refreshOrder } from '../lending/loans/refresh-orders.ts';
import type { NewNotice } from '../lending/notices/notify.ts';
import { storeAgreements } from '../lending/origination/agreements/agreements.ts';
import { apply } from '../lending/origination/apply.ts';
import { readApplicant } from '../lending/origination/decision/applicant.ts';
import { markAndEvaluate } from '../lending/origination/decision/evaluate.ts';
import { type Resolution, resolutionOf } from '../lending/origination/decision/outcome.ts';
import { resolveDecision } from '../lending/origination/decision/resolve-decision.ts';
import { recordRuns } from '../lending/origination/decision/runs.ts';
import { loadProduct, termsOf } from '../lending/origination/products.ts';
import { recordShown } from '../lending/payments/history/milestones.ts';
import { insertPaymentOnce } from '../lending/payments/payment-store.ts';
import { settlePayout } from '../lending/payouts/settle-payout.ts';
import { screenBorrower } from '../lending/screening/screen.ts';
import { type Moment, startOfDay } from '../platform/clock/clock.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import { BadRequest } from '../platform/errors/rejection.ts';
import { newId } from '../platform/ids.ts';
import { bindAccount } from './demo-account.ts';
import { recordPayment, recordPayout } from './provider/fake-statements.ts';

/** The hour of the day at which the messages of a past loan came. */
const toldAtHour = 9;

/** Days from the due date of the first unpaid instalment to today: soon due, and late unless the options say otherwise. */
const daysPastDue = { '174': -2, '180': 2 } as const;

interface OrderRequest {
  readonly borrowerId: BorrowerId;
  readonly productId: ProductId;
  readonly wanted: DemoOptions;
  readonly today: LocalDate;
  readonly now: Date;
}

/** Creates the order in the requested state and returns its id. */
export async function createOrder(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  request: OrderRequest,
): Promise<OrderId> {
  const { borrowerId, wanted, now } = request;
  const { state, options = {} } = wanted;
  const application = await applyInPast(trx, appContext, brand, request);
  const { orderId, startedOn } = application;
  if (state === '21' && !options.referred) return orderId;
  const applied = await lockOrder(trx, borrowerId, orderId);
  if (state === '21') {
    await evaluateDemo(trx, appContext, brand, applied);
    const decision = { outcome: 'refer', reasons: ['scorerRefers'] } as const;
    await resolveDecision(trx, appContext, applied, { decision, today: startedOn });
    return orderId;
  }
  const decision = await decideDemo(trx, appContext, brand, applied);
  await resolveDecision(trx, appContext, applied, { decision, today: startedOn, isSilent: true });
  const tell = async (notice: TellRequest, day = startedOn) => {
    if (options.hasMessages) await tellInPast(trx, brand, { orderId, day }, { borrowerId, ...notice });
  };
  const kind = decision.outcome === 'refuse' ? 'declined' : 'approved';
  await tell({ kind, event: 'decision', values: { amount: applied.amount } });
  if (state === '110') return orderId;

  if (state === '151' && options.needsAccount) return orderId;
  const accountId = await bindAccount(trx, appContext, { brand, borrowerId, now });
  if (state === '151' && options.awaitsWithdrawal !== false) return orderId;

  await withdrawInPast(trx, appContext, brand, request, { ...application, accountId });
  if (state !== '151') {
    await repayInPast(trx, appContext, request, application);
    await markShown(trx, borrowerId, orderId, now);
    await tell(await paidOutNotice(trx, orderId));
    if (state === '174' || state === '180')
      for (const { day, ...notice } of duePast(application, request.today)) await tell(notice, day);
  }
  return orderId;
}

/**
 * The decision of a demo order. The ladder does not bind it: its borrower is shown with the loan that was asked for, whatever
 * their history.
 */
async function decideDemo(trx: Db, appContext: AppContext, brand: Brand, order: Order): Promise<Resolution> {
  const { policy, result } = await evaluateDemo(trx, appContext, brand, order);
  const isUnaffordable = result.trace.some(
    ({ stage, state }) => stage === 'affordability' && state === 'fired',
  );
  if (isUnaffordable) return { outcome: 'refuse', reasons: ['unaffordable'] };
  const decision = resolutionOf(policy.policy, result, undefined);
  return decision.outcome === 'refuse' && !decision.reasons.includes('limit')
    ? decision
    : { outcome: 'approve', reasons: [] };
}

/** Evaluates the policies as of a real application, and records their runs. */
async function evaluateDemo(trx: Db, appContext: AppContext, brand: Brand, order: Order) {
  const applicant = await readApplicant(trx, appContext, brand, order);
  const evaluation = await markAndEvaluate(trx, appContext, brand, { order, applicant });
  await recordRuns(trx, appContext, order, evaluation);
  return evaluation;
}

type TellRequest = Pick<NewNotice, 'kind' | 'event' | 'values'>;

/** What was said until today about the next payment of a loan, which nobody has paid. */
function duePast(
  { startedOn, next }: PastApplication,
  today: LocalDate,
): readonly (TellRequest & { readonly day: LocalDate })[] {
  if (!next) return [];
  const { payment: amount } = next;
  const date = addDays(startedOn, next.day);
  const told = [
    { day: addDays(date, -3), kind: 'dueSoon', event: `due ${date}`, values: { amount, date } },
    { day: addDays(date, 1), kind: 'late', event: `late ${date}`, values: { amount, date, days: 1 } },
  ] as const;
  return told.filter(({ day }) => day <= today);
}

/** Writes a message of a day, as sent by text and read. */
async function tellInPast(
  trx: Db,
  brand: Brand,
  { orderId, day }: { readonly orderId: OrderId; readonly day: LocalDate },
  { borrowerId, kind, event, values }: TellRequest & { readonly borrowerId: BorrowerId },
): Promise<void> {
  const at = new Date(startOfDay(brand.timeZone, day).getTime() + toldAtHour * 3_600_000);
  await trx
    .insertInto('notice')
    .values({
      borrower_id: borrowerId,
      id: newId(),
      order_id: orderId,
      kind,
      event,
      variables: JSON.stringify(values),
      state: 'sent',
      channel: 'sms',
      created_at: at,
      shown_at: at,
      read_at: at,
    })
    .execute();
}

async function paidOutNotice(trx: Db, orderId: OrderId): Promise<TellRequest> {
  const payout = await trx
    .selectFrom('payout')
    .innerJoin('bank_account', 'bank_account.id', 'payout.account_id')
    .select(['payout.id', 'payout.amount', 'bank_account.number_tail'])
    .where('payout.order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const values = { amount: payout.amount, tail: payout.number_tail };
  return { kind: 'paidOut', event: `payout ${payout.id}`, values };
}

/** A past loan's events are no news to its borrower. */
async function markShown(trx: Db, borrowerId: BorrowerId, orderId: OrderId, now: Date): Promise<void> {
  const order = { borrower_id: borrowerId, id: orderId };
  const [payouts, payments] = await Promise.all(
    (['payout', 'payment'] as const).map((table) =>
      trx
        .selectFrom(table)
        .select('id')
        .where('borrower_id', '=', borrowerId)
        .where('order_id', '=', orderId)
        .execute(),
    ),
  );
  for (const { id } of payouts ?? []) await recordShown(trx, order, { kind: 'paidOut', eventId: id }, now);
  for (const { id } of payments ?? [])
    for (const kind of ['received', 'settled'] as const)
      await recordShown(trx, order, { kind, eventId: id }, now);
}

/** An application of the past. `paid`: the instalments that were paid on their days. */
interface PastApplication {
  readonly orderId: OrderId;
  readonly startedOn: LocalDate;
  /** The amount that the borrower receives, in cents. */
  readonly proceeds: number;
  readonly paid: readonly Instalment[];
  readonly next: Instalment | undefined;
}

type Instalment = ReturnType<typeof plan>[number];

async function applyInPast(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  { borrowerId, productId, wanted, today, now }: OrderRequest,
): Promise<PastApplication> {
  const product = await loadProduct(trx, brand, productId);
  const amount = cents(wanted.options?.amount ?? product.row.amount_offered);
  const terms = termsOf(brand, product, amount, 'new');
  const { age, paid } = historyOf(wanted, terms);
  const startedOn = addDays(today, -age);
  const orderId = await apply(trx, appContext.jobs, brand, {
    borrowerId,
    offer: { product, amount, client: 'new', terms },
    today: startedOn,
    now,
    decideByHand: wanted.state === '21',
  });
  const loan = {
    brand,
    terms,
    productName: product.row.name,
    translate: translatorFor(brand.language, markets[brand.market]),
    from: startedOn,
    borrower: (await readProfile(trx, appContext.cipher, borrowerId)).fullName,
    orderId,
  };
  await storeAgreements(trx, appContext, { borrowerId, orderId }, { loan });
  if (wanted.options?.partnerUrl)
    await updateOrder(
      trx,
      { borrower_id: borrowerId, id: orderId },
      { served_at: wanted.options.partnerUrl },
    );
  return { orderId, startedOn, proceeds: amount - terms.fee, paid, next: plan(terms)[paid.length] };
}

/**
 * The days since the disbursal for the requested state today, and the instalments that were paid. Throws BadRequest for a state in
 * which none was, or for more of them than the loan has.
 */
function historyOf(
  { state, options = {} }: DemoOptions,
  terms: Terms,
): { readonly age: number; readonly paid: readonly Instalment[] } {
  const { collectionAllowed, paidInstalments = 0, daysLate = daysPastDue['180'] } = options;
  const isRunning = state === '170' || state === '174' || state === '180';
  const instalments = plan(terms);
  const hasPayments = state === '170' ? instalments.length > 1 : isRunning || state === '200';
  if (collectionAllowed && !hasPayments)
    throw new BadRequest('with.collectionAllowed', 'an order in this state has no payments');
  if (paidInstalments > 0 && !isRunning)
    throw new BadRequest('with.paidInstalments', 'is for a running loan');
  const paid = instalments.slice(0, paidInstalments);
  const next = instalments[paidInstalments];
  if (!next) throw new BadRequest('with.paidInstalments', 'is at most one less than the loan has');
  const [first] = instalments;
  if (state === '170' && collectionAllowed && first) return { age: first.day + 1, paid: [first] };
  if (state === '170') return { age: (paid.at(-1)?.day ?? 0) + 5, paid };
  if (state === '174') return { age: next.day + daysPastDue[state], paid };
  if (state === '180') return { age: next.day + daysLate, paid };
  return { age: state === '200' ? terms.termDays : 0, paid };
}

async function withdrawInPast(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  { borrowerId, wanted, now }: OrderRequest,
  { orderId, startedOn, proceeds, accountId }: PastApplication & { readonly accountId: AccountId },
): Promise<void> {
  await screenBorrower(trx, appContext, brand, borrowerId);
  const payoutId = newId();
  await trx
    .insertInto('payout')
    .values({
      borrower_id: borrowerId,
      id: payoutId,
      order_id: orderId,
      account_id: accountId,
      amount: proceeds,
      state: 'requested',
      provider: appContext.ports.payout.name,
      requested_at: now,
    })
    .execute();
  await updateOrder(
    trx,
    { borrower_id: borrowerId, id: orderId },
    { withdrawn_at: now, credit_by: addDays(startedOn, 3) },
  );
  if (wanted.state === '151') return;
  await settlePayout(trx, appContext, {
    reference: payoutId,
    result: 'paid',
    on: startedOn,
    reason: undefined,
    isSilent: true,
  });
  await recordPayout(trx, appContext, { reference: payoutId, amount: proceeds, on: startedOn });
}

async function repayInPast(
  trx: Db,
  appContext: AppContext,
  { borrowerId, wanted, today, now }: OrderRequest,
  { orderId, startedOn, paid }: PastApplication,
): Promise<void> {
  let order = await lockOrder(trx, borrowerId, orderId);
  for (const { day, payment: amount } of paid)
    order = await payPast(trx, appContext, order, { amount, paidOn: addDays(startedOn, day), today, now });
  if (wanted.state === '200') order = await payAll(trx, appContext, order, { today, now });
  await refreshOrder(trx, order, await loadEvents(trx, order), { today, now: appContext.clock.now() });
  if (wanted.state === '200' && wanted.options?.asksForRating === false)
    await updateOrder(trx, { borrower_id: borrowerId, id: orderId }, { rated_at: now, rating_stars: 5 });
}

async function payAll(trx: Db, appContext: AppContext, order: Order, { today, now }: Moment): Promise<Order> {
  let paid = order;
  for (const instalment of plan(order.terms)) {
    const paidOn = addDays(today, instalment.day - order.terms.termDays);
    paid = await payPast(trx, appContext, paid, { amount: instalment.payment, paidOn, today: paidOn, now });
  }
  return paid;
}

/** Records a past payment in our books and in the sandbox provider's. */
async function payPast(
  trx: Db,
  appContext: AppContext,
  order: Order,
  { amount, paidOn, today, now }: { amount: Cents; paidOn: LocalDate; today: LocalDate; now: Date },
): Promise<Order> {
  const id = newId();
  const provider = appContext.ports.payment.name;
  const paymentId = `pay_${id}`;
  await insertPaymentOnce(trx, {
    borrower_id: order.borrower_id,
    id,
    order_id: order.id,
    provider,
    provider_payment_id: paymentId,
    amount,
    paid_on: paidOn,
    confirmed_on: paidOn,
    state: 'posted',
    received_at: now,
  });
  await recordPayment(trx, appContext, { paymentId, reference: id, amount, on: paidOn });
  const moment = { brand: brandOf(appContext, order), today, now };
  return appendEvent(trx, order, { id, kind: 'paid', valueDate: paidOn, amount, provider }, moment);
}

export type DemoOptions = CallInput<typeof sandboxBorrower>;
