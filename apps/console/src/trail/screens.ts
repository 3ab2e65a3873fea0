import { msg } from '@lingui/core/macro';
import { lazyScreen, type Screen } from '../app/screen.ts';

/** Screens of the audit trail. */
export const trailScreens: readonly Screen[] = [
  {
    path: '/trail',
    title: msg`Trail`,
    icon: 'trail',
    right: 'trail.read',
    group: 'lender',
    letter: 'T',
    Component: lazyScreen(
      async () => (await import('./Trail.tsx')).Trail,
      () => import('../../locales/en/trail.po'),
    ),
  },
];
