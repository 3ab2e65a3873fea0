import { msg } from '@lingui/core/macro';
import { lazyPart, type Screen } from '../app/screen.ts';

/** The general ledger. */
export const booksScreens: readonly Screen[] = [
  {
    path: '/books',
    title: msg`Books`,
    icon: 'columns',
    right: 'books.read',
    ofOneBrand: true,
    group: 'money',
    letter: 'B',
    Component: lazyPart(async () => (await import('./Books.tsx')).Books),
  },
];
