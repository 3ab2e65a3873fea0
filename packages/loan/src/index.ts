// The package's public face: what others build on and test against.
export {
  type Ceiling,
  type Ceilings,
  checkCeilings,
  covers,
  philippineCeilings2026,
  type Violation,
} from './ceilings.ts';
export { type Cents, cents, type Ppm } from './cents.ts';
export { type ChargeLine, chargeLines } from './charge-lines.ts';
export { type Disclosure, disclose } from './disclosure.ts';
export { type EffectiveRate, effectiveRate, type Flow } from './effective-rate.ts';
export { disbursalOf, type LoanEvent } from './events.ts';
export { formatCents, type Market, type MoneyFormat, moneyFormat } from './format.ts';
export { type LevelLoan, levelLoan } from './level-loan.ts';
export { addDays, addMonths, daysBetween, type LocalDate, localDate } from './local-date.ts';
export {
  allocations,
  type Clamped,
  type InstalmentPosition,
  type LoanStatus,
  type Position,
  position,
} from './position.ts';
export {
  type ExtensionQuote,
  type Payable,
  type PayoffQuote,
  payable,
  quoteExtension,
  quotePayoff,
} from './quotes.ts';
export { levelSchedule, type PlannedInstalment, plan, type ScheduleRow } from './schedule.ts';
export { type Allocation, LoanError } from './state.ts';
export {
  longestTerm,
  type MarketRules,
  type Product,
  productProblems,
  shortestPrepayment,
  shortestTerm,
  specificationRules,
  type Terms,
  termsFor,
} from './terms.ts';
