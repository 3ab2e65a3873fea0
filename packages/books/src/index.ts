// The public API of the package.
export { allowanceOf, type LossRates, stageOf } from './allowance.ts';
export { effectiveDailyRate, feeEarned } from './fee.ts';
export { type LedgerTargets, type LoanIncome, ledgerTargets } from './ledger-targets.ts';
export { type AccountStatement, type StatementLine, statementOf } from './statement.ts';
