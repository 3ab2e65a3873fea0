import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useAnyWord } from '../i18n/words.ts';
import { Money } from './cells.tsx';

interface Props {
  readonly action: string;
  /** Cents. */
  readonly amount?: number | undefined;
}

/** What was requested, with its sum: `Waiver, ₱500.00`. */
export function Requested({ action, amount }: Props): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const nouns: Readonly<Record<string, string>> = {
    'loan.waive': t`Waiver`,
    'loan.writeOff': t`Write-off`,
    'loan.refund': t`Refund`,
    'loan.extend': t`Extension`,
    'loan.stopCharges': t`Stop of late charges`,
    'loan.arrange': t`Payment in parts`,
    'moneyOut.release': t`Release of a payout`,
    'moneyOut.cancel': t`Cancelling a payout`,
    'screening.confirm': t`Confirmed match with a list`,
  };
  return (
    <>
      {nouns[action] ?? word(action)}
      {amount !== undefined && (
        <>
          {', '}
          <Money cents={amount} />
        </>
      )}
    </>
  );
}
