import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

const common = { icon: 'phone', right: 'collections.read' } as const;

/** The collections desk: queues, one loan at a time, the team and agencies. */
export const collectionsScreens: readonly Screen[] = [
  {
    ...common,
    path: '/collections',
    title: msg`Collections`,
    ofOneBrand: true,
    group: 'people',
    letter: 'K',
    Component: lazyPart(async () => (await import('./LateLoans.tsx')).LateLoans),
  },
  {
    ...common,
    path: '/collections/team',
    title: msg`Collections team`,
    right: 'collections.team',
    ofOneBrand: true,
    group: 'people',
    icon: 'chart',
    Component: lazyPart(async () => (await import('./Team.tsx')).Team),
  },
  {
    ...common,
    path: '/collections/:orderId',
    title: msg`Late loan`,
    Component: lazyPart(async () => (await import('./LateLoan.tsx')).LateLoan),
  },
];
