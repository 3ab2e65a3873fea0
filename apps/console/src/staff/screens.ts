import { msg } from '@lingui/core/macro';
import { lazyScreen, type Screen } from '../app/screen.ts';

const words = () => import('../../locales/en/staff.po');

/** The lender's people, what their roles may do, and the own account. */
export const staffScreens: readonly Screen[] = [
  {
    path: '/staff',
    title: msg`Staff`,
    icon: 'staff',
    right: 'staff.read',
    group: 'lender',
    letter: 'S',
    Component: lazyScreen(async () => (await import('./Staff.tsx')).Staff, words),
  },
  {
    path: '/limits',
    title: msg`Roles and limits`,
    icon: 'decision',
    right: 'staff.read',
    group: 'lender',
    letter: 'L',
    Component: lazyScreen(async () => (await import('./Limits.tsx')).Limits, words),
  },
  {
    path: '/account',
    title: msg`Your account`,
    icon: 'person',
    right: undefined,
    group: undefined,
    letter: undefined,
    Component: lazyScreen(async () => (await import('./Account.tsx')).Account, words),
  },
];
