import type { NextPayment } from '@hiram/contract/loan';
import type { LoanMilestone, MilestoneAccount } from '@hiram/contract/milestone';
import { addDays, disclose, type LocalDate, position } from '@hiram/loan';
import type { Brand } from '../../../brands/brand.ts';
import { institutionLogo, logoUrl } from '../../../brands/look/logos.ts';
import { type Institution, institutionsOf } from '../../../brands/markets/institutions.ts';
import { markets } from '../../../brands/markets/markets.ts';
import { walletNumberOf } from '../../../brands/markets/wallet-number.ts';
import type { Translate } from '../../../brands/texts/translate.ts';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import type { Borrower } from '../../../platform/http/sessions/session.ts';
import { certifiedName } from '../../borrowers/profile.ts';
import { nextPaymentOf } from '../../loans/next-payment.ts';
import { engineEvents, type Order, type StoredEvent } from '../../loans/order-store.ts';
import { quoteOf } from '../../loans/repayment-quote.ts';
import { type PaymentRow, paidInAll, repaymentRows, showPayments } from './payment-history.ts';
import { receiptNumber } from './receipt-number.ts';

/** Days after which an event is no news any more. */
const newsDays = 7;

/** The borrower who looks at the loan, and the moment. */
interface Viewer {
  readonly appContext: AppContext;
  readonly db: Db;
  readonly brand: Brand;
  readonly borrower: Borrower;
  readonly translate: Translate;
  readonly now: Date;
}

/** A payout that arrived, with its account. Cents. */
export interface ArrivedPayout {
  readonly id: string;
  readonly amount: number;
  readonly settled_at: Date;
  readonly settled_on: string | null;
  readonly institution: string;
  readonly number_tail: string;
}

/** The data in which a milestone is found. */
export interface MilestoneRows {
  readonly order: Order;
  readonly events: readonly StoredEvent[];
  /** Newest first, of every state. */
  readonly payments: readonly PaymentRow[];
  readonly payout: ArrivedPayout | undefined;
  /** For an approved order whose borrower is to act: the account that is bound, or `none`. */
  readonly approvedFor: 'none' | Pick<ArrivedPayout, 'institution' | 'number_tail'> | undefined;
  readonly today: LocalDate;
}

type Kind = LoanMilestone['kind'];

/** An event that the borrower can be shown. */
export interface NewestEvent {
  readonly kind: Kind;
  readonly eventId: string;
}

/**
 * The newest event of an order, if it is recent and good news: a payment that counts, a payout that arrived,
 * an approval. A payment that is held or was reversed hides what came before it, so nothing old is shown as
 * new. The specification's market shows none.
 */
export function newestEvent(rows: MilestoneRows, { brand, now }: Pick<Viewer, 'brand' | 'now'>) {
  const event = newestOf(rows);
  if (!event || markets[brand.market].specifiedCopy) return undefined;
  const isNews = now.getTime() - event.at.getTime() <= newsDays * 86_400_000;
  return isNews ? event : undefined;
}

function newestOf(rows: MilestoneRows): (NewestEvent & { readonly at: Date }) | undefined {
  const { order, payments, payout, approvedFor } = rows;
  const [payment] = payments;
  if (order.status === 'approved')
    return approvedFor && order.decided_at && !payment
      ? { kind: 'approved', eventId: order.id, at: order.decided_at }
      : undefined;
  if (order.disbursed_on === null) return undefined;
  if (payment) {
    if (payment.state !== 'posted') return undefined;
    return {
      kind: settledBy(payment.id, rows) ? 'settled' : 'received',
      eventId: payment.id,
      at: payment.received_at,
    };
  }
  return payout && { kind: 'paidOut', eventId: payout.id, at: payout.settled_at };
}

/** Reports whether a payment settled its loan: money that arrives for a settled loan settles nothing. */
function settledBy(paymentId: string, { order, events, today }: MilestoneRows): boolean {
  if (order.settled_on === null) return false;
  const others = engineEvents(events).filter(({ id }) => id !== paymentId);
  return position(order.terms, others, today).status !== 'settled';
}

/** The events of an order that were shown, as `kind eventId`. */
async function shownMilestones(db: Db, order: Order): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('shown_milestone')
    .select(['kind', 'event_id'])
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .execute();
  return new Set(rows.map(({ kind, event_id }) => `${kind} ${event_id}`));
}

/** Records that an event is shown. Returns whether it was not shown before. */
export async function recordShown(
  db: Db,
  order: Pick<Order, 'borrower_id' | 'id'>,
  { kind, eventId }: NewestEvent,
  now: Date,
): Promise<boolean> {
  const inserted = await db
    .insertInto('shown_milestone')
    .values({ borrower_id: order.borrower_id, order_id: order.id, kind, event_id: eventId, shown_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute();
  return inserted.length > 0;
}

/** The milestone that a page shows; empty if the newest event is none or was shown. */
export async function unseenMilestone(
  rows: MilestoneRows,
  viewer: Viewer,
): Promise<{ readonly milestone?: LoanMilestone }> {
  const event = newestEvent(rows, viewer);
  if (!event) return {};
  const shown = await shownMilestones(viewer.db, rows.order);
  if (shown.has(`${event.kind} ${event.eventId}`)) return {};
  const name = await certifiedName(viewer.db, viewer.appContext.cipher, viewer.borrower.id);
  const { kind, eventId } = event;
  const { order } = rows;
  return {
    milestone: {
      kind,
      eventId,
      givenName: givenNameOf(name ?? ''),
      accounts: [],
      isBound: false,
      reference: '',
      lent: order.amount,
      fee: order.terms.fee,
      amount: disclose(order.terms).netProceeds,
      completed: 0,
      repayments: [],
      owedInAll: 0,
      credit: 0,
      reminderDays: order.terms.reminderDays,
      ...(kind === 'approved'
        ? approval(rows, viewer)
        : {
            ...balance(rows, viewer),
            ...(kind === 'paidOut' ? payoutFacts(rows, viewer) : paymentFacts(rows, viewer)),
          }),
    },
  };
}

/** The first of a person's names; an abbreviated one (`Ma.`) with the next. */
export function givenNameOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const end = words.findIndex((word) => !/^\p{L}{1,3}\.$/u.test(word));
  return words.slice(0, end + 1).join(' ');
}

function approval(
  { order, approvedFor, today }: MilestoneRows,
  { brand, borrower }: Viewer,
): Partial<LoanMilestone> {
  const until = order.offer_lapses_on;
  const { totalToRepay, instalments } = disclose(order.terms);
  const [first] = instalments;
  const country = markets[brand.market].country;
  const institutions = institutionsOf(country);
  const accounts =
    approvedFor === 'none' || approvedFor === undefined
      ? accountsToChoose(institutions, brand, walletNumberOf(markets[brand.market], borrower.phone))
      : [boundAccount(approvedFor, brand)];
  return {
    accounts,
    isBound: approvedFor !== 'none',
    owedInAll: totalToRepay,
    // As if it were paid out today.
    ...(first ? { next: { amount: first.payment, date: addDays(today, first.day), isLate: false } } : {}),
    ...(until === null ? {} : { date: until }),
  };
}

/** The most wallets among the accounts to choose from. */
const maxWallets = 3;

/** The country's wallets, first the one that most have, with the borrower's own number; then any bank. */
function accountsToChoose(
  institutions: readonly Institution[],
  brand: Brand,
  number: string,
): MilestoneAccount[] {
  const wallets = institutions
    .filter(({ kind }) => kind === 'wallet')
    .slice(0, maxWallets)
    .map((wallet, index) => ({
      ...shownAccount(wallet, brand),
      number: index === 0 && number !== '' ? `${number.slice(0, 4)} ··· ${number.slice(-4)}` : '',
    }));
  const bank = { name: '', logo: logoUrl(brand, 'bank'), isWallet: false, code: '', number: '' };
  return [...wallets, bank];
}

function boundAccount(
  { institution: bic, number_tail }: Pick<ArrivedPayout, 'institution' | 'number_tail'>,
  brand: Brand,
): MilestoneAccount {
  const institution = institutionsOf(markets[brand.market].country).find((each) => each.bic === bic);
  const shown = institution
    ? shownAccount(institution, brand)
    : { name: bic, logo: '', isWallet: false, code: bic };
  return { ...shown, number: `··· ${number_tail}` };
}

function shownAccount({ name, bic, kind }: Institution, brand: Brand): Omit<MilestoneAccount, 'number'> {
  return { name, logo: institutionLogo(brand, { name, kind }), isWallet: kind === 'wallet', code: bic };
}

function balance({ order, events, today }: MilestoneRows, { brand }: Viewer): Partial<LoanMilestone> {
  const quote = quoteOf(order.terms, engineEvents(events), today);
  const current = quote?.position ?? position(order.terms, engineEvents(events), today);
  const next = quote && nextPaymentOf(quote);
  return {
    repayments: repaymentRows(current, order.terms.reminderDays),
    owedInAll: current.owedInAll,
    credit: current.credit,
    ...(next ? { next, ...counterFor(next, brand) } : {}),
  };
}

/** The counter whose codes last until a payment's due date. */
function counterFor({ amount, isLate }: NextPayment, brand: Brand): Pick<LoanMilestone, 'counter'> {
  if (isLate) return {};
  const counter = brand.channels.find(
    ({ untilDue, showType, min, max }) => untilDue && showType === 1 && min <= amount && amount <= max,
  );
  return counter ? { counter: { channelNumber: counter.number, name: counter.name } } : {};
}

function payoutFacts({ payout, order }: MilestoneRows, { brand }: Viewer): Partial<LoanMilestone> {
  if (!payout) return {};
  const date = payout.settled_on ?? order.disbursed_on;
  return {
    amount: payout.amount,
    accounts: [boundAccount(payout, brand)],
    at: payout.settled_at.toISOString(),
    reference: receiptNumber(payout.id),
    ...(date === null ? {} : { date }),
  };
}

function paymentFacts(rows: MilestoneRows, { brand, translate }: Viewer): Partial<LoanMilestone> {
  const { order, events, payments, today } = rows;
  const [row] = payments;
  const [payment] = showPayments(payments.slice(0, 1), order, events, { brand, translate, today }).filter(
    ({ kind }) => kind === 'payment',
  );
  if (!row || !payment) return {};
  const isSettled = settledBy(row.id, rows);
  return {
    amount: isSettled ? paidInAll(events) : payment.amount,
    payment,
    completed: completedBy(row.id, order, events, today),
    ...(isSettled && order.disbursed_on !== null ? { date: order.disbursed_on } : {}),
  };
}

/** The number of the last repayment that a payment completed; 0 if it completed none. */
function completedBy(
  paymentId: string,
  { terms }: Order,
  events: readonly StoredEvent[],
  today: LocalDate,
): number {
  const all = engineEvents(events);
  const paidCount = (some: typeof all) =>
    position(terms, some, today).instalments.filter(({ unpaid }) => unpaid === 0).length;
  const after = paidCount(all);
  return after > paidCount(all.filter(({ id }) => id !== paymentId)) ? after : 0;
}
