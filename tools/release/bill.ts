import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Platform, platformPackages } from './contents.ts';
import { type LockFile, withDependencies } from './packages.ts';

/** A CycloneDX bill of materials, as far as we change it. */
export interface Bill {
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly [field: string]: unknown;
}

export interface Component {
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly 'bom-ref': string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly components?: readonly Component[];
}

const workspaces = ['@hiram/server', '@hiram/borrower', '@hiram/console'];

/** Installs what the release alone needs, locked, in a folder that stays. */
export function installReleaseTools(root: string): string {
  const folder = join(root, '.state/release-tools');
  mkdirSync(folder, { recursive: true });
  const lock = readFileSync(join(root, 'tools/release/packages/package-lock.json'), 'utf8');
  const installed = join(folder, 'package-lock.json');
  if (
    existsSync(join(folder, 'node_modules')) &&
    existsSync(installed) &&
    readFileSync(installed, 'utf8') === lock
  )
    return folder;
  cpSync(join(root, 'tools/release/packages'), folder, { recursive: true });
  const options = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

/** The bill of everything that the lock file has for the product, for every platform. */
export function writtenBill(root: string, tools: string): Bill {
  const text = execFileSync(
    process.execPath,
    [
      join(tools, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js'),
      ...['--package-lock-only', '--omit', 'dev', '--output-reproducible', '--output-format', 'JSON'],
      ...workspaces.flatMap((name) => ['--workspace', name]),
      ...['--include-workspace-root', '--output-file', '-'],
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return JSON.parse(text);
}

/** The path of an installed component from the root; empty for ours. */
export function pathOf({ properties = [] }: Component): string {
  return properties.find(({ name }) => name === 'cdx:npm:package:path')?.value ?? '';
}

/**
 * The bill of one platform's archive: without other platforms' packages, and without the build's and the tests' tools, which
 * npm lists because a package that runs could use them. `bundled`: the folders of the packages in the server's programs.
 */
export function billOf(
  bill: Bill,
  lock: LockFile,
  { platform, bundled }: { readonly platform: Platform; readonly bundled: ReadonlySet<string> },
): Bill {
  const ofPlatform = withDependencies(lock, platformPackages(platform)).map((name) => `node_modules/${name}`);
  const optional = new Set([...ofPlatform, ...bundled]);
  const isShipped = (component: Component): boolean => {
    const path = pathOf(component);
    const entry = lock[path];
    if (!entry || entry.dev || entry.devOptional || entry.peer) return false;
    return !entry.optional || optional.has(path);
  };
  const shipped = (components: readonly Component[]): Component[] =>
    components
      .filter(isShipped)
      .map((component) =>
        component.components ? { ...component, components: shipped(component.components) } : component,
      );
  const components = shipped(bill.components);
  const kept = new Set([...flat(components).map((component) => component['bom-ref']), rootReference(bill)]);
  return {
    ...bill,
    components,
    dependencies: bill.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) =>
        dependsOn ? { ref, dependsOn: dependsOn.filter((name) => kept.has(name)) } : { ref },
      ),
  };
}

function rootReference({ metadata }: Bill): string {
  return (metadata as { component: Component }).component['bom-ref'];
}

/** Components and those inside of them. */
export function flat(components: readonly Component[]): Component[] {
  return components.flatMap((component) => [component, ...flat(component.components ?? [])]);
}

const withoutText = (licence: string | undefined) =>
  `Its package carries no text of the licence: https://spdx.org/licenses/${licence}.html`;
const licenceFile = /^(licen[cs]e|copying|notice|ofl|unlicense)/i;

/** The notices of every component that is not ours: name, version, licence, and the texts that its package carries. */
export function notices(bill: Bill, folderOf: (path: string) => string): string {
  const parts = flat(bill.components)
    .filter(({ group }) => group !== '@hiram')
    .map((component) => {
      const { name, group, version, licenses = [] } = component;
      const licence = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name);
      const folder = folderOf(pathOf(component));
      const texts = readdirSync(folder)
        .filter((file) => licenceFile.test(file))
        .sort()
        .map((file) => readFileSync(join(folder, file), 'utf8').trim());
      const title = `${group ? `${group}/` : ''}${name} ${version} (${licence.join(', ') || 'see its text'})`;
      return { title, text: texts.join('\n\n') || withoutText(licence[0]) };
    })
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  const head = 'Hiram contains the software of others. Their licences:\n\n';
  return `${head}${parts.map(({ title, text }) => `${'='.repeat(78)}\n${title}\n\n${text}\n`).join('\n')}`;
}
