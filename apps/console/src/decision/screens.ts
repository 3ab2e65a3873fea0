import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** Applications and payouts that wait for a person. */
export const decisionScreens: readonly Screen[] = [
  {
    path: '/decisions',
    title: msg`Decisions`,
    right: 'decision.read',
    group: 'people',
    kinds: ['application', 'payout', 'appeal', 'secondLook'],
    letter: 'D',
    icon: 'decision',
    Component: lazyPart(async () => (await import('./Decisions.tsx')).Decisions),
  },
  {
    path: '/decisions/:reviewId',
    title: msg`Decision`,
    right: 'decision.read',
    icon: 'decision',
    Component: lazyPart(async () => (await import('./Decision.tsx')).Decision),
  },
];
