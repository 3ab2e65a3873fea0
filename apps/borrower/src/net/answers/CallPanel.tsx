import { laterPart } from '../../kit/runtime/later.ts';

/** Shown in place of data that did not arrive. */
export const CallPanel = laterPart(() => import('./FailedCall.tsx').then(({ FailedCall }) => FailedCall));
