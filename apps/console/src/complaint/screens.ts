import type { Screen } from '../app/screen.ts';

/** Complaints with their thread, pictures, order and clocks. */
export const complaintScreens: readonly Screen[] = [];
