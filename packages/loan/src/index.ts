// The public API of the package.
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
} from './ceilings.ts';
export { type Cents, cents, type Ppm } from './cents.ts';
export { type ChargeLine, chargeLines } from './charge-lines.ts';
export { checkCeilings, covers, type Violation } from './check-ceilings.ts';
export { type Disclosure, disclose } from './disclosure.ts';
export { type EffectiveRate, effectiveRate, type Flow, type PartPeriod } from './effective-rate.ts';
export { disbursalOf, inForce, type LoanEvent, pricesOf } from './events.ts';
export {
  explainOwed,
  type OwedExplanation,
  type OwedLine,
  type OwedPart,
  owedParts,
} from './explain-owed.ts';
export { formatCents, type Market, type MoneyFormat, moneyFormat } from './format.ts';
export { type LevelLoan, levelLoan } from './level-loan.ts';
export { addDays, addMonths, daysBetween, type LocalDate, localDate } from './local-date.ts';
export {
  allocations,
  type CeilingReduction as Clamped,
  type InstalmentPosition,
  type LoanStatus,
  type Position,
  position,
} from './position.ts';
export {
  type ExtensionGrant,
  type ExtensionQuote,
  type ExtensionRejection,
  grantedExtension,
  quoteExtension,
} from './quote-extension.ts';
export { quoteRepayment, type RepaymentQuote } from './quote-repayment.ts';
export type { QuoteRow } from './quote-rows.ts';
export { type Payable, type PayoffQuote, payable, quotePayoff } from './quotes.ts';
export { reversalNoticeDays } from './reversal-grace.ts';
export { levelSchedule, type PlannedInstalment, plan, type ScheduleRow } from './schedule.ts';
export { type Allocation, LoanError } from './state.ts';
export {
  type CoolingOff,
  ceilingsFor,
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
} from './terms.ts';
