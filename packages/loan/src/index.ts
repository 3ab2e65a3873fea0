// The public API of the package.
export { type Accruals, type Accrued, accruals } from './position/accruals.ts';

export { type ChargeLine, chargeLines } from './position/charge-lines.ts';
export {
  explainOwed,
  type OwedExplanation,
  type OwedLine,
  type OwedPart,
  owedParts,
} from './position/explain-owed.ts';
export {
  type ArrangementPosition,
  allocations,
  type CeilingReduction as Clamped,
  type InstalmentPosition,
  type LoanStatus,
  type Position,
  position,
} from './position/position.ts';
export {
  type ArrangementQuote,
  type ArrangementRejection,
  maxArrangementDays,
  maxParts,
  quoteArrangement,
} from './quotes/quote-arrangement.ts';
export {
  type ExtensionGrant,
  type ExtensionQuote,
  type ExtensionRejection,
  grantedExtension,
  quoteExtension,
} from './quotes/quote-extension.ts';
export { quoteRepayment, type RepaymentQuote } from './quotes/quote-repayment.ts';
export type { QuoteRow } from './quotes/quote-rows.ts';
export {
  quoteLaterSteps,
  quoteSteps,
  type StepsQuote,
  type StepsRow,
  snapshotForQuotes,
} from './quotes/quote-steps.ts';
export { type Payable, type PayoffQuote, payable, quotePayoff } from './quotes/quotes.ts';
export { disbursalOf, inForce, type LoanEvent, pricesOf } from './state/events.ts';
export { reversalNoticeDays } from './state/reversal-grace.ts';
export { type Allocation, LoanError } from './state/state.ts';
export {
  type Ceiling,
  type Ceilings,
  type DayCeiling,
  dayCeiling,
  indonesianCeilings,
  lateBase,
  type OwnCeilings,
  ownCeilings,
  philippineCeilings2026,
} from './terms/ceilings.ts';
export { checkCeilings, covers, type Violation } from './terms/check-ceilings.ts';
export { type Disclosure, disclose } from './terms/disclosure.ts';
export { type EffectiveRate, effectiveRate, type Flow, type PartPeriod } from './terms/effective-rate.ts';
export { type LevelLoan, levelLoan } from './terms/level-loan.ts';
export { levelSchedule, type PlannedInstalment, plan, type ScheduleRow } from './terms/schedule.ts';
export {
  type CoolingOff,
  ceilingsFor,
  type FrozenInstalment,
  type LateKind,
  type MarketRules,
  maxTerm,
  minPrepayment,
  minTerm,
  type Product,
  productProblems,
  rulesVersion,
  specificationRules,
  type Terms,
  termsFor,
  toleranceProblems,
} from './terms/terms.ts';
export { type Cents, cents, million, type Ppm } from './values/cents.ts';
export { formatCents, type Market, type MoneyFormat, moneyFormat } from './values/format.ts';
export { addDays, addMonths, daysBetween, type LocalDate, localDate } from './values/local-date.ts';
export { divideHalfEven, share } from './values/rounding.ts';
