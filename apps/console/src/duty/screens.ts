import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** Reports to authorities. */
export const dutyScreens: readonly Screen[] = [
  {
    path: '/duties',
    title: msg`Reports`,
    icon: 'file',
    right: 'duty.read',
    group: 'lender',
    kinds: ['duty'],
    letter: 'U',
    Component: lazyPart(async () => (await import('./Duties.tsx')).Duties),
  },
];
