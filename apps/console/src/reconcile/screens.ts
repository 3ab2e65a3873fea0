import type { Screen } from '../app/screen.ts';

/** A day of a provider, side by side with our books. */
export const reconcileScreens: readonly Screen[] = [];
