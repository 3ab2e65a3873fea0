import { laterPart } from '../kit/runtime/later.ts';

/** The picture of an empty screen. Few borrowers see one. */
export const EmptyArt = laterPart(() => import('./LostArt.tsx').then(({ LostArt }) => LostArt));
