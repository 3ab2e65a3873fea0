import type { BorrowerId } from '@hiram/contract/ids';
import { type Brand, brandIn } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { languageFor } from '../../brands/language.ts';
import { markets } from '../../brands/markets/markets.ts';
import { type Translate, translatorFor } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { isAnyOf } from '../../platform/database/statements/is-any-of.ts';

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
  const locale = (await localesOf(db, appContext, [borrowerId])).get(borrowerId);
  if (!locale) throw new Error(`the borrower ${borrowerId} does not exist`);
  return locale;
}

/** As `localeOf`, of several borrowers. */
export async function localesOf(
  db: Db,
  appContext: Pick<AppContext, 'brands'>,
  ids: readonly BorrowerId[],
): Promise<ReadonlyMap<BorrowerId, BorrowerLocale>> {
  const borrowers = await db
    .selectFrom('borrower')
    .select(['id', 'brand', 'phone', 'language', 'erased_at'])
    .where(isAnyOf('id', ids))
    .execute();
  const undecided = borrowers.flatMap(({ id, language }) => (language === null ? id : []));
  const agreed = undecided.length === 0 ? new Map() : await agreedLanguages(db, undecided);
  return new Map(
    borrowers.map(({ id, phone, erased_at, ...borrower }) => {
      const language: string | undefined = borrower.language ?? agreed.get(id);
      const brand = brandIn(brandOf(appContext, borrower), language);
      const lang = languageFor(brand, language);
      const translate = translatorFor(lang, markets[brand.market]);
      return [id, { brand, phone, lang, translate, erased: erased_at !== null }];
    }),
  );
}

/** The languages of the latest agreements: whoever reads the app in one should not get texts in another one. */
async function agreedLanguages(db: Db, ids: readonly BorrowerId[]): Promise<ReadonlyMap<BorrowerId, string>> {
  const agreements = await db
    .selectFrom('agreement')
    .distinctOn('borrower_id')
    .select(['borrower_id', 'language'])
    .where('borrower_id', 'in', ids)
    .orderBy('borrower_id')
    .orderBy('agreed_at', 'desc')
    .execute();
  return new Map(agreements.map((row) => [row.borrower_id, row.language]));
}
