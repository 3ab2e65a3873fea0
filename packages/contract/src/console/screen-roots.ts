/** The first parts of the addresses of the console's screens. The server answers them, and what is below, with the page. */
export const screenRoots = [
  'account',
  'approvals',
  'books',
  'borrower',
  'collections',
  'complaints',
  'coverage',
  'decisions',
  'duties',
  'feed',
  'find',
  'funnel',
  'invitation',
  'limits',
  'loan',
  'money-in',
  'money-out',
  'officer',
  'policy',
  'portfolio',
  'reconcile',
  'recovery',
  'staff',
  'strategy',
  'trail',
  'work',
] as const;
type ScreenRoot = (typeof screenRoots)[number];

/** The address of a screen, with its parameters as `:name`. */
export type ScreenPath = `/${ScreenRoot}` | `/${ScreenRoot}/${string}`;
