import { msg } from '@lingui/core/macro';
import { lazyScreen, type Screen } from '../app/screen.ts';

const loadWords = () => import('../../locales/en/officer.po');

/** Borrowers who may be, or are, on a list of persons. */
export const officerScreens: readonly Screen[] = [
  {
    path: '/officer',
    title: msg`Officer`,
    right: 'screening.read',
    group: 'people',
    kinds: ['screeningHit', 'screeningCase'],
    letter: 'M',
    icon: 'lock',
    Component: lazyScreen(async () => (await import('./Officer.tsx')).Officer, loadWords),
  },
  {
    path: '/officer/:hitId',
    title: msg`Match with a list`,
    right: 'screening.read',
    group: undefined,
    letter: undefined,
    icon: 'lock',
    Component: lazyScreen(async () => (await import('./Hit.tsx')).Hit, loadWords),
  },
];
