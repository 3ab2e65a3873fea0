import { cents, disclose } from '@hiram/loan';
import { formatCents, formatRoundCents } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import { type StoredProduct, termsOf } from './products.ts';

/** The amount for comparing the costs of products, in cents: PHP 1,000, INR 1,000 or IDR 1,000,000. */
const comparedAmounts = { PH: cents(100_000), IN: cents(100_000), ID: cents(100_000_000) } as const;

/** What the same amount costs with each product, by which they can be compared. */
export function comparedCost(product: StoredProduct, brand: Brand, translate: Translate): string {
  const amount = comparedAmounts[markets[brand.market].country];
  const { financeCharge } = disclose(termsOf(brand, product, amount, 'new'));
  return translate('product.cost', {
    thousand: formatRoundCents(amount, brand.money),
    cost: formatCents(financeCharge, brand.money),
  });
}
