import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './layers.ts';
import { sourceFiles } from './source-files.ts';
import { specifiersIn } from './syntax.ts';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Packages that no source imports, with what uses them. */
const usedOtherwise: Readonly<Record<string, string>> = {
  '@babel/core': 'the build’s plugin for texts runs in it',
  '@biomejs/biome': 'the linter, a command',
  '@lingui/babel-plugin-lingui-macro': 'named in the build’s settings',
  '@types/node': 'types of Node',
  'dejavu-fonts-ttf': 'the fonts of contracts, found by path',
  preact: 'stands for `react` in the build',
  typescript: 'the type check, a command',
};

/** The workspace folder to which a file belongs. */
function workspaceOf(file: string): string {
  let folder = dirname(file);
  while (folder !== '.' && !existsSync(join(root, folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

const isTest = (file: string) => /\.(test|spec)\.tsx?$|\/test\//.test(file);

/** The packages that a source imports, without Node's built-in modules. */
function packagesIn(path: string, source: string): string[] {
  return specifiersIn(path, source)
    .filter((specifier) => !isBuiltin(specifier) && !/^[.#/]|:/.test(specifier))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

/** The packages that run every workspace's tests. The root declares them. */
const testTools = new Set(Object.keys(manifestOf('.').devDependencies ?? {}));

const importsByWorkspace = Map.groupBy(
  sourceFiles().flatMap((file) =>
    packagesIn(file, readFileSync(join(root, file), 'utf8')).map((name) => ({
      file,
      name,
      folder: workspaceOf(file),
    })),
  ),
  ({ folder }) => folder,
);

test('a workspace declares every package that its sources import', () => {
  const missing = [...importsByWorkspace].flatMap(([folder, imports]) => {
    const { name: own, dependencies, devDependencies, optionalDependencies } = manifestOf(folder);
    const declared = new Set([
      own,
      ...Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    ]);
    return imports
      .filter(({ file, name }) => !declared.has(name) && !(isTest(file) && testTools.has(name)))
      .map(({ file, name }) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('a workspace declares no package that nothing of it imports', () => {
  const unused = [...importsByWorkspace].flatMap(([folder, imports]) => {
    const { dependencies, devDependencies } = manifestOf(folder);
    const used = new Set(imports.map(({ name }) => name));
    return (
      Object.keys({ ...dependencies, ...devDependencies })
        .filter((name) => !used.has(name) && !Object.hasOwn(usedOtherwise, name))
        // Types of a package that is imported.
        .filter((name) => !used.has(name.replace('@types/', '')))
        .map((name) => `${folder}: ${name}`)
    );
  });
  expect(unused).toEqual([]);
});

test('imports of every form are found, and relative ones and Node’s are not', () => {
  const source = `import a from 'a';\nimport type { B } from '@b/c/d';\nimport 'e/f';\nexport { g } from 'g';\nconst h = await import('h');
import {\n  i,\n} from 'i';\nimport j from './j.ts';\nimport { k } from 'node:fs';\nconst text = 'from x';`;
  expect(packagesIn('a.ts', source).sort()).toEqual(['@b/c', 'a', 'e', 'g', 'h', 'i']);
});
