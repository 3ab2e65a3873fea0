import { lazyPart } from '../app/screen.ts';

// The list is the first screen of most people: what a press opens is loaded by it.
export const DeferDialog = lazyPart(async () => (await import('./DeferDialog.tsx')).DeferDialog);
export const ReassignDialog = lazyPart(async () => (await import('./ReassignDialog.tsx')).ReassignDialog);
export const Ways = lazyPart(async () => (await import('./Ways.tsx')).Ways);
