import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** Screens of outgoing money. */
export const moneyOutScreens: readonly Screen[] = [
  {
    path: '/money-out',
    title: msg`Money out`,
    icon: 'money-out',
    right: 'moneyOut.read',
    group: 'money',
    kinds: ['contradictedPayout', 'refund', 'heldPayout', 'returnedPayout'],
    letter: 'O',
    Component: lazyPart(async () => (await import('./MoneyOut.tsx')).MoneyOut),
  },
];
