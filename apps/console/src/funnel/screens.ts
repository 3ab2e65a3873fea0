import { msg } from '@lingui/core/macro';
import { lazyScreen, type Screen } from '../app/screen.ts';

/** The promotion's funnel, codes and captchas, and paused sources. */
export const funnelScreens: readonly Screen[] = [
  {
    path: '/funnel',
    title: msg`Funnel`,
    right: 'funnel.read',
    group: 'lender',
    letter: 'F',
    icon: 'chart',
    Component: lazyScreen(
      async () => (await import('./Funnel.tsx')).Funnel,
      () => import('../../locales/en/funnel.po'),
    ),
  },
];
