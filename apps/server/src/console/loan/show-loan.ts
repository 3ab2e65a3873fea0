import type { showLoan as showLoanCall } from '@hiram/contract/console/loan';
import type { ShownTerms } from '@hiram/contract/console/loan-shapes';
import {
  addDays,
  disbursalOf,
  disclose,
  grantedExtension,
  type LoanEvent,
  type LocalDate,
  localDate,
  plan,
  position,
  quoteArrangement,
  type Terms,
} from '@hiram/loan';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { daysOf, openArrangement } from '../../lending/arrangements/arrangement-store.ts';
import { knownAt } from '../../lending/loans/known-events.ts';
import { engineEvents, type Order, productOf } from '../../lending/loans/order-store.ts';
import { creditByProvider } from '../../lending/payments/refunds.ts';
import { loanDifferences } from '../../lending/reconciliation/check-loans.ts';
import { type LoanToday, noExtension, situationOf } from '../../lending/review/adjustment.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { named, nameOnPage } from '../access/personal-data/names.ts';
import { recordRead } from '../access/personal-data/record-read.ts';
import { holdersOf } from '../access/right-holders.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { readerOf } from '../lists/reader-of.ts';
import { loadLoan } from './load-loan.ts';
import { type LoanBooks, postedOf, readBooks } from './loan-books.ts';
import { loanDocuments } from './loan-documents.ts';
import { shownEvents } from './shown-events.ts';
import { schedule, shownPosition } from './shown-position.ts';

/** The greatest number of days ahead for which a loan is computed. */
const maxDaysAhead = 400;

/** A loan on a day, with how its figures came about and what belongs to it. That it was looked at is recorded. */
export const showLoan: StaffHandler<typeof showLoanCall> = async (input, staffRequest) => {
  const { context, db, brand } = staffRequest;
  const { appContext } = context;
  const order = await loadLoan(db, brand, input.orderId);
  const { timeZone } = appContext.brands.get(order.brand) ?? appContext.defaultBrand;
  const today = await appContext.clock.today(db, timeZone);
  const on = input.on === undefined ? today : localDate(input.on);
  if (on < order.applied_on || on > addDays(today, maxDaysAhead))
    return reject('dayOutOfRange', { field: 'on' });
  await recordRead(staffRequest, {
    borrowerId: order.borrower_id,
    subject: 'loan_order',
    subjectId: order.id,
    field: 'loan',
    reason: 'loan opened',
  });
  const all = await readBooks(db, appContext, order);
  const books = input.knowledge === 'then' ? knownThen(all, on) : all;
  const events = engineEvents(books.rows.map(({ stored }) => stored));
  const disbursal = disbursalOf(events);
  const isDisbursed = disbursal !== undefined && disbursal.valueDate <= on;
  const known = { terms: order.terms, events };
  const documents = await loanDocuments(
    db,
    order,
    brandOf(appContext, order),
    readerOf(staffRequest, order.brand),
  );
  return {
    order: await shownOrder(staffRequest, order),
    today,
    on,
    terms: shownTerms(order.terms, order.client_kind === 'new'),
    ...(isDisbursed ? { position: shownPosition(known, on) } : {}),
    schedule: isDisbursed ? [...schedule(known, on)] : [],
    events: [...(await shownEvents(db, books, { on, isDisbursed }))],
    journals: [...books.journals],
    differences: differencesOf(books, input.knowledge === 'then' && on < today ? on : today),
    ...documents,
    ...(await shownPayout(db, { order, today, ...documents })),
    ...(isDisbursed ? shownArrangement(known, on) : {}),
    ...(await shownOpen(db, order, engineEvents(all.rows.map(({ stored }) => stored)), today)),
    ...(await possible(db, appContext, { order, stored: all.rows.map(({ stored }) => stored), today })),
  };
};

/** Before the payout: who decides on it, and what would be paid. */
async function shownPayout(
  db: Db,
  {
    order,
    today,
    reviews,
    holds,
  }: Awaited<ReturnType<typeof loanDocuments>> & Pick<LoanToday, 'order' | 'today'>,
) {
  const isComing = order.status === 'applied' || order.status === 'approved';
  const right = holds.length > 0 ? 'moneyOut.release' : reviews.length > 0 ? 'decision.decide' : undefined;
  const deciders = isComing && right ? await holdersOf(db, right, order.brand) : [];
  return {
    deciders: deciders.map(({ name }) => name),
    planned: isComing
      ? plan(order.terms).map(({ no, day, principal, interest }) => ({
          no,
          dueDate: addDays(today, day),
          principal,
          interest,
        }))
      : [],
    ...(order.decided_at === null ? {} : { decidedAt: order.decided_at.toISOString() }),
  };
}

/** The loan's latest arrangement on a day. */
function shownArrangement(known: Parameters<typeof shownPosition>[0], on: LocalDate) {
  const { arrangement } = position(known.terms, known.events, on);
  if (!arrangement) return {};
  const { state, from, owed, due, next, brokenOn } = arrangement;
  return {
    arrangement: {
      state,
      from,
      owed,
      due,
      ...(next ? { next } : {}),
      ...(brokenOn === undefined ? {} : { brokenOn }),
    },
  };
}

/** The borrower's request to pay in parts, or the proposal that waits for the borrower, with the amounts of today. */
async function shownOpen(db: Db, order: Order, events: readonly LoanEvent[], today: LocalDate) {
  const open = await openArrangement(db, order, today);
  if (!open) return {};
  const days = daysOf(open);
  const quote = quoteArrangement(order.terms, events, today, days);
  return {
    openArrangement: {
      state: open.state === 'proposed' ? ('proposed' as const) : ('requested' as const),
      parts: quote.ok ? quote.parts.map((part) => ({ ...part })) : days.map((date) => ({ date })),
    },
  };
}

/** The limits of the actions on the loan today. */
async function possible(db: Db, appContext: AppContext, loan: LoanToday) {
  const { order, stored, today } = loan;
  const credits =
    situationOf(loan).credit > 0
      ? await creditByProvider(db, brandOf(appContext, order), { order, stored, today })
      : [];
  const events = engineEvents(stored);
  const extension = disbursalOf(events) ? grantedExtension(order.terms, events, today) : undefined;
  const rejection = extension === undefined ? 'notDue' : extension.ok ? undefined : extension.reason;
  return {
    credits: credits.map(({ nextFrom, ...credit }) => ({
      ...credit,
      ...(nextFrom === undefined ? {} : { nextFrom }),
    })),
    ...(rejection === undefined ? {} : { noExtension: noExtension[rejection] }),
  };
}

/** The events that were known at the end of a day. */
function knownThen(books: LoanBooks, on: LocalDate): LoanBooks {
  const stored = knownAt(
    books.rows.map((row) => row.stored),
    books.knownOn,
    on,
  );
  const ids = new Set(stored.map(({ event }) => event.id));
  return {
    ...books,
    rows: books.rows.filter((row) => ids.has(row.stored.event.id)),
    journals: books.journals.filter(({ postedOn }) => postedOn <= on),
  };
}

function differencesOf({ order, rows, journals, held }: LoanBooks, day: LocalDate) {
  const events = rows.map(({ stored }) => stored);
  const known = new Set(events.map(({ event }) => event.id));
  // On a past day a payment stood in suspense if its money was booked by then and its event was not.
  const booked = new Set(journals.flatMap(({ eventId = '' }) => eventId));
  const suspended = held.filter(
    ({ id, state }) => state !== 'reversed' && !known.has(id) && (state !== 'posted' || booked.has(id)),
  );
  const books = { order, events, posted: postedOf(journals), suspended };
  return loanDifferences(books, day).map(({ account, ledger, position }) => ({
    account,
    ledger,
    events: position,
  }));
}

async function shownOrder(request: StaffRequest, order: Order) {
  const name = await nameOnPage(request, {
    borrowerId: order.borrower_id,
    brand: order.brand,
    place: order.status === 'overdue' ? 'lateLoan' : 'loan',
  });
  const product = await productOf(request.db, order);
  return {
    orderId: order.id,
    brand: order.brand,
    borrowerId: order.borrower_id,
    ...named(name),
    status: order.status,
    product: product.name,
    amount: order.amount,
    appliedAt: order.applied_at.toISOString(),
    ...(order.disbursed_on === null ? {} : { disbursedOn: order.disbursed_on }),
    ...(order.settled_on === null ? {} : { settledOn: order.settled_on }),
  };
}

function shownTerms(terms: Terms, firstLoan: boolean): ShownTerms {
  const { effectivePerMonth } = disclose(terms);
  const { principal, fee, kind, termDays, periods, dailyPpm, penalty, extensions, ceilings } = terms;
  return {
    principal,
    fee,
    kind,
    termDays,
    periods,
    dailyPpm,
    penalty,
    extensions,
    firstLoan,
    ...(effectivePerMonth === undefined
      ? {}
      : { effectivePpm: Math.max(0, Math.round(effectivePerMonth * 1_000_000)) }),
    lateTiers: terms.lateTiers.map(({ untilDay, ppm }) => ({
      ...(untilDay === undefined ? {} : { untilDay }),
      ppm,
    })),
    ...(ceilings === undefined ? {} : { ceilings: ceilings.name }),
  };
}
