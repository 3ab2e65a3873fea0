import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LostArt, OfflineArt } from '../art/LostArt.tsx';
import { StatePanel } from '../kit/States.tsx';
import type { CallState } from '../net/useCall.ts';

/** What stands in place of data that did not come: what happened, and a Retry that works. */
export function CallPanel({
  call,
}: {
  readonly call: Extract<CallState<unknown>, { state: 'refused' | 'unreachable' }>;
}): ReactNode {
  const { t } = useLingui();
  const text = call.state === 'refused' ? call.message : t`The network did not answer. Nothing was changed.`;
  return (
    <StatePanel
      art={call.state === 'refused' ? <LostArt /> : <OfflineArt />}
      title={t`This did not load`}
      text={text}
      action={{ label: t`Retry`, go: call.retry }}
    />
  );
}
