import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** Screens of incoming money. */
export const moneyInScreens: readonly Screen[] = [
  {
    path: '/money-in',
    title: msg`Money in`,
    icon: 'money-in',
    right: 'moneyIn.read',
    ofOneBrand: true,
    group: 'money',
    kinds: ['transfer', 'heldPayment', 'unknownPayment', 'statement'],
    letter: 'I',
    Component: lazyPart(async () => (await import('./MoneyIn.tsx')).MoneyIn),
  },
  {
    path: '/money-in/import',
    title: msg`Import a statement`,
    icon: 'money-in',
    right: 'moneyIn.import',
    ofOneBrand: true,
    Component: lazyPart(async () => (await import('./import/Import.tsx')).Import),
  },
];
