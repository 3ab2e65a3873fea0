// The public API of the package.
export { allowanceOf, type LossRates, stageOf } from './allowance.ts';
export {
  type AccruedName,
  type Amounts,
  accruedBetween,
  accruing,
  type Component,
  components,
  componentTypes,
  type ItemKind,
  type JournalItem,
  journalItems,
  loanComponents,
} from './components.ts';
export { effectiveDailyRate, feeEarned } from './fee.ts';
export { type LedgerTargets, type LoanIncome, ledgerTargets } from './ledger-targets.ts';
export { type AccountStatement, type StatementLine, statementOf } from './statement.ts';
