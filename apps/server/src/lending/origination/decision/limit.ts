import type { BorrowerId } from '@hiram/contract/ids';
import { ladderLimit } from '@hiram/decision';
import type { LocalDate } from '@hiram/loan';
import type { Brand } from '../../../brands/brand.ts';
import { markets } from '../../../brands/markets/markets.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import type { StoredProduct } from '../products.ts';
import { historyFacts } from './history-facts.ts';
import { policyInEffect } from './policies.ts';

/** The most that the ladder lends a borrower of a product, in cents. */
export interface Limit {
  readonly limit: number;
  /** The most after the next loan, if it is repaid on time; absent if that is not more. */
  readonly next?: number;
}

/**
 * A borrower's limit by a product's code, from the policy in effect and the loans so far; undefined in a market where nobody
 * is offered less than they ask for.
 */
async function limitsOf(
  db: Db,
  brand: Brand,
  { borrowerId, today }: { readonly borrowerId: BorrowerId; readonly today: LocalDate },
): Promise<((product: string) => Limit) | undefined> {
  if (!markets[brand.market].smallerOffers) return undefined;
  const orders = await db
    .selectFrom('loan_order')
    .select(['borrower_id', 'id', 'status', 'terms', 'settled_on'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('applied_at')
    .execute();
  const history = await historyFacts(db, orders, today);
  const { policy } = await policyInEffect(db, brand.id);
  const { ladder } = policy.stages[5];
  const later = {
    ...history,
    'history.settledLoans': Number(history['history.settledLoans']) + 1,
    'history.maxDaysLate': history['history.maxDaysLate'] ?? 0,
  };
  return (product) => {
    const limit = ladderLimit(ladder, { ...history, 'loan.product': product });
    const next = ladderLimit(ladder, { ...later, 'loan.product': product });
    return next > limit ? { limit, next } : { limit };
  };
}

/** The amounts that a product is shown with, in cents: at first, and at most. `limit` is absent where none is shown. */
export interface ShownAmounts {
  readonly usual: number;
  readonly most: number;
  readonly limit?: Limit;
}

/** The amounts of a product that the borrower's limit leaves; a product whose least amount is more is shown with that. */
function shownAmounts({ row, figures }: StoredProduct, limit: Limit | undefined): ShownAmounts {
  if (!limit) return { usual: row.amount_offered, most: figures.amountMax };
  const { amountMin, amountMax, amountStep } = figures;
  const within = (amount: number) => {
    const most = Math.max(amountMin, Math.min(amount, limit.limit));
    return most - ((most - amountMin) % amountStep);
  };
  return { usual: within(row.amount_offered), most: within(amountMax), limit };
}

/** The amounts of one product for a borrower. */
export async function amountsFor(
  db: Db,
  brand: Brand,
  product: StoredProduct,
  borrower: { readonly borrowerId: BorrowerId; readonly today: LocalDate },
): Promise<ShownAmounts> {
  const limits = await limitsOf(db, brand, borrower);
  return shownAmounts(product, limits?.(product.row.code));
}
