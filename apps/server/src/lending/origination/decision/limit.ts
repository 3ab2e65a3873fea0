import type { BorrowerId } from '@hiram/contract/ids';
import { affordableBy, type Facts, ladderLimit } from '@hiram/decision';
import type { LocalDate } from '@hiram/loan';
import type { Brand } from '../../../brands/brand.ts';
import { markets } from '../../../brands/markets/markets.ts';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { certifiedValues, profileOf } from '../../borrowers/profile.ts';
import { knownBureauFacts } from '../../bureau/bureau-reports.ts';
import { policyCode, type StoredProduct } from '../products.ts';
import { wholeNumber } from './facts.ts';
import { historyFacts } from './history-facts.ts';
import { optionsOf } from './offer-options.ts';
import { policyInEffect } from './policies.ts';

/** The most that the ladder lends a borrower of a product, and that a known income pays for beside known debts, in cents. */
export interface Limit {
  readonly limit: number;
  /** The most after the next loan, if it is repaid on time; absent if that is not more. */
  readonly next?: number;
}

type LimitContext = Pick<AppContext, 'cipher' | 'clock' | 'matcher'>;

/** Whose amounts are asked for. */
interface Asking {
  readonly brand: Brand;
  readonly borrowerId: BorrowerId;
  readonly today: LocalDate;
}

/**
 * A borrower's limit of a product, from the policy in effect, the loans so far, the certified income and the debts of a
 * fresh report of the bureau; undefined in a market where nobody is offered less than they ask for.
 */
async function limitOf(
  db: Db,
  appContext: LimitContext,
  { row, figures }: StoredProduct,
  { brand, borrowerId, today }: Asking,
): Promise<Limit | undefined> {
  if (!markets[brand.market].smallerOffers) return undefined;
  const orders = await db
    .selectFrom('loan_order')
    .select(['borrower_id', 'id', 'status', 'terms', 'settled_on'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('applied_at')
    .execute();
  const history = await historyFacts(db, orders, today);
  const { policy } = await policyInEffect(db, brand.id);
  const [, , , , affordability, { ladder }] = policy.stages;
  const values = await certifiedValues(db, appContext.cipher, borrowerId);
  const isAffordable = affordableBy(affordability, {
    'applicant.income': wholeNumber(profileOf(values).monthlyIncome),
    ...(await knownBureauFacts(db, appContext, brand, { borrowerId, values })),
  });
  // The kind of client changes no instalment.
  const affordable = isAffordable && optionsOf(figures, 'new', brand.rules).filter(isAffordable);
  const byIncome = affordable ? Math.max(0, ...affordable.map(({ amount }) => amount)) : Infinity;
  const later = {
    ...history,
    'history.settledLoans': Number(history['history.settledLoans']) + 1,
    'history.maxDaysLate': history['history.maxDaysLate'] ?? 0,
  };
  const most = (facts: Facts) =>
    Math.min(byIncome, ladderLimit(ladder, { ...facts, 'loan.product': policyCode(row) }));
  const limit = most(history);
  const next = most(later);
  return next > limit ? { limit, next } : { limit };
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
  appContext: LimitContext,
  product: StoredProduct,
  asking: Asking,
): Promise<ShownAmounts> {
  return shownAmounts(product, await limitOf(db, appContext, product, asking));
}
