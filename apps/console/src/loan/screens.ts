import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** One loan. */
export const loanScreens: readonly Screen[] = [
  {
    path: '/loan/:orderId',
    title: msg`Loan`,
    right: 'loan.read',
    icon: 'file',
    Component: lazyPart(async () => (await import('./Loan.tsx')).Loan),
  },
];
