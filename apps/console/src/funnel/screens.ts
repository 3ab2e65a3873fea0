import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** The promotion's funnel, codes and captchas, and paused sources. */
export const funnelScreens: readonly Screen[] = [
  {
    path: '/funnel',
    title: msg`Funnel`,
    right: 'funnel.read',
    ofOneBrand: true,
    group: 'lender',
    letter: 'F',
    icon: 'chart',
    Component: lazyPart(async () => (await import('./Funnel.tsx')).Funnel),
  },
];
