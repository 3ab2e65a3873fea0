import type { Screen } from '../app/screen.ts';

/** Everything that waits for a person, ranked by the promise that is broken first. */
export const workScreens: readonly Screen[] = [];
