import type { ChannelTemplate } from '@hiram/contract/promotion';
import { ladderLimit } from '@hiram/decision';
import { cents, disclose, plan, termsFor } from '@hiram/loan';
import type { Brand, BrandProduct } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { LandingTemplate } from './templates.ts';

/** Maximum number of amounts on a landing page's slider. */
const maxStops = 24;

/** The most, in cents, that a first loan can be where a policy offers less than was asked for: an advertisement shows no more. */
export function mostAtFirst(
  { market, policy }: Brand,
  { code, amountMin, amountMax, amountStep }: BrandProduct,
): number {
  if (!markets[market].smallerOffers) return amountMax;
  const { ladder } = policy.stages[5];
  const limit = ladderLimit(ladder, { 'history.settledLoans': 0, 'loan.product': code });
  const most = Math.min(amountMax, Math.max(amountMin, limit));
  return most - ((most - amountMin) % amountStep);
}

/** The costs of a product's loans, from the engine that charges them: an advertisement must not understate them. */
function exampleOf(brand: Brand, product: BrandProduct, begins: number): ChannelTemplate['example'] {
  const { amountMin, amountStep } = product;
  const most = mostAtFirst(brand, product);
  const steps = Math.floor((most - amountMin) / amountStep);
  const distance = Math.max(1, Math.ceil(steps / maxStops)) * amountStep;
  const amounts = new Set<number>([Math.min(begins, most), most]);
  for (let amount: number = amountMin; amount < most; amount += distance) amounts.add(amount);
  const sorted = [...amounts].sort((a, b) => a - b);
  return {
    productName: product.name,
    termDays: product.termDays,
    periods: product.periods,
    dailyPpm: product.dailyPpm,
    costs: sorted.map((amount) => {
      const terms = termsFor(product, cents(amount), 'new', brand.rules);
      const cost = disclose(terms);
      return {
        amount,
        netProceeds: cost.netProceeds,
        totalToRepay: cost.totalToRepay,
        repayment: plan(terms)[0]?.payment ?? cost.totalToRepay,
        financeCharge: cost.financeCharge,
        effectivePpm: Math.round((cost.effectivePerMonth ?? 0) * 1e6),
      };
    }),
    // An advertisement does not begin at the most.
    shown: begins < most ? sorted.indexOf(begins) : (sorted.length - 1) >> 1,
  };
}

/** A landing page on the wire. */
export function shownTemplate(template: LandingTemplate, brand: Brand): ChannelTemplate {
  const product = brand.products.find(({ code }) => code === template.product);
  if (!product) throw new Error(`no product ${template.product}`);
  const { id, headline, lead, points, picture, buttonText, form } = template;
  const colours = template.colours ?? { light: {}, dark: {} };
  return {
    id,
    headline,
    lead,
    points,
    picture,
    buttonText,
    colours,
    form,
    example: exampleOf(brand, product, template.amount ?? product.amountOffered),
  };
}
