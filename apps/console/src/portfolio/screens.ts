import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** The portfolio at risk. */
export const portfolioScreens: readonly Screen[] = [
  {
    path: '/portfolio',
    title: msg`Portfolio`,
    right: 'books.read',
    group: 'lender',
    letter: 'P',
    icon: 'chart',
    Component: lazyPart(async () => (await import('./Portfolio.tsx')).Portfolio),
  },
];
