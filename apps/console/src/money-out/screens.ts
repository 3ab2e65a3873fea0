import { msg } from '@lingui/core/macro';
import { lazyScreen, type Screen } from '../app/screen.ts';

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
    Component: lazyScreen(
      async () => (await import('./MoneyOut.tsx')).MoneyOut,
      () => import('../../locales/en/money-out.po'),
    ),
  },
];
