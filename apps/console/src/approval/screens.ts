import { msg } from '@lingui/core/macro';
import { lazyScreen, type Screen } from '../app/screen.ts';

/** Requests that wait for a second person. */
export const approvalScreens: readonly Screen[] = [
  {
    path: '/approvals',
    title: msg`Approvals`,
    icon: 'approval',
    right: 'approval.read',
    group: 'work',
    letter: 'A',
    Component: lazyScreen(
      async () => (await import('./Approvals.tsx')).Approvals,
      () => import('../../locales/en/approval.po'),
    ),
  },
];
