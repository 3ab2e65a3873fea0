import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** Borrowers who may be, or are, on a list of persons. */
export const officerScreens: readonly Screen[] = [
  {
    path: '/officer',
    title: msg`Screening`,
    right: 'screening.read',
    group: 'people',
    kinds: ['screeningHit', 'screeningCase'],
    letter: 'M',
    icon: 'lock',
    Component: lazyPart(async () => (await import('./Officer.tsx')).Officer),
  },
  {
    path: '/officer/:hitId',
    title: msg`Match with a list`,
    right: 'screening.read',
    icon: 'lock',
    Component: lazyPart(async () => (await import('./Hit.tsx')).Hit),
  },
];
