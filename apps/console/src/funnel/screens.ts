import type { Screen } from '../app/screen.ts';

/** The steps of the promotion, from the first visit to the loan. */
export const funnelScreens: readonly Screen[] = [];
