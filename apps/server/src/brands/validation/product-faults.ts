import {
  type Cents,
  ceilingsFor,
  cents,
  checkCeilings,
  type MarketRules,
  type OwnCeilings,
  ownCeilings,
  type Product,
  productProblems,
  termsFor,
} from '@hiram/loan';
import { reportedCeilings } from '../markets/markets.ts';

/** A market's rules with the brand's own ceilings, which apply where no law covers a loan. */
export function rulesOf(market: MarketRules, brandName: string, own: OwnCeilings | undefined): MarketRules {
  if (!own) return market;
  return { ...market, ceilings: [...lawsOf(market), ownCeilings(brandName, own)] };
}

function lawsOf({ ceilings }: MarketRules) {
  return ceilings === undefined ? [] : [ceilings].flat();
}

type OfferedProduct = Product & { readonly code: string; readonly amountOffered: Cents };

/** Faults of products, one line each. `warnings`: exceeded ceilings that the market only reports. */
export function productFaults(
  products: readonly OfferedProduct[],
  rules: MarketRules,
): { errors: string[]; warnings: string[] } {
  const errors: string[] = [];
  const warnings: string[] = [];
  for (const product of products) {
    for (const problem of productProblems(product, rules.unit))
      errors.push(`products.${product.code}: ${problem}`);
    if (product.amountOffered < product.amountMin || product.amountOffered > product.amountMax)
      errors.push(`products.${product.code}: the amount offered is outside the range`);
  }
  if (errors.length > 0) return { errors, warnings };
  for (const product of products)
    for (const amount of amountsToCheck(product, rules)) {
      const ceilings =
        ceilingsFor(rules, amount, product.termDays) ?? (rules.ceilings ? undefined : reportedCeilings);
      if (!ceilings) continue;
      for (const violation of checkCeilings(ceilings, termsFor(product, amount, 'new', rules))) {
        const line = `products.${product.code}: at ${amount / 100}, ${violation.ceiling} is ${violation.figure / 10_000}%, above the ${violation.limit / 10_000}% of ${ceilings.name}`;
        (ceilings.enforce ? errors : warnings).push(line);
      }
    }
  return { errors, warnings };
}

/** The smallest, offered and largest amount of a product, and the amounts on both sides of each boundary between ceilings. */
function amountsToCheck(product: OfferedProduct, rules: MarketRules): readonly Cents[] {
  const { amountMin, amountMax, amountStep, amountOffered } = product;
  const boundaries = lawsOf(rules).flatMap(({ amountUpTo }) => {
    if (amountUpTo < amountMin || amountUpTo >= amountMax) return [];
    const last = amountUpTo - ((amountUpTo - amountMin) % amountStep);
    return [cents(last), cents(last + amountStep)];
  });
  return [...new Set([amountMin, amountOffered, amountMax, ...boundaries])];
}
