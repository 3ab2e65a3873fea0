import type { BorrowerId } from '@hiram/contract/ids';
import { type Brand, brandIn } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { languageFor } from '../../brands/language.ts';
import { markets } from '../../brands/markets/markets.ts';
import { type Translate, translatorFor } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connect.ts';
import { borrowerById } from './borrower-store.ts';

/** A borrower's brand in their language, outside of a request. */
export interface BorrowerLocale {
  readonly brand: Brand;
  readonly phone: string;
  readonly lang: string;
  readonly translate: Translate;
  readonly erased: boolean;
}

/**
 * The brand, the language and the translator of a borrower outside of a request. The language is the one that the borrower
 * chose, or read their latest agreement in, or the brand's first.
 */
export async function localeOf(
  db: Db,
  appContext: Pick<AppContext, 'brands'>,
  borrowerId: BorrowerId,
): Promise<BorrowerLocale> {
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
