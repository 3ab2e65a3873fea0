import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { phoneLink } from '../app/host/contact.ts';
import { goBack, goTo } from '../app/navigation/go.ts';
import { paths } from '../app/navigation/paths.ts';
import { noId, usePage, useTitle } from '../app/navigation/usePage.ts';
import { market } from '../app/settings/market.ts';
import { settings } from '../app/settings/settings.ts';
import { BarLink, Screen } from '../kit/layout/Screen.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import { Bill } from './bill/Bill.tsx';
import { SpecifiedBill } from './bill/SpecifiedBill.tsx';
import { instalmentDetail } from './calls.ts';
import { useStoredRepayment } from './code/useStoredRepayment.ts';

/** Instalment repayment (INST-01 … INST-05). */
export default function Repay(): ReactNode {
  const { t } = useLingui();
  const { productId, orderId = noId, steps } = usePage();
  const count = Number(steps);
  const input = {
    ...(productId ? { productId } : {}),
    orderId,
    ...(count > 0 ? { steps: count } : {}),
  };
  const call = useCall(instalmentDetail, input, {
    loading: t`Loading…`,
  });
  const toOrder = {
    label: t`See my loan`,
    go: () => goTo(paths.order, productId ? { productId, orderId } : { orderId }),
  };
  const title = market.specifiedCopy ? t`Repayment` : t`Repay`;
  useTitle(title);
  useStoredRepayment('repayment', orderId, call.state === 'ready' ? call.data : undefined);
  const CurrentBill = market.specifiedCopy ? SpecifiedBill : Bill;
  if (call.state === 'ready')
    return <CurrentBill bill={call.data} productId={productId} orderId={orderId} onChanged={call.retry} />;
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      aside={<BarLink {...phoneLink(settings.servicePhone)} label={t`Call us`} icon="phone" />}
      busy={call.state === 'waiting'}
    >
      {call.state === 'waiting' ? <Skeleton name="repay" /> : <CallPanel call={call} next={toOrder} />}
    </Screen>
  );
}
