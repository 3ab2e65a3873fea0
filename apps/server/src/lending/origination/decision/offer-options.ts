import type { Amount, Offer, Option } from '@hiram/decision';
import { cents, type MarketRules, type Product, plan, type Terms, termsFor } from '@hiram/loan';

/**
 * The greatest instalment of a loan per 30 days in cents, rounded up. An instalment of a shorter period counts whole, as no
 * second one falls due before it.
 */
export function monthlyInstalment(terms: Terms): number {
  const greatest = Math.max(...plan(terms).map(({ payment }) => payment));
  const periodDays = terms.termDays / terms.periods;
  return Math.ceil((greatest * 30) / Math.max(30, periodDays));
}

function optionOf(terms: Terms): Option {
  const { principal, termDays, periods } = terms;
  return { amount: principal, termDays, periods, monthlyInstalment: monthlyInstalment(terms) };
}

const known = new WeakMap<MarketRules, Map<string, readonly Option[]>>();
const maxKnown = 200;

/** As `computeOptions`, which takes longer than all else of a decision: a product is computed once until its figures change. */
export function optionsOf(product: Product, client: 'new' | 'repeat', rules: MarketRules): readonly Option[] {
  const ofRules = known.get(rules) ?? new Map<string, readonly Option[]>();
  known.set(rules, ofRules);
  const key = JSON.stringify([client, product]);
  const options = ofRules.get(key) ?? computeOptions(product, client, rules);
  if (ofRules.size >= maxKnown) ofRules.clear();
  ofRules.set(key, options);
  return options;
}

/** Every amount that a product lends to a client, as options of a decision. */
function computeOptions(product: Product, client: 'new' | 'repeat', rules: MarketRules): readonly Option[] {
  const { amountMin, amountMax, amountStep } = product;
  const count = Math.floor((amountMax - amountMin) / amountStep) + 1;
  return Array.from({ length: count }, (_, index) =>
    optionOf(termsFor(product, cents(amountMin + index * amountStep), client, rules)),
  );
}

/**
 * The offer that an application for a loan of `terms` is decided with. Without `product` nothing but what was asked for is
 * offered. What was asked for is an option by its own terms, even if the product has changed since.
 */
export function decisionOffer(
  terms: Terms,
  product:
    | { readonly figures: Product; readonly client: 'new' | 'repeat'; readonly rules: MarketRules }
    | undefined,
): Offer {
  const asked = optionOf(terms);
  const others = product ? optionsOf(product.figures, product.client, product.rules) : [];
  const isAsked = ({ amount, termDays, periods }: Option) =>
    amount === asked.amount && termDays === asked.termDays && periods === asked.periods;
  return {
    asked: { amount: asked.amount, termDays: asked.termDays, periods: asked.periods },
    options: [asked, ...others.filter((option) => !isAsked(option))],
  };
}

/**
 * The amounts that a person may offer of what the policy would: `offered` itself, and smaller ones of the
 * product whose repayments are not greater, each once with its longest term. The greatest first.
 */
export function smallerOffers({ options }: Pick<Offer, 'options'>, offered: Amount): readonly Amount[] {
  const most = options.find(
    (option) =>
      option.amount === offered.amount &&
      option.termDays === offered.termDays &&
      option.periods === offered.periods,
  );
  if (!most) return [];
  const byAmount = new Map<number, Amount>();
  for (const { monthlyInstalment, ...option } of options)
    if (
      option.amount < offered.amount &&
      monthlyInstalment <= most.monthlyInstalment &&
      option.termDays >= (byAmount.get(option.amount)?.termDays ?? 0)
    )
      byAmount.set(option.amount, option);
  return [offered, ...[...byAmount.values()].sort((a, b) => b.amount - a.amount)];
}
