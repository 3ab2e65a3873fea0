import type { Allocation, LoanEvent, Terms } from '@hiram/loan';
import type { Account } from './ledger.ts';

/**
 * The ledger lines of a loan event: account → cents, debit positive. They sum to zero. A reversed payment has no allocation, and
 * therefore no lines.
 */
export function eventLines(
  { principal, fee, lateKind }: Terms,
  event: LoanEvent,
  allocation: Readonly<Allocation> | undefined,
  provider: string | undefined,
): Map<Account, number> {
  const lines = new Map<Account, number>();
  const add = (account: Account, amount: number) => {
    if (amount !== 0) lines.set(account, (lines.get(account) ?? 0) + amount);
  };
  if (event.kind === 'disbursed') {
    add('loan:principal', principal);
    add('income:fee', -fee);
    add('clearing:payout', fee - principal);
  }
  if (!allocation) return lines;
  const cash: Account = `cash:${provider ?? 'unknown'}`;
  if (event.kind === 'paid') add(cash, event.amount);
  if (event.kind === 'refunded') add(cash, -event.amount);
  add('income:penalty', -allocation.penalty);
  add(lateKind === 'charge' ? 'income:lateCharge' : 'income:late', -allocation.late);
  add('income:interest', -allocation.interest);
  add('loan:principal', -allocation.principal - allocation.loss);
  add('income:recovery', -allocation.recovery);
  add('income:fee', allocation.feeReturned);
  // A refund that no credit covers any more is the borrower's debt, so it debits the account.
  add('borrower:credit', -allocation.credit - allocation.refundReceivable - allocation.refundForgiven);
  add('loss:writeOff', allocation.loss + allocation.refundForgiven);
  return lines;
}
