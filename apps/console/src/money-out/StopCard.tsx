import { explainStop, startPayouts } from '@hiram/contract/console/money-out';
import { isReason } from '@hiram/contract/fields';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ActionButton } from '../action/ActionButton.tsx';
import { When } from '../app/cells.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useDraft } from '../app/useDraft.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { Key } from '../kit/keys/Key.tsx';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import type { MoneyOutShown } from './DayCard.tsx';
import styles from './money-out.module.css';
import { useStop } from './PayoutState.tsx';

interface Props extends ScreenProps {
  readonly stop: MoneyOutShown['stop'];
  readonly lists: MoneyOutShown['lists'];
}

/** The switch that stops every payout of the brand, and what holds while it is stopped. */
export function StopCard(props: Props): ReactNode {
  const { stop } = props;
  return stop ? <Stopped {...props} stop={stop} /> : <RunningCard {...props} />;
}

function RunningCard({ person, brand, lists }: Props): ReactNode {
  const { t } = useLingui();
  const stop = useStop(brand);
  const sent = lists.find(({ list }) => list === 'sent')?.count ?? 0;
  const mayStop = hasRight(person, 'moneyOut.stop', brand);
  return (
    <section className={styles.stopCard} aria-label={t`Stop payouts`}>
      <Status tone="good">{t`Payouts are running`}</Status>
      {mayStop ? (
        <button type="button" className={styles.stop} onClick={stop}>
          {t`Stop all payouts`} <Key name="!" />
        </button>
      ) : null}
      <p className={styles.small}>
        {mayStop
          ? t`Stops at once; you are asked why afterwards. ${plural(sent, { one: '# payout', other: '# payouts' })} already at a provider go on. Starting again needs two people.`
          : t`A cashier or controller can stop them.`}
      </p>
    </section>
  );
}

function Stopped({ person, brand, stop, lists }: Props & { stop: NonNullable<Props['stop']> }): ReactNode {
  const { t } = useLingui();
  const countOf = (name: string) => lists.find(({ list }) => list === name)?.count ?? 0;
  const [held, waiting, sent] = [countOf('held'), countOf('waiting'), countOf('sent')];
  return (
    <Card title={<Status tone="danger">{t`All payouts are stopped`}</Status>} aside={<When at={stop.at} />}>
      <Banner tone="danger" title={t`Stopped by ${stop.by}.`}>
        {stop.reason === '' ? t`No reason is given yet.` : `“${stop.reason}”`}
      </Banner>
      {hasRight(person, 'moneyOut.stop', brand) && stop.reason === '' && (
        <Explain brand={brand} stop={stop} />
      )}
      <dl className={styles.stoppedFacts}>
        <dt>{t`Held back`}</dt>
        <dd>{t`${waiting} that wait, ${held} to release, and every new one; borrowers read that the money is on its way`}</dd>
        <dt>{t`At providers`}</dt>
        <dd>{t`${sent}, which cannot be called back`}</dd>
        <dt>{t`To start again`}</dt>
        <dd>{t`two persons: one requests, another one approves`}</dd>
      </dl>
      {hasRight(person, 'moneyOut.start', brand) && (
        <div>
          <ActionButton
            label={t`Request to start again …`}
            look="primary"
            title={t`Start payouts again`}
            calls={startPayouts}
            request={{ stopId: stop.stopId }}
            draft={`moneyOut.start ${stop.stopId}`}
            brand={brand}
          />
        </div>
      )}
    </Card>
  );
}

function Explain({
  brand,
  stop,
}: {
  readonly brand: string;
  readonly stop: NonNullable<Props['stop']>;
}): ReactNode {
  const { t } = useLingui();
  const [reason, setReason, clear] = useDraft(`moneyOut.stop ${stop.stopId}`);
  const explaining = useStaffAction(explainStop, brand);
  const save = () => explaining.mutate({ stopId: stop.stopId, reason }, { onSuccess: clear });
  return (
    <>
      <TextArea
        label={t`Why did you stop them?`}
        hint={t`your colleagues read it`}
        max={500}
        rows={2}
        value={reason}
        onChange={setReason}
      />
      <Fault error={explaining.error} />
      <div>
        <Button
          disabled={!isReason(reason) || explaining.isPending}
          onClick={save}
        >{t`Save the reason`}</Button>
      </div>
    </>
  );
}
