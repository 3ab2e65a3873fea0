import type { Screen } from '../app/screen.ts';

/** One order: its position on any day, where each figure comes from, and the actions on it. */
export const loanScreens: readonly Screen[] = [];
