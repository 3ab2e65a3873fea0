import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** The events for other systems. */
export const feedScreens: readonly Screen[] = [
  {
    path: '/feed',
    title: msg`Events feed`,
    icon: 'link',
    right: 'feed.read',
    group: 'lender',
    letter: 'E',
    Component: lazyPart(async () => (await import('./Feed.tsx')).Feed),
  },
];
