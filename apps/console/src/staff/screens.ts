import { msg } from '@lingui/core/macro';
import { lazyScreen, type Screen } from '../app/screen.ts';

/** The lender's people. */
export const staffScreens: readonly Screen[] = [
  {
    path: '/staff',
    title: msg`Staff`,
    icon: 'staff',
    right: 'staff.read',
    group: 'lender',
    letter: 'S',
    Component: lazyScreen(
      async () => (await import('./Staff.tsx')).Staff,
      () => import('../../locales/en/staff.po'),
    ),
  },
];
