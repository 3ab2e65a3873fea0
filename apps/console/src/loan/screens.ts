import { msg } from '@lingui/core/macro';
import { lazyScreen, type Screen } from '../app/screen.ts';

/** One loan. */
export const loanScreens: readonly Screen[] = [
  {
    path: '/loan/:orderId',
    title: msg`Loan`,
    right: 'loan.read',
    group: undefined,
    letter: undefined,
    icon: 'file',
    Component: lazyScreen(
      async () => (await import('./Loan.tsx')).Loan,
      () => import('../../locales/en/loan.po'),
    ),
  },
];
