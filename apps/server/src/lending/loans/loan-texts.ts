import type { BorrowerId } from '@hiram/contract/ids';
import type { Brand } from '../../brands/brand.ts';
import { brandIn } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { languageFor } from '../../brands/language.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { TextId } from '../../brands/texts/en.ts';
import { type Translate, translatorFor } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import { queueText } from '../../messaging/messages.ts';
import type { Db } from '../../platform/database/connect.ts';
import { borrowerById } from '../borrowers/borrower-store.ts';
import type { Order } from './order-store.ts';

/** Maximum number of texts about one loan in 24 hours. Collection calls are counted elsewhere. */
export const maxLoanTextsPerDay = 6;
const dayMs = 86_400_000;

/**
 * The brand, the language and the translator of a borrower outside of a request. The language is the one that the borrower
 * chose, or read their latest agreement in, or the brand's first.
 */
export async function localeOf(
  db: Db,
  appContext: AppContext,
  borrowerId: BorrowerId,
): Promise<{ brand: Brand; phone: string; lang: string; translate: Translate; erased: boolean }> {
  const borrower = await borrowerById(db, borrowerId);
  const { phone, erased_at } = borrower;
  const language = borrower.language ?? (await agreedLanguage(db, borrowerId));
  const brand = brandIn(brandOf(appContext, borrower), language);
  const lang = languageFor(brand, language);
  return {
    brand,
    phone,
    lang,
    translate: translatorFor(lang, markets[brand.market]),
    erased: erased_at !== null,
  };
}

/** The language of the latest agreement: whoever reads the app in it should not get texts in another one. */
async function agreedLanguage(db: Db, borrowerId: BorrowerId): Promise<string | undefined> {
  const agreement = await db
    .selectFrom('agreement')
    .select('language')
    .where('borrower_id', '=', borrowerId)
    .orderBy('agreed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return agreement?.language;
}

export interface LoanText {
  /** Identifies the event: each event of an order sends at most one text. */
  readonly event: string;
  readonly text: TextId;
  readonly values: (locale: {
    brand: Brand;
    lang: string;
    translate: Translate;
  }) => Readonly<Record<string, string | number>>;
}

/**
 * Texts a borrower about an event of their loan, in the transaction of the event: once an event, in the borrower's language, and
 * at most `maxLoanTextsPerDay` texts a loan in 24 hours.
 */
export async function textAboutLoan(
  trx: Db,
  appContext: AppContext,
  order: Pick<Order, 'borrower_id' | 'id'>,
  { event, text, values }: LoanText,
): Promise<void> {
  const now = appContext.clock.now();
  const { sent } = await trx
    .selectFrom('text_event')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  if (sent >= maxLoanTextsPerDay) return;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('text_event')
    .values({ borrower_id: order.borrower_id, order_id: order.id, event, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return;
  const locale = await localeOf(trx, appContext, order.borrower_id);
  if (locale.erased) return;
  const { brand, phone, translate } = locale;
  const body = translate(text, { name: brand.names.english, ...values(locale) });
  await queueText(trx, appContext, { brand: brand.id, phone, purpose: 'loan', text: body, now });
}
