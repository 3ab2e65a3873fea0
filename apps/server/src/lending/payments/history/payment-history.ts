import type { AmountRow, PastPayment, RepaymentRow } from '@hiram/contract/loan';
import {
  type Allocation,
  allocations,
  daysBetween,
  inForce,
  type LocalDate,
  type Position,
} from '@hiram/loan';
import type { Brand } from '../../../brands/brand.ts';
import { logoUrl } from '../../../brands/look/logos.ts';
import { lateName } from '../../../brands/texts/late-tiers.ts';
import type { Translate } from '../../../brands/texts/translate.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { engineEvents, type Order, type StoredEvent } from '../../loans/order-store.ts';
import { receiptNumber } from './receipt-number.ts';

/** Maximum number of payments on a page. */
export const maxPayments = 100;

/** The form in which payments are shown, and the business day. */
interface Shown {
  readonly brand: Brand;
  readonly translate: Translate;
  readonly today: LocalDate;
  /** Only the payments of this code, without refunds. */
  readonly codeId?: string;
}

/**
 * Payments and refunds of a loan, newest first, with the allocation of each payment. `stored` are the order's events; the
 * allocations are the engine's for today.
 */
export function showPayments(
  rows: readonly PaymentRow[],
  order: Pick<Order, 'terms'>,
  stored: readonly StoredEvent[],
  { brand, translate, today, codeId }: Shown,
): PastPayment[] {
  const allocationByPayment = allocations(order.terms, engineEvents(stored), today);
  // A refund takes from the credit, or is owed back.
  const refundRows = (allocation: Readonly<Allocation> | undefined) =>
    allocation
      ? allocationRows(allocation, order.terms, translate).map((row) => ({ ...row, amount: -row.amount }))
      : [];
  const payments = rows.map((row): PastPayment => {
    const allocation = allocationByPayment.get(row.id);
    return {
      kind: 'payment',
      date: row.paid_on,
      amount: row.amount,
      ...channelOf(brand, row.channel, translate),
      reference: receiptNumber(row.id),
      receivedAt: row.received_at.toISOString(),
      state: row.state === 'held' ? 'review' : row.state === 'reversed' ? 'reversed' : 'posted',
      rows: row.state === 'posted' && allocation ? allocationRows(allocation, order.terms, translate) : [],
    };
  });
  if (codeId !== undefined) return payments.filter((_, index) => rows[index]?.code_id === codeId);
  const refunds = inForce(engineEvents(stored)).flatMap((event): PastPayment[] =>
    event.kind === 'refunded'
      ? [
          {
            kind: 'refund',
            date: event.valueDate,
            amount: event.amount,
            channel: '',
            channelLogo: '',
            reference: '',
            state: 'posted',
            rows: refundRows(allocationByPayment.get(event.id)),
          },
        ]
      : [],
  );
  return [...payments, ...refunds].sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
}

export type PaymentRow = Awaited<ReturnType<typeof paymentRows>>[number];

/** The payments of an order with their channels, newest first. */
export function paymentRows(db: Db, order: Order) {
  return db
    .selectFrom('payment')
    .leftJoin('payment_code', (join) =>
      join
        .onRef('payment_code.id', '=', 'payment.code_id')
        .onRef('payment_code.borrower_id', '=', 'payment.borrower_id'),
    )
    .select([
      'payment.id',
      'payment.code_id',
      'payment.amount',
      'payment.paid_on',
      'payment.received_at',
      'payment.state',
      'payment_code.channel',
    ])
    .where('payment.borrower_id', '=', order.borrower_id)
    .where('payment.order_id', '=', order.id)
    .where('payment.state', 'in', ['posted', 'held', 'reversed'])
    .orderBy('payment.received_at', 'desc')
    .limit(maxPayments)
    .execute();
}

/** The name and logo of a channel or an account; empty if the brand no longer has it. */
function channelOf(
  brand: Brand,
  channel: string | null,
  translate: Translate,
): Pick<PastPayment, 'channel' | 'channelLogo'> {
  const [means = '', number = ''] = (channel ?? '').split(':');
  if (means === 'card') return { channel: translate('payment.card'), channelLogo: '' };
  const channelNumber = means === 'transfer' ? number : means;
  const match = [...brand.channels, ...brand.transfers].find(
    (candidate) => candidate.number === channelNumber,
  );
  return { channel: match?.name ?? '', channelLogo: logoUrl(brand, match?.logo ?? '') };
}

function allocationRows(
  allocation: Readonly<Allocation>,
  { lateKind }: Order['terms'],
  translate: Translate,
): AmountRow[] {
  const rows: AmountRow[] = [
    { text: translate('row.principal'), amount: allocation.principal },
    { text: translate('row.interest'), amount: allocation.interest },
    { text: lateName(lateKind, translate), amount: allocation.late },
    { text: translate('row.penalty'), amount: allocation.penalty },
    { text: translate('row.recovered'), amount: allocation.recovery },
    { text: translate('row.refundReceivable'), amount: allocation.refundReceivable },
    { text: translate('row.credit'), amount: allocation.credit },
    { text: translate('row.feeReturned'), amount: -allocation.feeReturned },
  ];
  return rows.filter((row) => row.amount !== 0);
}

/** The payments that count less the refunds, in cents. */
export function paidInAll(stored: readonly StoredEvent[]): number {
  let paid = 0;
  for (const event of inForce(engineEvents(stored)))
    if (event.kind === 'paid') paid += event.amount;
    else if (event.kind === 'refunded') paid -= event.amount;
  return Math.max(0, paid);
}

/** The repayments of a disbursed loan, with their final dates. */
export function repaymentRows(current: Position, reminderDays: number): RepaymentRow[] {
  return current.instalments.map((instalment) => ({
    periodNo: instalment.no,
    dueDate: instalment.dueDate,
    amount: instalment.interest + instalment.principal,
    unpaid: instalment.unpaid,
    state:
      instalment.unpaid === 0
        ? 'paid'
        : instalment.daysLate > 0
          ? 'late'
          : daysBetween(current.asOf, instalment.dueDate) <= reminderDays
            ? 'due'
            : 'coming',
    moved: instalment.moved,
  }));
}

/** The repayments that the drawing of a loan shows: none while an arrangement is kept, whose parts are paid in their place. */
export const drawnRows = (current: Position, reminderDays: number): RepaymentRow[] =>
  current.arrangement?.state === 'kept' ? [] : repaymentRows(current, reminderDays);
