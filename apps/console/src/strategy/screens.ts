import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

const strategy = { icon: 'text', right: 'strategy.read' } as const;

/** The strategy of messages of a brand: versions, tomorrow's messages, costs, activation. */
export const strategyScreens: readonly Screen[] = [
  {
    ...strategy,
    path: '/strategy',
    ofOneBrand: true,
    title: msg`Reminders`,
    group: 'lender',
    Component: lazyPart(async () => (await import('./Strategies.tsx')).Strategies),
  },
  {
    ...strategy,
    path: '/strategy/:brand/:version',
    title: msg`Reminders`,
    Component: lazyPart(async () => (await import('./Strategy.tsx')).Strategy),
  },
];
