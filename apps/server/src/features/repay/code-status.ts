import { type CodeStatus, codeStatus } from '@hiram/contract/repay';
import { cents, formatCents, type LocalDate, position, quoteExtension } from '@hiram/loan';
import type { BorrowerRequest, Server } from '../../api/serve.ts';
import { logoUrl } from '../../brands/logos.ts';
import { engineEvents, loadEvents, loadOrder, type Order } from '../../lending/loans/loans.ts';
import { quoteOf } from '../../lending/loans/repayment-quote.ts';
import { type CodeRow, isExpired } from '../../lending/payments/payment-codes.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { stepsOf } from './channels.ts';

/** What became of a code, and once its money is here, what is left of the loan. */
export function codeStatusRoute({ serve, appContext }: Server): void {
  serve(codeStatus, async ({ payCode }, requestContext): Promise<CodeStatus> => {
    const { db, brand, borrower, translate, now } = requestContext;
    const code = await db
      .selectFrom('payment_code')
      .selectAll()
      .where('borrower_id', '=', borrower.id)
      .where('pay_code', '=', payCode)
      .executeTakeFirst();
    if (!code) throw new NotFound('code');
    const today = await appContext.clock.today(db, brand.timeZone);
    const received = await receivedBy(requestContext, code);
    const state = stateOf(code, received, isExpired(code, brand, now, today));
    const channel = brand.channels.find((one) => one.number === code.channel);
    const isReceived = state === 'received' && received.amount > 0;
    const order = isReceived ? await loadOrder(db, borrower.id, code.order_id) : undefined;
    return {
      state,
      orderId: code.order_id,
      showType: code.show_type,
      // As in the answer that gave the code: nobody scans a virtual account's number.
      codeImage:
        code.image_token === null || channel?.guide === 'account'
          ? ''
          : `/api/code-image/${code.image_token}.svg`,
      repayAmount: code.amount,
      receivedAmount: received.amount,
      expiresAt: code.expires_at.toISOString(),
      channelName: channel?.name ?? '',
      channelLogo: logoUrl(brand, channel?.logo ?? ''),
      ...(channel ? { guide: channel.guide } : {}),
      steps: channel ? stepsOf(channel, translate, formatCents(cents(code.amount), brand.money)) : [],
      ...(order ? await restOf(requestContext, order, code, today) : { note: '' }),
    };
  });
}

interface Received {
  readonly amount: number;
  readonly held: number;
  readonly reversed: number;
}

/** Cents that came in by a code and are with us; payments that wait for a person, and that were taken back. */
async function receivedBy({ db, borrower }: BorrowerRequest, code: CodeRow): Promise<Received> {
  const sums = await db
    .selectFrom('payment')
    .select((eb) => [
      // What was taken back, or refused, is not with us.
      eb.fn.sum<string | null>('amount').filterWhere('state', 'in', ['posted', 'held']).as('amount'),
      eb.fn.count<string>('id').filterWhere('state', '=', 'held').as('held'),
      eb.fn.count<string>('id').filterWhere('state', '=', 'reversed').as('reversed'),
    ])
    .where('borrower_id', '=', borrower.id)
    .where('code_id', '=', code.id)
    .executeTakeFirst();
  return {
    amount: Number(sums?.amount ?? 0),
    held: Number(sums?.held ?? 0),
    reversed: Number(sums?.reversed ?? 0),
  };
}

function stateOf(code: CodeRow, received: Received, hasExpired: boolean): CodeStatus['state'] {
  const isTakenBack = received.amount === 0 && received.reversed > 0;
  if (code.state === 'paid' && !isTakenBack) return 'received';
  if (received.held > 0) return 'review';
  if (code.state === 'replaced') return 'replaced';
  return isTakenBack || hasExpired ? 'expired' : 'waiting';
}

/** What is left of the loan now and when it is due; of an extension's part payment, what still moves the date (EXT-04). */
async function restOf(
  { db, brand, translate }: BorrowerRequest,
  order: Order,
  code: CodeRow,
  today: LocalDate,
): Promise<Pick<CodeStatus, 'note' | 'rest'>> {
  if (order.disbursed_on === null) return { note: '' };
  const events = engineEvents(await loadEvents(db, order));
  const quote = quoteOf(order.terms, events, today);
  const current = quote?.position ?? position(order.terms, events, today);
  const rest = {
    settled: quote ? (0 as const) : (1 as const),
    repayAmount: quote?.amount ?? 0,
    dueTime: quote?.date ?? current.settledOn ?? today,
    owedInAll: current.owedInAll,
    credit: Math.max(0, current.credit),
  };
  if (code.purpose !== 'extension' || events.at(-1)?.kind === 'extended') return { note: '', rest };
  const missing = quoteExtension(order.terms, events, today);
  return {
    note: missing.ok
      ? translate('extension.missing', { amount: formatCents(missing.amount, brand.money) })
      : '',
    rest,
  };
}
