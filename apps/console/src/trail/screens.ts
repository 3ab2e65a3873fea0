import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** Screens of the audit trail. */
export const trailScreens: readonly Screen[] = [
  {
    path: '/trail',
    title: msg`Audit trail`,
    icon: 'trail',
    right: 'trail.read',
    group: 'lender',
    letter: 'T',
    Component: lazyPart(async () => (await import('./Trail.tsx')).Trail),
  },
];
