import { randomBytes } from 'node:crypto';
import { addDays, daysBetween, type LocalDate, localDate } from '@hiram/loan';
import type { Selectable } from 'kysely';
import type { Brand, Channel } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { TooMany, Unavailable } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import { loadOrder, type Order } from '../loans/loans.ts';
import { activeAccount } from '../payouts/payouts.ts';

export type CodeRow = Selectable<Database['payment_code']>;
export type Purpose = CodeRow['purpose'];

const hourMs = 60 * 60_000;
/**
 * Codes that one loan may ask of a provider in an hour: far above what anybody pays by, and below what a provider's limits,
 * which are every borrower's, would feel.
 */
const maxAnHour = 100;
const againSeconds = 600;

/** Has the code stopped working? By the machine's moment, or because the business's day has moved past it. */
export function isExpired(code: CodeRow, brand: Brand, now: Date, today: LocalDate): boolean {
  const days = daysBetween(dayIn(brand.timeZone, code.issued_at), dayIn(brand.timeZone, code.expires_at));
  return now >= code.expires_at || today > addDays(localDate(code.issued_on), days);
}

/**
 * A code to pay an amount at a channel. The same open code is given again for the same order, amount, channel and
 * purpose; one that has expired is replaced. The provider is asked between two transactions, under our own id, so that
 * asking it twice gets the same code. Throws TooMany where the loan asked for as many as it may.
 */
export async function issueCode(
  appContext: AppContext,
  brand: Brand,
  order: Order,
  wanted: { amount: number; channel: Channel; purpose: Purpose; today: LocalDate; now: Date },
): Promise<CodeRow> {
  const asked = await inTransaction(appContext.db, (trx) => claimCode(trx, appContext, brand, order, wanted));
  if (asked.state === 'open') return asked;
  const issued = await appContext.ports.payment.issueCode({
    reference: asked.id,
    amount: asked.amount,
    currency: markets[brand.market].currency,
    channel: asked.channel,
    via: wanted.channel.via?.[appContext.ports.payment.name],
    payer: await payerOf(appContext, order.borrower_id),
    description: brand.names.english,
    expiresAt: asked.expires_at,
  });
  // Digits drawn as a QR code are one that no bank pays.
  if (wanted.channel.showType !== 1 && !issued.qr)
    throw new Unavailable(`the provider gave no QR code for the channel ${wanted.channel.number}`);
  const opened = await appContext.db
    .updateTable('payment_code')
    .set({
      state: 'open',
      pay_code: issued.payCode,
      qr: issued.qr ?? null,
      provider_reference: issued.providerReference,
      image_token: randomBytes(18).toString('base64url'),
    })
    .where('id', '=', asked.id)
    .where('state', '=', 'asked')
    .returningAll()
    .executeTakeFirst();
  if (opened) return opened;
  // A parallel request was quicker: its code is the same one.
  const there = await appContext.db
    .selectFrom('payment_code')
    .selectAll()
    .where('id', '=', asked.id)
    .executeTakeFirstOrThrow();
  if (there.pay_code === null) throw new Unavailable('the code was taken out of use before it was there');
  return there;
}

/** Who pays, as a provider's counter or bank may ask: the holder of the account that the money went to. */
async function payerOf(appContext: AppContext, borrowerId: string): Promise<{ name: string; phone: string }> {
  const { phone } = await appContext.db
    .selectFrom('borrower')
    .select('phone')
    .where('id', '=', borrowerId)
    .executeTakeFirstOrThrow();
  const account = await activeAccount(appContext.db, borrowerId);
  return { phone, name: account ? appContext.cipher.decrypt(account.holder_encrypted) : phone };
}

async function claimCode(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  order: Order,
  {
    amount,
    channel,
    purpose,
    today,
    now,
  }: { amount: number; channel: Channel; purpose: Purpose; today: LocalDate; now: Date },
): Promise<CodeRow> {
  await loadOrder(trx, order.borrower_id, order.id, true);
  const same = await trx
    .selectFrom('payment_code')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('channel', '=', channel.number)
    .where('purpose', '=', purpose)
    .where('amount', '=', amount)
    .where('state', 'in', ['asked', 'open'])
    .executeTakeFirst();
  // What another provider was asked for, and nobody was shown, is not asked of this one: it would be paid in nobody's name.
  const isOurs = same?.state === 'open' || same?.provider === appContext.ports.payment.name;
  if (same && isOurs && !isExpired(same, brand, now, today)) return same;
  const { asked } = await trx
    .selectFrom('payment_code')
    .select((eb) => eb.fn.countAll<number>().as('asked'))
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('issued_at', '>', new Date(now.getTime() - hourMs))
    .executeTakeFirstOrThrow();
  if (asked >= maxAnHour) throw new TooMany(againSeconds);
  if (same)
    await trx.updateTable('payment_code').set({ state: 'replaced' }).where('id', '=', same.id).execute();
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
      expires_at: new Date(now.getTime() + channel.minutes * 60_000),
      state: 'asked',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Which open code is looked for: an extension's counts only while its price is still `amount` cents. */
export interface OpenCode {
  readonly purpose: Purpose;
  readonly amount?: number;
}

/** The order's counter code that can still be paid for this purpose, the newest, or undefined. */
export async function openCounterCode(
  db: Db,
  order: Order,
  brand: Brand,
  wanted: OpenCode & { readonly now: Date; readonly today: LocalDate },
): Promise<CodeRow | undefined> {
  let query = db
    .selectFrom('payment_code')
    .selectAll()
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('state', '=', 'open')
    .where('show_type', '=', 1)
    .where('purpose', '=', wanted.purpose);
  if (wanted.amount !== undefined) query = query.where('amount', '=', wanted.amount);
  const code = await query.orderBy('issued_at', 'desc').limit(1).executeTakeFirst();
  return code && !isExpired(code, brand, wanted.now, wanted.today) ? code : undefined;
}
