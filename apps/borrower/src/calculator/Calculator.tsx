import { type ReactNode, useState } from 'react';
import { usePage } from '../app/usePage.ts';
import { EmiTab, type LoanTyped } from './EmiTab.tsx';
import { ExchangeTab } from './ExchangeTab.tsx';
import { KeptLoanDetail } from './KeptLoanDetail.tsx';
import { KeptLoans } from './KeptLoans.tsx';

/** KEY-08: the monthly cost of a loan, exchange rates, and the borrower's saved loans. */
export default function Calculator(): ReactNode {
  const { tab, loanId } = usePage();
  // The typed values stay while the borrower looks at another tab.
  const [typed, setTyped] = useState<LoanTyped>({ principal: '', rate: '', tenure: '' });
  if (tab === 'exchange') return <ExchangeTab />;
  if (tab === 'loans') return loanId ? <KeptLoanDetail key={loanId} loanId={loanId} /> : <KeptLoans />;
  return <EmiTab typed={typed} onTyped={setTyped} />;
}
