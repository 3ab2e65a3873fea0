import type { BorrowerId } from '@hiram/contract/ids';
import type { AppContext } from '../../../context/app-context.ts';
import { type Db, inTransaction } from '../../../platform/database/connection/connect.ts';
import { newId } from '../../../platform/ids.ts';
import type { Offer } from '../apply.ts';
import { termsHash } from '../products.ts';
import { encryptText, readText } from './agreed-text.ts';

/** The validity of an acknowledgement: the statement's example dates are counted from its day. */
const validForMs = 24 * 3_600_000;

/** An acknowledged disclosure statement. */
export interface Acknowledgement {
  readonly title: string;
  readonly html: string;
  readonly language: string;
  readonly acknowledgedAt: Date;
}

/** The newest acknowledged statement of this offer (same product, amount and terms) of the last 24 hours. */
export async function acknowledgedFor(
  db: Db,
  appContext: AppContext,
  borrowerId: BorrowerId,
  offer: Offer,
): Promise<Acknowledgement | undefined> {
  const row = await db
    .selectFrom('disclosure')
    .select(['title', 'html_encrypted', 'sha256', 'language', 'acknowledged_at'])
    .where('borrower_id', '=', borrowerId)
    .where('product_id', '=', offer.product.row.id)
    .where('amount', '=', offer.amount)
    .where('terms_hash', '=', termsHash(offer.terms))
    .where('acknowledged_at', '>', new Date(appContext.clock.now().getTime() - validForMs))
    .orderBy('acknowledged_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const html = readText(appContext, offer.product.row.brand, row);
  return { title: row.title, html, language: row.language, acknowledgedAt: row.acknowledged_at };
}

/** Stores a statement that a borrower acknowledges. The same statement again changes nothing. */
export async function storeDisclosure(
  db: Db,
  appContext: AppContext,
  {
    borrowerId,
    offer,
    statement,
  }: {
    readonly borrowerId: BorrowerId;
    readonly offer: Offer;
    readonly statement: {
      readonly title: string;
      readonly html: string;
      readonly language: string;
    };
  },
): Promise<void> {
  const { title, html, language } = statement;
  await inTransaction(db, (trx) =>
    trx
      .insertInto('disclosure')
      .values({
        borrower_id: borrowerId,
        id: newId(),
        product_id: offer.product.row.id,
        amount: offer.amount,
        terms_hash: termsHash(offer.terms),
        language,
        title,
        ...encryptText(appContext, offer.product.row.brand, html),
        acknowledged_at: appContext.clock.now(),
      })
      .onConflict((conflict) =>
        conflict.columns(['borrower_id', 'product_id', 'amount', 'sha256']).doNothing(),
      )
      .execute(),
  );
}
