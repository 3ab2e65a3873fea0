import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

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
    Component: lazyPart(async () => (await import('./Complaints.tsx')).Complaints),
  },
  {
    path: '/complaints/:complaintId',
    title: msg`Complaint`,
    icon: 'complaint',
    right: 'complaint.read',
    Component: lazyPart(async () => (await import('./Complaint.tsx')).Complaint),
  },
];
