/**
 * Checks what a lender copies to run Hiram, with tools that the release installs apart: `npm run node -- --conditions=source
 * checks/release/manifests.ts`. Each Kubernetes document of the overlay, and as Kustomize builds it where kubectl is installed,
 * against Kubernetes' own schema and the names in the others, every setting that a document names against the reference, and, where systemd is installed, the unit's exposure.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
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

const kubernetes = 'docs/deploy/kubernetes';

interface Kustomization {
  readonly kind: 'Kustomization' | 'Component';
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly configMapGenerator?: readonly { readonly name: string; readonly envs: readonly string[] }[];
}

/** The manifests of a folder with a kustomization. Every file of the folder must be named in it, and exist. */
function kustomized(folder: string): { manifests: readonly Manifest[]; settings: Record<string, string> } {
  const [{ resources = [], components = [], configMapGenerator = [] }] = documentsOf(
    join(folder, 'kustomization.yaml'),
  ) as [Kustomization];
  const files = resources.filter((name) => name.endsWith('.yaml'));
  const envs = configMapGenerator.flatMap((generated) => generated.envs);
  const present = readdirSync(join(root, folder)).filter((name) => name !== 'kustomization.yaml');
  if ([...files, ...envs].sort().join() !== present.sort().join())
    throw new Error(`${folder} names ${[...files, ...envs]}, and has ${present}`);
  const folders = [...resources.filter((name) => !files.includes(name)), ...components].map((name) =>
    kustomized(join(folder, name)),
  );
  const lines = envs.flatMap((name) => read(join(folder, name)).trim().split('\n'));
  const generated = configMapGenerator.map(({ name }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
  }));
  return {
    manifests: [
      ...folders.flatMap(({ manifests: inner }) => inner),
      ...files.flatMap((name) => documentsOf(join(folder, name)) as readonly Manifest[]),
      ...generated,
    ],
    settings: Object.assign(
      Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))),
      ...folders.map((inner) => inner.settings),
    ),
  };
}

/** Names that a document refers to, by the kind of what it names. */
const references: readonly [pattern: RegExp, kind: string][] = [
  [/"serviceAccountName":"([^"]+)"/g, 'ServiceAccount'],
  [/"configMapRef":\{"name":"([^"]+)"/g, 'ConfigMap'],
  [/"claimName":"([^"]+)"/g, 'PersistentVolumeClaim'],
  [/"scaleTargetRef":\{[^}]*"name":"([^"]+)"/g, 'Deployment'],
];

/** Every name that one document uses is another's; a lender makes the two secrets. */
function checkReferences(all: readonly Manifest[]): void {
  const nameOf = (manifest: Manifest) => (manifest.metadata as { name: string }).name;
  const names = new Set(all.map((manifest) => `${manifest.kind} ${nameOf(manifest)}`));
  const text = JSON.stringify(all);
  for (const [pattern, kind] of references) {
    const used = [...text.matchAll(pattern)].map(([, name]) => `${kind} ${name}`);
    if (used.length === 0) throw new Error(`no document names a ${kind}`);
    for (const name of used) if (!names.has(name)) throw new Error(`${name} does not exist`);
  }
  const secrets = [...text.matchAll(/"secretName":"([^"]+)"|"secretKeyRef":\{"name":"([^"]+)"/g)];
  for (const [, mounted, single] of secrets)
    if (!['hiram', 'hiram-owner'].includes(mounted ?? single ?? '')) throw new Error(`${mounted ?? single}?`);
  // Labels that a policy, a service, a budget or a monitor selects are those of a pod or of a service.
  const labels = new Set(
    [...text.matchAll(/"labels":(\{[^}]*\})/g)].flatMap(([, set = '{}']) => pairsOf(set)),
  );
  for (const [, set = '{}'] of text.matchAll(
    /"(?:podSelector":\{"matchLabels|selector":\{"matchLabels|selector)":(\{[^{}]*\})/g,
  ))
    for (const pair of pairsOf(set))
      if (!labels.has(pair) && !pair.startsWith('k8s-app')) throw new Error(`nothing has the label ${pair}`);
  const ports = new Set([...text.matchAll(/\{"name":"(\w+)","containerPort"/g)].map(([, name]) => name));
  for (const [, port] of text.matchAll(/"(?:port|targetPort)":"(\w+)"/g))
    if (!ports.has(port)) throw new Error(`no container has the port ${port}`);
}

const pairsOf = (set: string) =>
  Object.entries(JSON.parse(set) as Record<string, string>).map(([name, value]) => `${name}=${value}`);

/** Kinds of others, whose schema is not among Kubernetes' own. */
const foreign = ['ServiceMonitor'];
const { manifests: every, settings: config } = kustomized(join(kubernetes, 'production'));
checkReferences(every);
const manifests = every.filter(({ kind }) => !foreign.includes(kind));
for (const manifest of manifests) await checkManifest(manifest);
await checkThatFaultsAreFound(manifests);
console.log(`Kubernetes: ${manifests.length} documents fit their schemas`);

/** The overlay as `kubectl apply -k` sends it; undefined if kubectl is not installed. */
function builtOverlay(): readonly Manifest[] | undefined {
  const folder = join(root, kubernetes, 'production');
  const { error, status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  if (error) return undefined;
  if (status !== 0) throw new Error(`kubectl kustomize: ${stderr}`);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}

/** Without what the overlay adds to a name: the digest of a generated file, and the version that a lender fills in. */
const namesOf = (all: readonly Manifest[]) =>
  all
    .map(({ kind, metadata }) =>
      `${kind} ${(metadata as { name: string }).name}`.replace(
        /^(ConfigMap .*)-\w{10}$|^(Job .*)-<version>$/,
        '$1$2',
      ),
    )
    .sort()
    .join(', ');

const sent = builtOverlay();
if (!sent) console.log('Kustomize: kubectl is not installed, the overlay was not built');
else {
  if (namesOf(sent) !== namesOf(every))
    throw new Error(`Kustomize builds ${namesOf(sent)}, not ${namesOf(every)}`);
  for (const manifest of sent.filter(({ kind }) => !foreign.includes(kind))) await checkManifest(manifest);
  console.log(`Kustomize: builds ${sent.length} documents, which fit their schemas`);
}

const settings = new Set([...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name));
const [compose] = documentsOf('docs/deploy/compose.yml') as [
  { services: { hiram: { environment: Record<string, string> } } },
];
for (const name of [...Object.keys(config), ...Object.keys(compose.services.hiram.environment)])
  if (!settings.has(name.replace(/_FILE$/, ''))) throw new Error(`${name} is no setting of the server`);
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
