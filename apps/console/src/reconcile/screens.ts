import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** Providers' statements beside our books. */
export const reconcileScreens: readonly Screen[] = [
  {
    path: '/reconcile',
    title: msg`Reconcile`,
    icon: 'bank',
    right: 'reconcile.read',
    group: 'money',
    letter: 'R',
    Component: lazyPart(async () => (await import('./Reconcile.tsx')).Reconcile),
  },
];
