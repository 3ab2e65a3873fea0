import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const biome = `${root}node_modules/.bin/biome`;

/** What the linter says of one line of code, were it to stand in a file of ours: tried in a folder beside, under our own rules. */
function lint(file: string, code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-floors-'));
  try {
    const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rules, vcs: { enabled: false } }));
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), code);
    const { stdout, stderr } = spawnSync(biome, ['lint', file], { cwd: folder, encoding: 'utf8' });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const broken = [
  [
    'a server journey imports another',
    'apps/server/src/order/x.ts',
    "import { a } from '../repay/routes.ts';\na();\n",
  ],
  [
    '… types too',
    'apps/server/src/bank/x.ts',
    "import type { A } from '../order/details.ts';\nexport type B = A;\n",
  ],
  [
    'the lending core imports a journey',
    'apps/server/src/lending/x.ts',
    "import { a } from '../order/details.ts';\na();\n",
  ],
  [
    'the database floor imports upwards',
    'apps/server/src/db/x.ts',
    "import { a } from '../lending/ledger.ts';\na();\n",
  ],
  [
    'a screen imports another journey',
    'apps/borrower/src/order/x.ts',
    "import { a } from '../repay/Repay.tsx';\na();\n",
  ],
  ['a screen imports the top', 'apps/borrower/src/order/x.ts', "import { a } from '../screens.ts';\na();\n"],
  [
    'the net imports a journey',
    'apps/borrower/src/net/x.ts',
    "import { a } from '../order/Order.tsx';\na();\n",
  ],
  [
    'what screens share imports a journey',
    'apps/borrower/src/lending/x.ts',
    "import { a } from '../order/Order.tsx';\na();\n",
  ],
  [
    'the forms’ floor imports a journey',
    'apps/server/src/forms/x.ts',
    "import { a } from '../certify/routes.ts';\na();\n",
  ],
  [
    'the forms that screens share import a journey',
    'apps/borrower/src/form/x.ts',
    "import { a } from '../certify/Apply.tsx';\na();\n",
  ],
  ['the kit imports the app', 'apps/borrower/src/kit/x.ts', "import { a } from '../app/go.ts';\na();\n"],
  [
    'a package imports another',
    'packages/loan/src/x.ts',
    "import { a } from '@hiram/contract/order';\na();\n",
  ],
] as const;

for (const [what, file, code] of broken)
  test(`the floors hold: ${what}, and it is refused`, () => {
    expect(lint(file, code)).toContain('noRestrictedImports');
  });

test('the floors hold: what may be imported is not refused', () => {
  expect(
    lint('apps/server/src/order/x.ts', "import { a } from '../lending/loans.ts';\na();\n"),
  ).not.toContain('noRestrictedImports');
});
