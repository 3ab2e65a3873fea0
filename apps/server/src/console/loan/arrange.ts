import type { declineRequest } from '@hiram/contract/console/loan';
import type { OrderId } from '@hiram/contract/ids';
import {
  type ArrangementQuote,
  type ArrangementRejection,
  cents,
  formatCents,
  type LocalDate,
  quoteArrangement,
} from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { isLocalDate } from '@hiram/loan/local-date';
import type { Brand } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import {
  declineOpen,
  lastDayToAccept,
  openArrangement,
  proposeArrangement,
} from '../../lending/arrangements/arrangement-store.ts';
import { localeOf, textAboutLoan } from '../../lending/loans/loan-texts.ts';
import { engineEvents, loadEvents, lockOrder, type Order } from '../../lending/loans/order-store.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { isRejection, type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import type { Action, ActionScope } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { loadLoan } from './load-loan.ts';

interface ArrangeRequest {
  readonly orderId: OrderId;
  readonly days: readonly string[];
}

type Quote = Extract<ArrangementQuote, { ok: true }>;

/**
 * Proposes that the borrower pays what is overdue in equal parts. Nothing changes before the borrower accepts it in the app: the
 * parts are then those of that day.
 */
export const arrange: Action<ArrangeRequest, ArrangementRejection> = {
  name: 'loan.arrange',
  right: 'loan.arrange',
  approvalRight: 'loan.approveRequest',
  async lock({ db, brand }, { orderId }) {
    await loadLoan(db, oneBrandOf({ brand }), orderId, true);
  },
  async preview(scope, request) {
    const planned = await plan(scope, request);
    if (isRejection(planned)) return planned;
    const { order, quote } = planned;
    const money = (label: string, before: number, after: number) =>
      ({ label, before: String(before), after: String(after), format: 'money' }) as const;
    const last = quote.parts.at(-1)?.date ?? scope.today;
    return {
      subject: 'loan_order',
      subjectId: order.id,
      amount: quote.amount,
      cost: quote.saves,
      lines: [
        ...quote.parts.map(({ date, amount }) => money(formatDate(date, 'en'), 0, amount)),
        money(`Late charges until ${formatDate(last, 'en')}`, quote.saves, 0),
        money('In all', quote.amount + quote.saves, quote.amount),
      ],
      borrowerReads: await borrowerText(scope, order, quote),
      notes: [
        'The left column is the plain course: the same payments on the same days without an arrangement.',
        'Nothing changes before the borrower accepts it in the app, with an agreement of its own. The parts are those of that day.',
        'A part unpaid 5 days after its day ends it; late charges count from that day on, never backwards.',
      ],
    };
  },
  async perform(scope, request, { approvalId }) {
    const planned = await plan(scope, request);
    if (isRejection(planned))
      throw new Error(`an arrangement was possible a moment ago: ${planned.rejected}`);
    const { order, quote } = planned;
    const days = quote.parts.map(({ date }) => date);
    await proposeArrangement(scope.db, order, days, { today: scope.today, now: scope.now, approvalId });
    await textAboutLoan(scope.db, scope.appContext, order, {
      event: `arrangement offered ${approvalId}`,
      text: 'sms.arrangementOffered',
      values: ({ brand, lang }) => wordsOf(quote, { today: scope.today, brand, lang }),
    });
  },
};

/** The largest part, and the last day to accept. */
function wordsOf(
  { parts }: Quote,
  { today, brand, lang }: { readonly today: LocalDate; readonly brand: Brand; readonly lang: string },
) {
  const days = parts.map(({ date }) => date);
  return {
    amount: formatCents(cents(Math.max(...parts.map(({ amount }) => amount))), brand.money),
    date: formatDate(lastDayToAccept(days, today), lang),
  };
}

async function plan(
  { db, brand, today }: ActionScope,
  { orderId, days }: ArrangeRequest,
): Promise<{ readonly order: Order; readonly quote: Quote } | Rejection<ArrangementRejection>> {
  const order = await loadLoan(db, oneBrandOf({ brand }), orderId);
  if (order.status !== 'overdue') return reject('notLate');
  const events = engineEvents(await loadEvents(db, order));
  const quote = quoteArrangement(order.terms, events, today, days.filter(isLocalDate));
  return quote.ok ? { order, quote } : reject(quote.reason);
}

async function borrowerText(
  { db, appContext, today }: ActionScope,
  order: Order,
  quote: Quote,
): Promise<string> {
  const { brand, lang, translate } = await localeOf(db, appContext, order.borrower_id);
  return translate('sms.arrangementOffered', {
    name: brand.names.english,
    ...wordsOf(quote, { today, brand, lang }),
  });
}

/** Answers a borrower's request with no. The borrower is told. */
export const decline: StaffHandler<typeof declineRequest> = async (input, request) => {
  const { context, db, brand } = request;
  const { appContext } = context;
  const found = await loadLoan(db, brand, input.orderId);
  const now = appContext.clock.now();
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, found.borrower_id, found.id);
    const today = await appContext.clock.today(trx, brandOf(appContext, order).timeZone);
    const open = await openArrangement(trx, order, today);
    if (!open) return reject('noRequest');
    await declineOpen(trx, open, now);
    await textAboutLoan(trx, appContext, order, {
      event: `arrangement declined ${open.id}`,
      text: 'sms.arrangementDeclined',
      values: () => ({}),
    });
    return {};
  });
};
