import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  circles,
  faultOf,
  folderEdges,
  importsOf,
  lintRulesFile,
  root,
  trees,
  writtenRules,
} from './layers.ts';

describe.each(trees)('the layers of $folder', (tree) => {
  const imports = importsOf(tree);

  test('no file imports from a layer above its own, and no feature imports another', () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.flatMap((edge) => faultOf(tree, edge) ?? [])).toEqual([]);
  });

  test('no import cycle exists among files, types included, or among folders', () => {
    expect(circles(imports).map((names) => names.join(' → '))).toEqual([]);
    const together = new Set(
      tree.places.filter(({ entry }) => entry.includes('+')).map(({ name }) => `${tree.folder}/${name}`),
    );
    const between = folderEdges(imports).filter(({ from, to }) => !(together.has(from) && together.has(to)));
    expect(circles(between).map((names) => names.join(' → '))).toEqual([]);
  });
});

test('the linter’s rules are made from the list of layers: `npm run layers` writes them', () => {
  expect(readFileSync(lintRulesFile, 'utf8')).toBe(writtenRules());
});

test('cycles are found with the files on them', () => {
  const edges = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['c', 'd'],
  ].map(([from = '', to = '']) => ({ from, to }));
  expect(circles(edges)).toEqual([['a', 'b', 'c', 'a']]);
  expect(circles(edges.slice(1))).toEqual([]);
});

const call = (from: string) => `import { a } from '${from}';\na();\n`;
const broken: readonly (readonly [what: string, file: string, code: string])[] = [
  ['a server feature imports another', 'apps/server/src/features/order/x1.ts', call('../repay/routes.ts')],
  [
    'a server feature imports a type of another',
    'apps/server/src/features/bank/x2.ts',
    "import type { A } from '../order/details.ts';\nexport type B = A;\n",
  ],
  [
    'the lending core imports a feature',
    'apps/server/src/lending/loans/x3.ts',
    call('../../features/order/details.ts'),
  ],
  [
    'the database imports the lending core',
    'apps/server/src/platform/database/x4.ts',
    call('../../lending/ledger/ledger.ts'),
  ],
  ['errors import texts', 'apps/server/src/platform/errors/x5.ts', call('../../brands/texts/translate.ts')],
  [
    'a provider imports the scheduler',
    'apps/server/src/providers/xendit/x6.ts',
    call('../../scheduler/audit.ts'),
  ],
  ['a feature imports the application', 'apps/server/src/features/order/x7.ts', call('../../app/start.ts')],
  ['a screen imports another feature', 'apps/borrower/src/order/x8.ts', call('../repay/Repay.tsx')],
  ['a screen imports the top', 'apps/borrower/src/order/x9.ts', call('../screens.ts')],
  ['the network code imports a feature', 'apps/borrower/src/net/x10.ts', call('../order/Order.tsx')],
  ['what screens share imports a feature', 'apps/borrower/src/lending/x11.ts', call('../order/Order.tsx')],
  [
    'the brands’ forms import a feature',
    'apps/server/src/brands/forms/x12.ts',
    call('../../features/certify/routes.ts'),
  ],
  [
    'the forms that screens share import a feature',
    'apps/borrower/src/form/x13.ts',
    call('../certify/Apply.tsx'),
  ],
  ['the kit imports the app', 'apps/borrower/src/kit/x14.ts', call('../app/go.ts')],
  ['a package imports another', 'packages/loan/src/x15.ts', call('@hiram/contract/order')],
];

const allowed: readonly (readonly [file: string, code: string])[] = [
  ['apps/server/src/features/order/a.ts', call('../../lending/loans/loans.ts')],
  ['apps/server/src/features/complaint/a.ts', call('../../pictures/store-picture.ts')],
  ['apps/server/src/scheduler/a.ts', call('../pictures/remove-picture.ts')],
  ['apps/borrower/src/app/a.ts', call('../net/client.ts')],
];

/** The files in which the linter finds a forbidden import. It runs once, in a folder of its own with the project's rules. */
function rejectedFiles(): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-layers-'));
  try {
    const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rules, vcs: { enabled: false } }));
    cpSync(lintRulesFile, join(folder, 'biome.layers.json'));
    for (const [file, code] of [...broken.map(([, path, text]) => [path, text] as const), ...allowed]) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), code);
    }
    const biome = join(root, 'node_modules/.bin/biome');
    const { stdout, stderr } = spawnSync(
      biome,
      ['lint', '--colors=off', '--max-diagnostics=none', '--only=style/noRestrictedImports', '.'],
      { cwd: folder, encoding: 'utf8' },
    );
    if (!stderr.includes('Checked') && !stdout.includes('Checked')) throw new Error(stdout + stderr);
    const findings = (stdout + stderr).matchAll(/^(\S+\.tsx?):\d+:\d+ lint\/style\/noRestrictedImports/gm);
    return new Set(Array.from(findings, ([, file = '']) => file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rejected = rejectedFiles();

test.each(broken)('the linter rejects it where %s', (_, file) => {
  expect(rejected).toContain(file);
});

test.each(allowed)('the linter lets %s import lower layers', (file) => {
  expect(rejected).not.toContain(file);
});
