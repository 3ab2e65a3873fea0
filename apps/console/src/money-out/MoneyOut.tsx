import { showMoneyOut } from '@hiram/contract/console/money-out';
import type { TaskKind } from '@hiram/contract/task-kind';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day } from '../app/cells.tsx';
import { useChoiceInAddress } from '../app/in-address.ts';
import type { ScreenProps } from '../app/person.ts';
import { useTodo } from '../app/useTodo.ts';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { Page } from '../kit/Page.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { DayTiles, Limits } from './DayCard.tsx';
import { moneyOutKinds } from './kinds.ts';
import styles from './money-out.module.css';
import { Payouts } from './Payouts.tsx';
import { RefundsDue } from './RefundsDue.tsx';
import { StopCard } from './StopCard.tsx';

const tabs = ['payouts', 'refunds'] as const;

/** Outgoing money: the day, the stop switch, payouts by state, and refunds due. */
export function MoneyOut(props: ScreenProps): ReactNode {
  const { t } = useLingui();
  const { brand } = props;
  const [tab, setTab] = useChoiceInAddress('tab', tabs);
  const query = useStaffCall(showMoneyOut, {}, brand);
  useChanges(['payout', 'payout_hold']);
  const todo = useTodo(brand);
  // Together the number beside the screen: what the person decides. Whoever decides none of it has no number.
  const counted = (kinds: readonly TaskKind[]) => {
    const own = todo(kinds);
    return own ? { count: own.count } : {};
  };
  const options = [
    { value: 'payouts', label: t`Payouts`, ...counted(moneyOutKinds.filter((kind) => kind !== 'refund')) },
    { value: 'refunds', label: t`Refunds due`, ...counted(['refund']) },
  ] as const;
  return (
    <Page
      title={t`Money out`}
      status={<Tabs label={t`What goes out`} options={options} value={tab} onChange={setTab} />}
      actions={
        query.data && (
          <>
            <Day on={query.data.day.on} />
            <Limits {...props} shown={query.data} />
          </>
        )
      }
    >
      {tab === 'refunds' ? (
        <RefundsDue brand={brand} />
      ) : (
        <Loaded query={query}>
          {(shown) => (
            <>
              <div className={styles.top}>
                <DayTiles shown={shown} />
                <StopCard {...props} stop={shown.stop} lists={shown.lists} />
              </div>
              <Payouts {...props} shown={shown} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}
