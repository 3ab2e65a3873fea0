import type { ReactNode } from 'react';
import { laterPart } from '../../kit/runtime/later.ts';
import type { FailedCallProps } from './FailedCall.tsx';
import type { CallState } from './useCall.ts';

const FailedCall = laterPart(() => import('./FailedCall.tsx').then((module) => module.FailedCall));

type Props = Omit<FailedCallProps, 'call'> & { readonly call: CallState<unknown> };

/** Shown in place of data that did not arrive; nothing while they are on their way or there. */
export function CallPanel({ call, ...rest }: Props): ReactNode {
  if (call.state !== 'rejected' && call.state !== 'unreachable') return null;
  return <FailedCall call={call} {...rest} />;
}
