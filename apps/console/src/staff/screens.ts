import { msg } from '@lingui/core/macro';
import { lazyScreen, type Screen } from '../app/screen.ts';

/** The lender's people. */
export const staffScreens: readonly Screen[] = [
  {
    path: '/staff',
    title: msg`Staff`,
    right: 'staff.read',
    group: 'house',
    letter: 'S',
    Component: lazyScreen(
      async () => (await import('./Staff.tsx')).Staff,
      () => import('../../locales/en/staff.po'),
    ),
  },
];
