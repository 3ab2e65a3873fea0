import { type ReactNode, useState } from 'react';
import { usePage } from '../app/navigation/usePage.ts';
import { EmiTab } from './EmiTab.tsx';
import { ExchangeTab } from './ExchangeTab.tsx';
import { exampleLoan } from './example-loan.ts';
import type { LoanTyped } from './loan-typed.ts';
import { SavedLoanDetail } from './SavedLoanDetail.tsx';
import { SavedLoans } from './SavedLoans.tsx';

/** KEY-08: the monthly cost of a loan, exchange rates, and the borrower's saved loans. */
export default function Calculator(): ReactNode {
  const { tab, loanId } = usePage();
  // The typed values stay while the borrower looks at another tab.
  const [typed, setTyped] = useState<LoanTyped>(exampleLoan);
  if (tab === 'exchange') return <ExchangeTab />;
  if (tab === 'loans') return loanId ? <SavedLoanDetail key={loanId} loanId={loanId} /> : <SavedLoans />;
  return <EmiTab typed={typed} onTyped={setTyped} />;
}
