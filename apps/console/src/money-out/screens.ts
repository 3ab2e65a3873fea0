import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';
import { moneyOutKinds } from './kinds.ts';

/** Screens of outgoing money. */
export const moneyOutScreens: readonly Screen[] = [
  {
    path: '/money-out',
    title: msg`Money out`,
    icon: 'money-out',
    right: 'moneyOut.read',
    ofOneBrand: true,
    group: 'money',
    kinds: moneyOutKinds,
    letter: 'O',
    Component: lazyPart(async () => (await import('./MoneyOut.tsx')).MoneyOut),
  },
];
