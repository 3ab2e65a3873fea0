import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../../app/cells.tsx';
import { useAccountWord } from '../../i18n/words.ts';
import { Banner } from '../../kit/Banner.tsx';
import type { ShownLoan } from '../types.ts';

/** On which accounts the ledger and the events differ. */
export function Differences({ loan }: { readonly loan: ShownLoan }): ReactNode {
  const { t } = useLingui();
  const word = useAccountWord();
  if (loan.differences.length === 0) return null;
  return (
    <Banner tone="danger" title={t`The ledger has other amounts than the events give.`}>
      {t`Decide nothing about this loan before it is explained.`}
      <ul>
        {loan.differences.map(({ account, ledger, events }) => (
          <li key={`${account} ${ledger} ${events}`}>
            {word(account)}: {t`ledger`} <Money cents={ledger} />, {t`events`} <Money cents={events} />
          </li>
        ))}
      </ul>
    </Banner>
  );
}
