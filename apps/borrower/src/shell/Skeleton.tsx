import { laterPart } from '../kit/runtime/later.ts';

/** A screen's skeleton, while its data are on their way. The document has the one of its first screen. */
export const Skeleton = laterPart(() => import('./shells.tsx').then((shells) => shells.Skeleton));
