import { msg } from '@lingui/core/macro';
import { lazyScreen, type Screen } from '../app/screen.ts';

/** Providers' statements beside our books. */
export const reconcileScreens: readonly Screen[] = [
  {
    path: '/reconcile',
    title: msg`Reconcile`,
    icon: 'bank',
    right: 'reconcile.read',
    group: 'money',
    letter: 'R',
    Component: lazyScreen(
      async () => (await import('./Reconcile.tsx')).Reconcile,
      () => import('../../locales/en/reconcile.po'),
    ),
  },
];
