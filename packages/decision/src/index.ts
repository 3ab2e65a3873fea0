// The public API of the package.
export {
  type Amount,
  affordableBy,
  type Decision,
  decide,
  ladderLimit,
  type Offer,
  OfferError,
  type Option,
  type Outcome,
  reachedRow,
  type TraceLine,
} from './decide.ts';
export {
  FactError,
  type FactName,
  type Facts,
  type FactType,
  type FactValue,
  factCatalogue,
} from './facts.ts';
export { type MarketLaw, weakerThanLaw } from './law.ts';
export {
  type Condition,
  type Policy,
  PolicyError,
  type PolicyFault,
  parsePolicy,
  type Rule,
} from './policy.ts';
export { unreachable } from './unreachable.ts';
