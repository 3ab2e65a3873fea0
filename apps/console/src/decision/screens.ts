import type { Screen } from '../app/screen.ts';

/** Applications and payouts that wait for a person. */
export const decisionScreens: readonly Screen[] = [];
