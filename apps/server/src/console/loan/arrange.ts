import type { declineRequest } from '@hiram/contract/console/loan';
import type { OrderId } from '@hiram/contract/ids';
import {
  type ArrangementQuote,
  type ArrangementRejection,
  type LocalDate,
  quoteArrangement,
} from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { isLocalDate } from '@hiram/loan/local-date';
import { brandOf } from '../../brands/brand-of.ts';
import type { MessageValues } from '../../brands/messages/message-kinds.ts';
import { smsText } from '../../brands/messages/sms-length.ts';
import {
  declineOpen,
  lastDayToAccept,
  openArrangement,
  proposeArrangement,
} from '../../lending/arrangements/arrangement-store.ts';
import { localeOf } from '../../lending/borrowers/locale.ts';
import { engineEvents, loadEvents, lockOrder, type Order } from '../../lending/loans/order-store.ts';
import { notify } from '../../lending/notices/notify.ts';
import { renderNotice } from '../../lending/notices/render.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
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
    const { db, appContext, today } = scope;
    const locale = await localeOf(db, appContext, order.borrower_id);
    const { text } = renderNotice(
      locale,
      'arrangementOffered',
      valuesOf(quote, today),
      appContext.config.publicUrl,
    );
    const money = (label: string, before: number, after: number) =>
      ({ label, before: String(before), after: String(after), format: 'money' }) as const;
    const { kept, plain } = quote.added;
    const last = quote.parts.at(-1)?.date ?? today;
    return {
      subject: 'loan_order',
      subjectId: order.id,
      amount: quote.amount,
      cost: Math.max(0, plain - kept),
      // Both columns have the same payments, and add up to the last line.
      lines: [
        money('Overdue, to pay at once', quote.amount, 0),
        ...quote.parts.map(({ date, amount }) => money(formatDate(date, 'en'), 0, amount)),
        money(`Late charges until ${formatDate(last, 'en')}`, plain, kept),
        money('In all', quote.amount + plain, quote.amount + kept),
      ],
      borrowerReads: smsText(text),
      notes: [
        'Before: without an arrangement everything overdue is to be paid at once. Its late charges are those if the same parts are paid on these days.',
        ...(kept > plain
          ? [
              'It costs the borrower more than the plain course, unless the other payments are paid on their days.',
            ]
          : []),
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
    await notify(scope.db, scope.appContext, order, {
      kind: 'arrangementOffered',
      event: `arrangement offered ${approvalId}`,
      values: valuesOf(quote, scope.today),
    });
  },
};

/** The largest part, and the last day to accept. */
function valuesOf({ parts }: Quote, today: LocalDate): MessageValues {
  const days = parts.map(({ date }) => date);
  return { amount: Math.max(...parts.map(({ amount }) => amount)), date: lastDayToAccept(days, today) };
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
    await notify(trx, appContext, order, {
      kind: 'arrangementDeclined',
      event: `arrangement declined ${open.id}`,
      values: {},
    });
    return {};
  });
};
