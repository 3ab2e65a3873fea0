import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LegalText } from './LegalText.tsx';

/** INFO-05: public. */
export default function LoanAgreement(): ReactNode {
  const { t } = useLingui();
  return <LegalText name="loan-terms" title={t`Loan terms and conditions`} contents={true} />;
}
