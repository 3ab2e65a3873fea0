import type { RecommendedProduct } from '@hiram/contract/order';
import type { Brand } from '../brand/brand.ts';
import type { Db } from '../db/connect.ts';

/** Statuses at which other products are recommended; the page hides them at the rest (ORD-04). */
const recommendedAt = new Set([21, 110, 151]);

/** What the borrower is shown beside an order that cannot be repaid: the brand's list, as its partners take this borrower. */
export async function recommendedFor(
  db: Db,
  brand: Brand,
  borrowerId: string,
  status: number,
): Promise<RecommendedProduct[]> {
  if (!recommendedAt.has(status)) return [];
  const answers = await db
    .selectFrom('partner_answer')
    .select(['partner_key', 'globally', 'shown'])
    .where('borrower_id', '=', borrowerId)
    .execute();
  const byKey = new Map(answers.map((answer) => [answer.partner_key, answer]));
  return brand.recommended
    .filter((one) => byKey.get(one.key)?.shown ?? true)
    .map(({ url: _, ...one }) => ({ ...one, globally: byKey.get(one.key)?.globally ?? one.globally }));
}
