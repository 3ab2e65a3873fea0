import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@hiram/server/test/support/processes/free-port.ts';
import { makeLendersBrands } from '@hiram/server/test/support/processes/lenders-brands.ts';
import { fakeS3 } from '@hiram/server/test/support/servers/fake-s3.ts';
import { hasSwift, startSwift } from '@hiram/server/test/support/servers/swift.ts';
import { type Line, line } from '@hiram/server/test/support/servers/tcp-proxy.ts';
import { type Balancer, startBalancer } from '../faults/cluster/balancer.ts';
import { type Provider, startProvider } from '../faults/simulator/provider.ts';
import { random } from '../faults/simulator/random.ts';
import { documentedSql } from './documented.ts';
import { newPostgres, type Postgres } from './postgres.ts';
import { ServerMachine } from './server-machine.ts';

const passwords = { owner: 'the-owners-password', server: 'the-servers-password' };

/** The state that the two servers share. Each value may be changed between two writes of the settings. */
export interface Shared {
  database: Postgres;
  dataKeys: string[];
  webhookSecrets: string[];
}

/** Two servers behind HAProxy, a database, a store and a provider. */
export interface Lender {
  readonly servers: readonly [ServerMachine, ServerMachine];
  readonly balancer: Balancer;
  readonly provider: Provider;
  readonly store: Line;
  readonly storeName: string;
  readonly backupKey: string;
  readonly shared: Shared;
  /** A PostgreSQL with the two logins and an empty database. */
  newDatabase(name: string): Promise<Postgres>;
  /** Writes the settings and the files that they name on both servers. */
  writeSettings(): void;
}

interface Roots {
  /** A bare Debian. */
  readonly bare: string;
  /** A Debian with PostgreSQL. */
  readonly database: string;
  readonly scratch: string;
}

async function startStore(started: AsyncDisposableStack) {
  const isReal = hasSwift();
  const store = isReal ? await startSwift() : await fakeS3();
  started.defer(() => store.stop());
  const toStore = await line({ port: store.port });
  started.defer(() => toStore.close());
  const url = `s3://${store.bucket}/pictures?endpoint=http://127.0.0.1:${toStore.port}&pathStyle=1`;
  const key = `${store.accessKeyId}:${store.secretAccessKey}`;
  return { line: toStore, url, key, name: isReal ? 'OpenStack Swift by S3' : 'a store of the tests by S3' };
}

/** A PostgreSQL with the two logins of docs/deploy.md and an empty database. */
async function startDatabase(root: string, name: string, started: AsyncDisposableStack): Promise<Postgres> {
  const postgres = await newPostgres(root, name);
  started.defer(() => postgres.remove());
  await postgres.start();
  for (const statement of documentedSql('Two logins'))
    await postgres.query(
      'postgres',
      statement
        .replace("the owner''s password", passwords.owner)
        .replace("the server''s password", passwords.server),
    );
  return postgres;
}

async function installServers(
  { bare, scratch }: Roots,
  started: AsyncDisposableStack,
): Promise<readonly [ServerMachine, ServerMachine]> {
  const install = async (name: string) => {
    const port = await freePort();
    const server = await ServerMachine.install(name, { bare, root: join(scratch, name), port });
    started.defer(() => server.remove());
    // Nobody of the staff is there to look at documents.
    server.copyBrands(makeLendersBrands(join(scratch, 'brands'), { documents: [] }));
    return server;
  };
  return [await install('one'), await install('two')];
}

/** The settings of docs/deploy.md; on one machine the ports differ by server. */
function settingsText(
  port: number,
  metricsPort: number,
  { shared, publicUrl, providerUrl, filesUrl }: Pick<Lender, 'shared'> & Addresses,
): string {
  const database = `127.0.0.1:${shared.database.port}/hiram`;
  const settings = {
    BRAND: 'ph',
    BRANDS_DIR: '/etc/hiram/brands',
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: `postgres://hiram_app:${passwords.server}@${database}`,
    DATA_KEY_FILE: '/etc/hiram/data-key',
    FILES_URL: filesUrl,
    FILES_KEY_FILE: '/etc/hiram/files-key',
    PROVIDER_URL: providerUrl,
    PROVIDER_SECRET_FILE: '/etc/hiram/provider-secret',
    WEBHOOK_SECRET_FILE: '/etc/hiram/webhook-secret',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '2',
    DATA_DIR: '/var/lib/hiram',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}

interface Addresses {
  readonly publicUrl: string;
  readonly providerUrl: string;
  readonly filesUrl: string;
}

/** Makes all parts. Installs no release and starts no server. `started` ends them. */
export async function makeLender(roots: Roots, started: AsyncDisposableStack): Promise<Lender> {
  // A provider that answers: how the servers bear one that does not is the matter of the fault runs.
  const provider = await startProvider({ ...random('runbooks'), happens: () => false }, true);
  started.defer(() => provider.close());
  const store = await startStore(started);
  const newDatabase = (name: string) => startDatabase(roots.database, name, started);
  const servers = await installServers(roots, started);
  const shared: Shared = {
    database: await newDatabase('runbooks-1'),
    dataKeys: [randomBytes(32).toString('hex')],
    webhookSecrets: [provider.webhookSecret],
  };
  const folder = join(roots.scratch, 'balancer');
  mkdirSync(folder);
  const balancer = await startBalancer(folder, servers, started, await freePort());
  const addresses = { publicUrl: balancer.origin, providerUrl: provider.url, filesUrl: store.url };
  const metricsPorts = [await freePort(), await freePort()];
  return {
    servers,
    balancer,
    provider,
    store: store.line,
    storeName: store.name,
    shared,
    newDatabase,
    backupKey: randomBytes(24).toString('hex'),
    writeSettings() {
      for (const [index, server] of servers.entries()) {
        server.write('data-key', shared.dataKeys.join('\n'));
        server.write('files-key', store.key);
        server.write('webhook-secret', shared.webhookSecrets.join('\n'));
        server.write('provider-secret', provider.secret);
        const database = `127.0.0.1:${shared.database.port}/hiram`;
        server.write(
          'owner',
          `DATABASE_OWNER_URL='postgres://ledger_owner:${passwords.owner}@${database}'\n`,
        );
        server.write(
          'settings',
          settingsText(server.port, metricsPorts[index] ?? 0, { shared, ...addresses }),
        );
      }
    },
  };
}
