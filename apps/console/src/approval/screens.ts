import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

const Component = lazyPart(async () => (await import('./Approvals.tsx')).Approvals);

/** Requests that wait for a second person: the list, and one of them as a case beside it. */
export const approvalScreens: readonly Screen[] = [
  {
    path: '/approvals',
    title: msg`Approvals`,
    icon: 'approval',
    right: 'approval.read',
    group: 'work',
    kinds: ['approval'],
    letter: 'A',
    Component,
  },
  {
    path: '/approvals/:approvalId',
    title: msg`Approval`,
    icon: 'approval',
    right: 'approval.read',
    Component,
  },
];
