import type { ChannelTemplate } from '@hiram/contract/promotion';
import { cents, disclose, plan, termsFor } from '@hiram/loan';
import type { Brand, BrandProduct } from '../../brands/brand.ts';
import type { LandingTemplate } from './templates.ts';

/** Maximum number of amounts on a landing page's slider. */
const maxStops = 24;

/** The costs of a product's loans, from the engine that charges them: an advertisement must not understate them. */
function exampleOf(brand: Brand, product: BrandProduct, begins: number): ChannelTemplate['example'] {
  const { amountMin, amountMax, amountStep } = product;
  const steps = Math.floor((amountMax - amountMin) / amountStep);
  const distance = Math.max(1, Math.ceil(steps / maxStops)) * amountStep;
  const amounts = new Set<number>([begins, amountMax]);
  for (let amount: number = amountMin; amount < amountMax; amount += distance) amounts.add(amount);
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
    shown: sorted.indexOf(begins),
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
