import { randomBytes } from 'node:crypto';
import type { BorrowerId } from '@hiram/contract/ids';
import { addDays, daysBetween, disbursalOf, type LocalDate, localDate } from '@hiram/loan';
import type { Selectable } from 'kysely';
import type { Brand, Channel } from '../../../brands/brand.ts';
import { markets } from '../../../brands/markets/markets.ts';
import type { AppContext } from '../../../context/app-context.ts';
import { markToken } from '../../../platform/cells/marks.ts';
import { dayIn, type Moment, startOfDay } from '../../../platform/clock/clock.ts';
import { type Db, inTransaction } from '../../../platform/database/connection/connect.ts';
import type { Database } from '../../../platform/database/schema/schema.ts';
import { NotYet, TooMany, Unavailable } from '../../../platform/errors/rejection.ts';
import { newId } from '../../../platform/ids.ts';
import { borrowerById } from '../../borrowers/borrower-store.ts';
import { nextPaymentOf } from '../../loans/next-payment.ts';
import { engineEvents, loadEvents, lockOrder, type Order } from '../../loans/order-store.ts';
import { quoteOf } from '../../loans/repayment-quote.ts';
import { activeAccount } from '../../payouts/payout-store.ts';

export type CodeRow = Selectable<Database['payment_code']>;
type Purpose = CodeRow['purpose'];

const hourMs = 60 * 60_000;
/**
 * Maximum number of codes of one order in an hour: far above what a borrower needs, and below the provider's rate limits, which
 * all borrowers share.
 */
const maxCodesPerHour = 100;
const retryAfterSeconds = 600;

/** Reports whether the code has expired, by its time or because the business day has passed its last day. */
export function isExpired(code: CodeRow, brand: Brand, now: Date, today: LocalDate): boolean {
  // A code that ends at midnight has its last day before it.
  const lastMoment = new Date(code.expires_at.getTime() - 1);
  const days = daysBetween(dayIn(brand.timeZone, code.issued_at), dayIn(brand.timeZone, lastMoment));
  return now >= code.expires_at || today > addDays(localDate(code.issued_on), days);
}

/** `amount` in cents. */
interface CodeRequest extends Moment {
  readonly amount: number;
  readonly channel: Channel;
  readonly purpose: Purpose;
}

/**
 * A code for paying an amount (cents) at a channel. Returns the open code of the same order, amount, channel and purpose, if
 * there is one; an expired one is replaced. Calls the provider between two transactions, with our id as idempotency key, so a
 * repeated call gets the same code. Throws TooMany above `maxCodesPerHour`, and Unavailable if the provider does not issue a
 * usable code.
 */
export async function issueCode(
  appContext: AppContext,
  brand: Brand,
  order: Order,
  request: CodeRequest,
): Promise<CodeRow> {
  const claimed = await inTransaction(appContext.db, (trx) =>
    claimCode(trx, appContext, order, { brand, ...request }),
  );
  if (claimed.state === 'open') return claimed;
  const issued = await appContext.ports.payment.issueCode({
    reference: claimed.id,
    amount: claimed.amount,
    currency: markets[brand.market].currency,
    channel: claimed.channel,
    via: request.channel.via?.[appContext.ports.payment.name],
    payer: await payerOf(appContext, order.borrower_id),
    description: brand.names.english,
    expiresAt: claimed.expires_at,
  });
  // No bank can read a QR code that only encodes the pay code's digits.
  if (request.channel.showType !== 1 && !issued.qr)
    throw new Unavailable(`the provider returned no QR code for the channel ${request.channel.number}`);
  const opened = await appContext.db
    .updateTable('payment_code')
    .set({
      state: 'open',
      pay_code: issued.payCode,
      qr: issued.qr ?? null,
      provider_reference: issued.providerReference,
      image_token: markToken(randomBytes(18).toString('base64url')),
    })
    .where('borrower_id', '=', order.borrower_id)
    .where('id', '=', claimed.id)
    .where('state', '=', 'requested')
    .returningAll()
    .executeTakeFirst();
  if (opened) return opened;
  // A parallel request has opened the same code.
  const existing = await appContext.db
    .selectFrom('payment_code')
    .selectAll()
    .where('borrower_id', '=', order.borrower_id)
    .where('id', '=', claimed.id)
    .executeTakeFirstOrThrow();
  if (existing.pay_code === null) throw new NotYet('the code was replaced before the provider issued it');
  return existing;
}

/** The payer that the provider shows: the holder of the active account. */
async function payerOf(
  appContext: AppContext,
  borrowerId: BorrowerId,
): Promise<{ name: string; phone: string }> {
  const { phone } = await borrowerById(appContext.db, borrowerId);
  const account = await activeAccount(appContext.db, borrowerId);
  return { phone, name: account ? appContext.cipher.decrypt(account.holder_encrypted) : phone };
}

async function claimCode(
  trx: Db,
  appContext: AppContext,
  order: Order,
  { brand, amount, channel, purpose, today, now }: CodeRequest & { readonly brand: Brand },
): Promise<CodeRow> {
  await lockOrder(trx, order.borrower_id, order.id);
  const existing = await trx
    .selectFrom('payment_code')
    .selectAll()
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('channel', '=', channel.number)
    .where('purpose', '=', purpose)
    .where('amount', '=', amount)
    .where('state', 'in', ['requested', 'open'])
    .executeTakeFirst();
  const end = await endOf(trx, order, { brand, amount, channel, purpose, today, now });
  // A code that is still being requested from another provider is not used: this provider does not know it.
  const isUsable = existing?.state === 'open' || existing?.provider === appContext.ports.payment.name;
  const isInTime = existing && !isExpired(existing, brand, now, today) && !outlives(existing, end);
  if (existing && isUsable && isInTime) return existing;
  const { issuedLastHour } = await trx
    .selectFrom('payment_code')
    .select((eb) => eb.fn.countAll<number>().as('issuedLastHour'))
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('issued_at', '>', new Date(now.getTime() - hourMs))
    .executeTakeFirstOrThrow();
  if (issuedLastHour >= maxCodesPerHour) throw new TooMany(retryAfterSeconds);
  if (existing)
    await trx
      .updateTable('payment_code')
      .set({ state: 'replaced' })
      .where('borrower_id', '=', order.borrower_id)
      .where('id', '=', existing.id)
      .execute();
  return trx
    .insertInto('payment_code')
    .values({
      borrower_id: order.borrower_id,
      id: newId(),
      order_id: order.id,
      provider: appContext.ports.payment.name,
      channel: channel.number,
      purpose,
      amount,
      show_type: channel.showType,
      issued_on: today,
      issued_at: now,
      expires_at: end.at,
      state: 'requested',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** When a new code expires, and when its price changes; undefined for one that does not change at midnight. */
interface CodeEnd {
  readonly at: Date;
  readonly priceChange: Date | undefined;
}

/**
 * Reports whether a code could still be paid after its price has changed: it was made when the same amount
 * was no daily price.
 */
function outlives(code: CodeRow, { priceChange }: CodeEnd): boolean {
  return priceChange !== undefined && code.expires_at > priceChange;
}

/**
 * A code lives as long as its channel says, or until the due date of the repayment that it is for. For a
 * price that changes at midnight, that of an extension or a payoff, it ends at the brand's midnight: money
 * that is paid later would pay neither.
 */
async function endOf(
  trx: Db,
  order: Order,
  { brand, amount, channel, purpose, today, now }: CodeRequest & { readonly brand: Brand },
): Promise<CodeEnd> {
  const channelEnd = new Date(now.getTime() + channel.minutes * 60_000);
  const midnight = startOfDay(brand.timeZone, addDays(dayIn(brand.timeZone, now), 1));
  if (purpose !== 'extension' && !(await isPayoffOfToday(trx, order, amount, today))) {
    const due = channel.untilDue ? await dueDateOf(trx, order, amount, today) : undefined;
    const dueEnd = due && startOfDay(brand.timeZone, addDays(due, 1));
    return { at: dueEnd && dueEnd > channelEnd ? dueEnd : channelEnd, priceChange: undefined };
  }
  return { at: midnight < channelEnd ? midnight : channelEnd, priceChange: midnight };
}

/** Reports whether the amount settles the loan today, and another one tomorrow. */
async function isPayoffOfToday(trx: Db, order: Order, amount: number, today: LocalDate): Promise<boolean> {
  const events = engineEvents(await loadEvents(trx, order));
  if (!disbursalOf(events)) return false;
  const payoffOn = (day: LocalDate) => {
    const payoff = quoteOf(order.terms, events, day)?.payoff;
    return payoff?.isAllowed ? payoff.amount : undefined;
  };
  return payoffOn(today) === amount && payoffOn(addDays(today, 1)) !== amount;
}

/** The due date of the next repayment, if the amount is exactly that and nothing is late. */
async function dueDateOf(
  trx: Db,
  order: Order,
  amount: number,
  today: LocalDate,
): Promise<LocalDate | undefined> {
  const quote = quoteOf(order.terms, engineEvents(await loadEvents(trx, order)), today);
  const next = quote && nextPaymentOf(quote);
  return next && !next.isLate && next.amount === amount ? localDate(next.date) : undefined;
}

/** Selects an open code. With `amount` (cents), the code must have that amount: the current price of an extension. */
export interface OpenCode {
  readonly purpose: Purpose;
  readonly amount?: number;
}

/** The order's newest code of this purpose that can still be paid, or undefined. */
export async function openCode(
  db: Db,
  order: Order,
  brand: Brand,
  filter: OpenCode & { readonly now: Date; readonly today: LocalDate },
): Promise<CodeRow | undefined> {
  let query = db
    .selectFrom('payment_code')
    .selectAll()
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('state', '=', 'open')
    .where('purpose', '=', filter.purpose);
  if (filter.amount !== undefined) query = query.where('amount', '=', filter.amount);
  const code = await query.orderBy('issued_at', 'desc').limit(1).executeTakeFirst();
  return code && !isExpired(code, brand, filter.now, filter.today) ? code : undefined;
}
