import { answerOnCall } from '@hiram/contract/console/coverage';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { When } from '../app/cells.tsx';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import type { Shown } from './shown.ts';

/** On-call duty that the person was asked for and has not answered. */
export function OnCallRequests({
  shown,
  brand,
}: {
  readonly shown: Shown;
  readonly brand: string;
}): ReactNode {
  const { t } = useLingui();
  const answering = useStaffAction(answerOnCall, brand);
  const requests = shown.people
    .filter(({ isCaller }) => isCaller)
    .flatMap(({ shifts }) => shifts.filter(({ state }) => state === 'requested'));
  return requests.map(({ shiftId, startsAt, endsAt }) => (
    <Banner
      key={shiftId}
      tone="info"
      title={t`You were asked to be on call.`}
      actions={
        <>
          <Button
            look="primary"
            disabled={answering.isPending}
            onClick={() => answering.mutate({ shiftId, accepts: true })}
          >{t`Accept`}</Button>
          <Button
            disabled={answering.isPending}
            onClick={() => answering.mutate({ shiftId, accepts: false })}
          >{t`Decline`}</Button>
          <Fault error={answering.error} />
        </>
      }
    >
      <When at={startsAt} /> – <When at={endsAt} />. {t`It counts when you accept it.`}
    </Banner>
  ));
}
