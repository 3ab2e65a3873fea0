import { countMoneyIn } from '@hiram/contract/console/money-in';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Day } from '../app/cells.tsx';
import { useChoiceInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import kit from '../kit/kit.module.css';
import { Page } from '../kit/Page.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { Held } from './Held.tsx';
import { Lines } from './Lines.tsx';
import { Messages } from './Messages.tsx';
import styles from './money-in.module.css';
import { Transfers } from './Transfers.tsx';

const tabs = ['transfers', 'held', 'unknown', 'contradicted', 'lines'] as const;
type Tab = (typeof tabs)[number];

/** Incoming money: transfers beside the bank's statement, held payments, and messages that fit nothing. */
export function MoneyIn(props: ScreenProps): ReactNode {
  const { t } = useLingui();
  const { person, brand } = props;
  const [tab, setTab] = useChoiceInAddress('tab', tabs);
  const [, navigate] = useLocation();
  const { data } = useStaffCall(countMoneyIn, {}, brand);
  useChanges(['utr_submission', 'payment', 'provider_message', 'statement_line', 'statement_import']);
  const names: Readonly<Record<Tab, string>> = {
    transfers: t`Reported`,
    held: t`Held`,
    unknown: t`Unknown`,
    contradicted: t`Contradicted`,
    lines: t`Not claimed`,
  };
  const options = tabs.map((value) => ({
    value,
    label: names[value],
    ...(data === undefined ? {} : { count: data[value] }),
  }));
  const latest = data?.accounts.find(({ lastBookedOn }) => lastBookedOn !== undefined);
  return (
    <Page
      title={t`Money in`}
      status={<Tabs label={t`What came in`} options={options} value={tab} onChange={setTab} />}
      actions={
        <>
          {latest && (
            <span className={`${kit.muted} ${styles.onlyWide}`} title={t`${latest.name} ${latest.number}`}>
              {t`statement to`} <Day on={latest.lastBookedOn} />
            </span>
          )}
          {hasRight(person, 'moneyIn.import', brand) && (
            <Button hotkey="importFile" onClick={() => navigate('/money-in/import')}>
              {t`Import a statement`}
            </Button>
          )}
        </>
      }
    >
      {tab === 'transfers' && <Transfers {...props} />}
      {tab === 'held' && <Held {...props} />}
      {(tab === 'unknown' || tab === 'contradicted') && <Messages key={tab} {...props} outcome={tab} />}
      {tab === 'lines' && <Lines {...props} />}
    </Page>
  );
}
