/**
 * Checks what a lender copies to run Hiram, with tools that the release installs apart: `npm run node -- --conditions=source
 * checks/release/manifests.ts`. Each Kubernetes document against Kubernetes' own schema, every setting that a document names
 * against the reference, and, where systemd is installed, the unit's exposure.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installReleaseTools } from '../../tools/release/bill.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const maxExposure = 2;
const modules = join(installReleaseTools(root), 'node_modules');
const require = createRequire(join(modules, 'any.js'));

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}
interface Yaml {
  parseAllDocuments(text: string): readonly { readonly errors: readonly Error[]; toJS(): unknown }[];
}
type Model = new (document: Manifest) => { validate(): void };

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { parseAllDocuments } = require('yaml') as Yaml;

function documentsOf(path: string): readonly unknown[] {
  return parseAllDocuments(read(path)).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS();
  });
}

/** Throws with the place and the reason if a document does not fit its schema. */
async function checkManifest(manifest: Manifest): Promise<void> {
  const file = join(modules, 'kubernetes-models', manifest.apiVersion, 'index.js');
  const models = (await import(pathToFileURL(file).href)) as Record<string, Model>;
  const model = models[manifest.kind];
  if (!model) throw new Error(`Kubernetes has no ${manifest.kind} in ${manifest.apiVersion}`);
  new model(manifest).validate();
}

/** A faulty document must be found, or the check shows nothing. */
async function checkThatFaultsAreFound(manifests: readonly Manifest[]): Promise<void> {
  for (const manifest of manifests) {
    try {
      await checkManifest({ ...manifest, metadata: 7 });
    } catch {
      continue;
    }
    throw new Error(`a faulty ${manifest.kind} was accepted`);
  }
}

const manifests = documentsOf('docs/deploy/kubernetes/hiram.yaml') as readonly Manifest[];
for (const manifest of manifests) await checkManifest(manifest);
await checkThatFaultsAreFound(manifests);
console.log(`Kubernetes: ${manifests.length} documents fit their schemas`);

const settings = new Set([...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name));
const [compose] = documentsOf('docs/deploy/compose.yml') as [
  { services: { hiram: { environment: Record<string, string> } } },
];
const config = manifests.find(({ kind }) => kind === 'ConfigMap')?.data as Record<string, string>;
for (const name of [...Object.keys(config), ...Object.keys(compose.services.hiram.environment)])
  if (!settings.has(name)) throw new Error(`${name} is no setting of the server`);
console.log('Kubernetes and compose name settings that exist');

const analysis = spawnSync(
  'systemd-analyze',
  ['security', '--offline=true', join(root, 'docs/deploy/hiram.service')],
  { encoding: 'utf8' },
);
const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(analysis.stdout ?? '')?.[1]);
if (analysis.error) console.log('systemd: not installed, not tried');
else if (!(exposure <= maxExposure))
  throw new Error(`the unit's exposure is ${exposure}: ${analysis.stderr}`);
else console.log(`systemd: exposure ${exposure} (at most ${maxExposure})`);
