import { msg } from '@lingui/core/macro';
import { lazyScreen, type Screen } from '../app/screen.ts';

const words = () => import('../../locales/en/complaint.po');

/** Borrowers' complaints. */
export const complaintScreens: readonly Screen[] = [
  {
    path: '/complaints',
    title: msg`Complaints`,
    icon: 'complaint',
    right: 'complaint.read',
    group: 'people',
    kinds: ['complaint'],
    letter: 'C',
    Component: lazyScreen(async () => (await import('./Complaints.tsx')).Complaints, words),
  },
  {
    path: '/complaints/:complaintId',
    title: msg`Complaint`,
    icon: 'complaint',
    right: 'complaint.read',
    group: undefined,
    letter: undefined,
    Component: lazyScreen(async () => (await import('./Complaint.tsx')).Complaint, words),
  },
];
