import { msg } from '@lingui/core/macro';
import { lazyScreen, type Screen } from '../app/screen.ts';

const loadWords = () => import('../../locales/en/decision.po');

/** Applications and payouts that wait for a person. */
export const decisionScreens: readonly Screen[] = [
  {
    path: '/decisions',
    title: msg`Decisions`,
    right: 'decision.read',
    group: 'people',
    kinds: ['application', 'payout'],
    letter: 'D',
    icon: 'decision',
    Component: lazyScreen(async () => (await import('./Decisions.tsx')).Decisions, loadWords),
  },
  {
    path: '/decisions/:reviewId',
    title: msg`Decision`,
    right: 'decision.read',
    group: undefined,
    letter: undefined,
    icon: 'decision',
    Component: lazyScreen(async () => (await import('./Decision.tsx')).Decision, loadWords),
  },
];
