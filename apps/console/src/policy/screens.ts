import { msg } from '@lingui/core/macro';
import type { ScreenProps } from '../app/person.ts';
import { lazyPart, type Screen } from '../app/screen.ts';

const policy = { icon: 'file', right: 'policy.read' } as const;

/** Credit policies of the brands: versions, drafts, comparison, activation. */
export const policyScreens: readonly Screen[] = [
  {
    ...policy,
    path: '/policy',
    ofOneBrand: true,
    title: msg`Policy`,
    group: 'lender',
    letter: 'Y',
    Component: lazyPart<ScreenProps>(async () => (await import('./ActivePolicy.tsx')).ActivePolicy),
  },
  {
    ...policy,
    path: '/policy/:brand/compare',
    title: msg`Two policies compared`,
    Component: lazyPart(async () => (await import('./Compare.tsx')).Compare),
  },
  {
    ...policy,
    path: '/policy/:brand/:version',
    title: msg`Policy`,
    Component: lazyPart(async () => (await import('./Policy.tsx')).Policy),
  },
  {
    ...policy,
    path: '/policy/:brand/:version/edit',
    title: msg`Draft of a policy`,
    right: 'policy.edit',
    Component: lazyPart(async () => (await import('./Draft.tsx')).Draft),
  },
];
