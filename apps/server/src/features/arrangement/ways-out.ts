import { firstPartWithin, partsLimit, type WaysOut, type waysOut } from '@hiram/contract/arrangement';
import {
  type ArrangementQuote,
  addDays,
  cents,
  daysBetween,
  type LoanEvent,
  type LocalDate,
  payable,
  position,
  quoteArrangement,
  quoteExtension,
  type Terms,
} from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { arrangementText } from '../../lending/arrangements/arrangement-agreement.ts';
import {
  daysOf,
  openArrangement,
  type Proposal,
  partDays,
  proposalOf,
} from '../../lending/arrangements/arrangement-store.ts';
import { certifiedName } from '../../lending/borrowers/profile.ts';
import { isRunning } from '../../lending/loans/order-status.ts';
import {
  engineEvents,
  loadEvents,
  loadOrder,
  type Order,
  productOf,
} from '../../lending/loans/order-store.ts';
import { leastPayment, quoteOf } from '../../lending/loans/repayment-quote.ts';
import { costOn } from '../../lending/loans/ways-to-pay.ts';
import { textHash } from '../../lending/origination/agreements/agreed-text.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** The days until the ways are compared, where none of them has a day. */
const usualDays = 30;

/** The arrangement that is shown before the borrower chooses another: parts, and the days until the first. */
const usual = { parts: 3, firstAfter: 10 } as const;

interface Loan {
  readonly terms: Terms;
  readonly events: readonly LoanEvent[];
  readonly today: LocalDate;
}

/** The ways out of a borrower who cannot pay, with the engine's prices of today. */
export const showWaysOut: Handler<typeof waysOut> = async (input, requestContext) => {
  const { db, borrower, brand, translate } = requestContext;
  const order = await loadOrder(db, borrower.id, input.orderId);
  if (order.status === 'settled') return reject('nothingDue');
  if (!isRunning(order.status)) return reject('notRunning');
  const today = await requestContext.today();
  const loan: Loan = { terms: order.terms, events: engineEvents(await loadEvents(db, order)), today };
  const current = position(loan.terms, loan.events, today);
  if (current.status === 'settled') return reject('nothingDue');
  if (current.arrangement?.state === 'kept') return reject('arranged');
  const due = current.instalments.find(({ no }) => no === current.dueNo);
  const open = await openArrangement(db, order, today);
  // The parts that were asked for, until others are chosen.
  const days =
    open?.state === 'requested' && input.parts === undefined
      ? daysOf(open)
      : partDays(firstDayOf(input.firstDay, today), partsOf(input.parts));
  const quote = quoteArrangement(loan.terms, loan.events, today, days);
  const extension = quoteExtension(loan.terms, loan.events, today);
  const proposal = await proposalOf(db, order, today);
  const [lastPart] = quote.ok ? quote.parts.slice(-1) : [];
  const until = extension.ok ? extension.newDueDate : (lastPart?.date ?? addDays(today, usualDays));
  return {
    productName: (await productOf(db, order)).name,
    today,
    due: current.due,
    ...(current.dueNo === undefined ? {} : { dueNo: current.dueNo }),
    ...(due ? { dueDate: due.dueDate } : {}),
    servicePhone: brand.servicePhone,
    until,
    waiting: waitingUntil(loan, until),
    payPart: partNow(loan, { due: current.due, until, channels: brand.channels }),
    ...(extension.ok
      ? {
          extension: {
            amount: extension.amount,
            interest: extension.interest + extension.principal,
            charges: extension.late + extension.penalty,
            newAmount: extension.newAmount,
            newInterest: extension.newInterest,
            newDueDate: extension.newDueDate,
            added: extension.added,
            moves: Math.max(0, daysBetween(extension.oldDueDate, extension.newDueDate)),
          },
        }
      : {}),
    noExtension: extension.ok ? '' : translate(`extension.${extension.reason}`),
    ...(quote.ok ? { arrangement: shownParts(quote) } : {}),
    noArrangement: quote.ok ? '' : translate(`arrangement.${quote.reason}`),
    isAsked: open?.state === 'requested',
    askedDays: open?.state === 'requested' ? [...daysOf(open)] : [],
    ...(proposal ? { offer: await shownOffer(proposal, order, requestContext, today) } : {}),
  };
};

function partsOf(parts: number = usual.parts): number {
  return Math.min(partsLimit, Math.max(1, parts));
}

/** The first part's day, moved into the days that a borrower may choose. */
function firstDayOf(wished: string | undefined, today: LocalDate): LocalDate {
  const day = wished !== undefined && isLocalDate(wished) ? wished : addDays(today, usual.firstAfter);
  const last = addDays(today, firstPartWithin);
  return day < today ? today : day > last ? last : day;
}

function shownParts({ amount, charges, parts, added }: Extract<ArrangementQuote, { ok: true }>) {
  return { amount, charges, parts: parts.map((part) => ({ ...part })), added: { ...added } };
}

/** The largest amount of one digit and zeros that is at most half of a sum: ₱1,000 of ₱2,855.85. */
function roundPart(amount: number): number {
  const half = Math.floor(amount / 2);
  if (half < 1) return amount;
  const place = 10 ** (String(half).length - 1);
  return Math.floor(half / place) * place;
}

/** Cents that the days until a day add to what is due if nothing more is paid. */
function waitingUntil(loan: Loan, until: LocalDate): number {
  const quote = quoteOf(loan.terms, loan.events, loan.today);
  return quote ? Math.max(0, costOn(loan, quote, 'due', until) - quote.amount) : 0;
}

/** A part that can be paid now, what is then left of what is due, and what waiting with that adds. Cents; 0: nothing can be paid. */
function partNow(
  loan: Loan,
  {
    due,
    until,
    channels,
  }: { readonly due: number; readonly until: LocalDate; readonly channels: Brand['channels'] },
): WaysOut['payPart'] {
  const { terms, events, today } = loan;
  const range = payable(terms, events, today);
  if (!range.ok) return { amount: 0, rest: due, added: 0, min: 0, max: 0 };
  const least = leastPayment(range, channels);
  const amount = Math.min(range.max, Math.max(least, roundPart(due)));
  const paid: LoanEvent = {
    kind: 'paid',
    id: 'part',
    seq: Number.MAX_SAFE_INTEGER,
    valueDate: today,
    amount: cents(amount),
  };
  return {
    amount,
    rest: Math.max(0, due - amount),
    added: waitingUntil({ ...loan, events: [...events, paid] }, until),
    min: least,
    max: range.max,
  };
}

/** A proposal with its agreement, which the borrower reads before accepting it. */
async function shownOffer(
  proposal: Proposal,
  order: Order,
  requestContext: BorrowerRequest,
  today: LocalDate,
): Promise<WaysOut['offer']> {
  const { row, quote } = proposal;
  const { title, html } = await textOf(proposal, order, requestContext, today);
  return {
    ...shownParts(quote),
    validThrough: row.valid_through ?? today,
    instalments: [...quote.instalments],
    agreement: { title, html, sha256: textHash(html) },
  };
}

/** The agreement of a proposal in the borrower's language, with their name. */
export async function textOf(
  { quote }: Proposal,
  order: Order,
  { appContext, db, brand, translate, borrower }: BorrowerRequest,
  today: LocalDate,
) {
  const name = await certifiedName(db, appContext.cipher, borrower.id);
  return arrangementText({ brand, translate, borrower: name, orderId: order.id, today, quote });
}
