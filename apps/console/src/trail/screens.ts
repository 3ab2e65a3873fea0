import type { Screen } from '../app/screen.ts';

/** Who did and who read what. */
export const trailScreens: readonly Screen[] = [];
