import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useChoiceInAddress } from '../app/in-address.ts';
import type { ScreenProps } from '../app/person.ts';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { Page } from '../kit/Page.tsx';
import { useChanges } from '../net/useChanges.ts';
import { Accounts } from './Accounts.tsx';
import { Differences } from './Differences.tsx';
import { Settlements } from './Settlements.tsx';

type Tab = 'accounts' | 'open' | 'explained' | 'settlements';

/** Providers' statements beside our books. Statements are of the lender as a whole, settlements of a brand. */
export function Reconcile(props: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [tab, setTab] = useChoiceInAddress<Tab>('tab', ['accounts', 'open', 'explained', 'settlements']);
  useChanges(['reconciliation_difference', 'lender_journal']);
  const options = [
    { value: 'accounts', label: t`By account` },
    { value: 'open', label: t`What differs` },
    { value: 'explained', label: t`Explained` },
    { value: 'settlements', label: t`Settlements` },
  ] as const;
  return (
    <Page
      title={t`Reconcile`}
      status={<Tabs label={t`What is compared`} options={options} value={tab} onChange={setTab} />}
    >
      {tab === 'accounts' && <Accounts {...props} />}
      {(tab === 'open' || tab === 'explained') && <Differences key={tab} {...props} state={tab} />}
      {tab === 'settlements' && <Settlements {...props} />}
    </Page>
  );
}
