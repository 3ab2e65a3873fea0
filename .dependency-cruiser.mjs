// Which files may import which. `npm run check` refuses every other import, imports of types included.

/** A test may import what it tests from anywhere. */
const tests = '\\.(?:test|verify)\\.tsx?$';

const borrowerFeatures =
  '(?:account|arrangement|bank|calculator|certify|complaint|confirm|error|home|info|joint-login|legacy|messages|order|preview|promotion|repay|site)';
const consoleFeatures =
  '(?:approval|collections|books|borrower|complaint|coverage|decision|duty|feed|find|funnel|loan|money-in|money-out|officer|policy|portfolio|reconcile|staff|strategy|trail|work)';

/** The layers of the loan engine and of each application, the lowest first: a file imports its own layer and those below it. */
const layers = {
  'packages/loan/src': ['values', 'terms', 'state', 'fold', 'position', 'quotes', 'index.ts'],
  'apps/server/src': [
    'platform/errors',
    'platform',
    'brands/texts',
    'brands/markets',
    'brands/forms',
    'brands',
    'providers',
    'context',
    'messaging',
    'pictures',
    'lending/tasks.ts',
    'lending/borrowers',
    'lending/contact',
    'lending/ledger',
    'lending/loans',
    'lending/notices',
    'lending/strategy',
    'lending/screening',
    'lending/identity',
    'lending/bureau',
    'lending/checks',
    'lending/origination',
    'lending/payouts',
    'lending/payments',
    'lending/reconciliation',
    'lending/books',
    'lending/review',
    'lending/complaints',
    'lending/collections',
    'lending/arrangements',
    'lending/duties',
    'lending/feed',
    'scheduler',
    'api',
    'features',
    'console/access',
    'console/actions',
    'console/changes',
    'console/downloads',
    'console/lists',
    'console/directory',
    'console',
    'sandbox',
    'app',
    'operations',
    'main.ts',
  ],
  'apps/borrower/src': [
    'kit',
    'art',
    '(?:app|net)',
    'i18n',
    'shell',
    'form',
    'lending',
    'milestone',
    'identity',
    borrowerFeatures,
    'visitor',
    'worker',
    'screens.ts',
    'LaterRoute.tsx',
    'redeem-ticket.ts',
    'fetch-ahead.ts',
    'prerender.tsx',
    'server-texts.ts',
    'server-view.tsx',
    'main.tsx',
  ],
  'apps/console/src': [
    'kit',
    'i18n',
    'net',
    'app',
    'session',
    'facts',
    'action',
    'list',
    consoleFeatures,
    'frame',
    'main.tsx',
  ],
};

const escaped = (text) => text.replaceAll('.', '\\.');
/** Matches the files of a layer: those below a folder, or one file. */
const within = (tree, layer) => `^${tree}/${/\.tsx?$/.test(layer) ? `${escaped(layer)}$` : `${layer}/`}`;

/** Each layer imports none above it. A folder that is named before its parent is a layer of its own. */
const upward = Object.entries(layers).flatMap(([tree, names]) =>
  names.flatMap((name, index) => {
    const above = names.slice(index + 1);
    if (above.length === 0) return [];
    const own = names.filter((other, at) => at < index && other.startsWith(`${name}/`));
    return {
      name: `${tree} ${name}: only lower layers`,
      severity: 'error',
      from: { path: within(tree, name), pathNot: [tests, ...own.map((other) => within(tree, other))] },
      to: {
        path: above.map((other) => within(tree, other)),
        pathNot: [within(tree, name), ...names.slice(0, index).map((other) => within(tree, other))],
      },
    };
  }),
);

/** Features of one tree do not import each other: what two need stands in a layer below. */
const features = [
  ['apps/server/src/features', '[^/]+'],
  ['apps/server/src/console', '(?!access|actions|changes|downloads|directory|lists)[^/]+'],
  ['apps/borrower/src', borrowerFeatures],
  ['apps/console/src', consoleFeatures],
].map(([tree, feature]) => ({
  name: `${tree}: no feature imports another`,
  severity: 'error',
  from: { path: `^${tree}/(${feature})/`, pathNot: tests },
  to: { path: `^${tree}/${feature}/`, pathNot: `^${tree}/$1/` },
}));

/** A new file or folder has its place in the list. */
const placed = Object.entries(layers).map(([tree, names]) => ({
  name: `${tree}: every file is in a layer`,
  severity: 'error',
  from: { path: `^${tree}/`, pathNot: [tests, ...names.map((name) => within(tree, name))] },
  to: {},
}));

/** The other packages that a package may import. */
const packages = Object.entries({
  ...{ loan: [], contract: [], bridge: [], decision: [] },
  ...{ books: ['loan'], 'visitor-pages': ['contract', 'loan'] },
}).map(([name, others]) => ({
  name: `packages/${name}: ${others.length === 0 ? 'stands on its own' : `imports ${others.join(', ')} alone`}`,
  severity: 'error',
  from: { path: `^packages/${name}/src`, pathNot: tests },
  to: { path: '^packages/', pathNot: [name, ...others].map((other) => `^packages/${other}/`) },
}));

export default {
  forbidden: [
    ...upward,
    ...placed,
    ...features,
    {
      name: 'no circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...packages,
    {
      name: 'a package is imported by the entries that its package.json names',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/', pathNot: '/test/' },
      to: { path: '^packages/[^/]+/src/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    },
    {
      name: 'the kit stands on the platform alone',
      severity: 'error',
      from: { path: '^apps/borrower/src/kit/', pathNot: tests },
      to: { path: '^(?:apps|packages)/', pathNot: '^apps/borrower/src/kit/' },
    },
    {
      name: 'every imported package is declared',
      severity: 'error',
      from: { pathNot: [tests, '/test/'] },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    { name: 'every import exists', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['source', 'import', 'default'] },
  },
};
