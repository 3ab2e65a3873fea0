import { taskKinds } from '@hiram/contract/task-kind';
import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** Everything that waits for a person. */
export const workScreens: readonly Screen[] = [
  {
    path: '/work',
    title: msg`Work`,
    icon: 'work',
    right: 'work.read',
    group: 'work',
    kinds: taskKinds,
    letter: 'W',
    Component: lazyPart(async () => (await import('./Work.tsx')).Work),
  },
];
