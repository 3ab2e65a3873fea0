import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** One borrower. */
export const borrowerScreens: readonly Screen[] = [
  {
    path: '/borrower/:borrowerId',
    title: msg`Borrower`,
    right: 'borrower.read',
    icon: 'person',
    Component: lazyPart(async () => (await import('./Borrower.tsx')).Borrower),
  },
];
