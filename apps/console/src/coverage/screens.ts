import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** The people who could approve each action, and when. */
export const coverageScreens: readonly Screen[] = [
  {
    path: '/coverage',
    title: msg`Coverage`,
    icon: 'people',
    right: 'coverage.read',
    ofOneBrand: true,
    group: 'work',
    letter: 'V',
    Component: lazyPart(async () => (await import('./Coverage.tsx')).Coverage),
  },
];
