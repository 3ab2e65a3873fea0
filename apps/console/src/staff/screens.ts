import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** The lender's people, what their roles may do, and the own account. */
export const staffScreens: readonly Screen[] = [
  {
    path: '/staff',
    title: msg`Staff`,
    icon: 'staff',
    right: 'staff.read',
    group: 'lender',
    letter: 'S',
    Component: lazyPart(async () => (await import('./Staff.tsx')).Staff),
  },
  {
    path: '/limits',
    title: msg`Roles and limits`,
    icon: 'decision',
    right: 'staff.read',
    group: 'lender',
    letter: 'L',
    Component: lazyPart(async () => (await import('./Limits.tsx')).Limits),
  },
  {
    path: '/account',
    title: msg`Your account`,
    icon: 'person',
    right: undefined,
    Component: lazyPart(async () => (await import('./Account.tsx')).Account),
  },
];
