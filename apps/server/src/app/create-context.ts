import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import table from '@hiram/contract/mask.json' with { type: 'json' };
import type { CheckService } from '@hiram/contract/sandbox';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import { latestBusinessDay } from '../brands/business-day.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Config } from '../context/config.ts';
import { saveContactLaw } from '../lending/contact/may-contact.ts';
import { saveIdentityAsked } from '../lending/identity/identity-check.ts';
import { saveFirstPolicy } from '../lending/origination/decision/policies.ts';
import { saveProducts } from '../lending/origination/products.ts';
import { saveFirstStrategy } from '../lending/strategy/strategies.ts';
import { readCell } from '../platform/cells/cell.ts';
import {
  type CellDirectory,
  directorySchema,
  type OtherCells,
  openDirectory,
} from '../platform/cells/directory.ts';
import { type Clock, machineClock } from '../platform/clock/clock.ts';
import { type ClockGuard, ClockSkewed, clockGuard } from '../platform/clock/clock-guard.ts';
import { checkDataKey } from '../platform/crypto/check-key.ts';
import { createFieldCipher, type FieldCipher } from '../platform/crypto/field-cipher.ts';
import { loadMatcher, type Matcher } from '../platform/crypto/match-key.ts';
import { fixedSecret } from '../platform/crypto/secrets.ts';
import { actAs } from '../platform/database/actor.ts';
import {
  type Db,
  inTransaction,
  openDatabase,
  openServerPool,
} from '../platform/database/connection/connect.ts';
import { endpointOf, inSchema } from '../platform/database/connection/endpoint.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { closeWithin } from '../platform/http/close.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { openFiles } from '../providers/open-files.ts';
import { type ConnectedProviders, connectProviders } from '../providers/providers.ts';
import { createFakeChecks } from '../sandbox/provider/fake-checks.ts';
import { createSandboxProvider, type SandboxProvider } from '../sandbox/provider/provider.ts';
import { type ConsoleDatabase, openConsoleDatabase } from './console/console-database.ts';
import { checkFurtherLogin, checkServersDatabase, openServersDatabase } from './open-database.ts';
import { servedBrands } from './served-brands.ts';

/** A server asks it once for each sign-in. */
const connectionsToDirectory = 4;
/** The time in milliseconds that requests to the sandbox's provider may take after the stop began. */
const providerCloseTimeoutMs = 2_000;

export interface AppContextOptions {
  /** An existing database by the server's login, for tests. */
  readonly endpoint?: pg.PoolConfig | undefined;
  readonly now?: (() => Date) | undefined;
  /** The configured brands where they are loaded already, for tests. */
  readonly brands?: AppContext['brands'] | undefined;
  /** The other cells; without them, the directory alone decides. */
  readonly otherCells?: OtherCells | undefined;
  /** The database of cell 0, for another cell. */
  readonly home?: Db | undefined;
  /** True to check the schema and update the products first: servers do, commands do not. */
  readonly prepare: boolean;
}

export interface CreatedAppContext {
  readonly appContext: AppContext;
  /** The database by the server's login. */
  readonly endpoint: pg.PoolConfig;
  readonly webhooks: ConnectedProviders['webhooks'];
  /** The sandbox's provider; undefined in production. */
  readonly provider: SandboxProvider | undefined;
  /** The base URL for the sandbox provider's webhooks, known once a server listens. */
  readonly ownUrl: { current: string };
  /** The folder of the embedded database if it is not DATA_DIR. */
  readonly otherDataFolder: string | undefined;
  readonly guard: ClockGuard;
  /** The console's own pools; undefined without a console. */
  readonly consoleDb: ConsoleDatabase | undefined;
  close(): Promise<void>;
}

/** Opens the resources of a server or a command: brands, database, jobs, providers. If one fails, the others are closed. */
export async function createAppContext(
  config: Config,
  log: FastifyBaseLogger,
  options: AppContextOptions,
): Promise<CreatedAppContext> {
  const resources = new AsyncDisposableStack();
  try {
    return await openResources({ config, log, options, resources });
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/** The settings opened before a resource, and the stack on which its closing is deferred, in reverse order. */
interface Opening {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly options: AppContextOptions;
  readonly resources: AsyncDisposableStack;
}

async function openResources(opening: Opening): Promise<CreatedAppContext> {
  const { config, log, resources } = opening;
  const brands = servedBrands(config, log, opening.options.brands);
  const [defaultBrand] = brands.values();
  if (!defaultBrand) throw new ConfigError('BRAND is empty');
  const { endpoint, elsewhere: otherDataFolder, db, consoleDb, cell } = await openServerDatabase(opening);
  const { clock, guard } = await openClock(opening, db);
  let provider: SandboxProvider | undefined;
  resources.defer(async () => {
    if (provider) await closeWithin(provider.app, providerCloseTimeoutMs);
  });
  // Closed before the provider, which running jobs still call.
  const jobs = await startJobs(endpoint, cell, log);
  resources.defer(() => jobs.stop());
  if (opening.options.prepare) await saveBrandOffers(db, brands, clock);

  const cipher = createFieldCipher(config.dataKey);
  await checkDataKey(db, cipher);
  const matcher = await loadMatcher(db, cipher, opening.options.home);
  const directory = await openOwnDirectory(opening, cipher);
  const ownUrl = { current: '' };
  const sandboxSecrets = sandboxSecretsOf(cipher);
  provider = config.sandbox
    ? createSandboxProvider({
        db,
        jobs,
        secret: sandboxSecrets.secret.current,
        webhookSecret: sandboxSecrets.webhookSecret.current,
        now: clock.now,
        today: () => latestBusinessDay(db, { clock, brands }),
        notifyUrl: () => `${ownUrl.current}/api/webhook/sandbox`,
      })
    : undefined;
  await provider?.app.listen({ port: 0, host: '127.0.0.1' });
  const sandboxGateway = provider && {
    name: 'sandbox' as const,
    url: urlOf(provider.app),
    ...sandboxSecrets,
  };
  const fakeChecks = config.sandbox
    ? createFakeChecks({ db, cipher, secret: sandboxSecrets.secret, now: clock.now })
    : undefined;
  resources.defer(async () => {
    if (fakeChecks) await closeWithin(fakeChecks, providerCloseTimeoutMs);
  });
  await fakeChecks?.listen({ port: 0, host: '127.0.0.1' });
  const sandboxCheck = (service: CheckService) =>
    fakeChecks && { url: `${urlOf(fakeChecks)}/${service}`, secret: sandboxSecrets.secret };
  const { ports, webhooks } = await openPorts(
    config,
    {
      gateway: sandboxGateway,
      identity: sandboxCheck('identity'),
      bureau: sandboxCheck('bureau'),
      screening: sandboxCheck('screening'),
      push: sandboxCheck('push'),
    },
    clock,
  );

  const mask = { scope: config.maskScope, table };
  const appContext = {
    config,
    brands,
    defaultBrand,
    mask,
    db,
    cell,
    directory,
    clock,
    ports,
    jobs,
    cipher,
    matcher,
    log,
  };
  const close = () => resources.disposeAsync();
  return {
    appContext,
    endpoint,
    webhooks,
    provider,
    ownUrl,
    otherDataFolder,
    guard,
    consoleDb,
    close,
  };
}

/** Opens the database with the server's own login, checked first if asked. */
async function openServerDatabase({ config, log, options, resources }: Opening) {
  const {
    endpoint,
    otherDataFolder: elsewhere,
    stop: stopDatabase,
  } = await openServersDatabase(config, options.endpoint);
  resources.defer(stopDatabase);
  const pool = openServerPool(endpoint);
  const db = openDatabase(pool);
  resources.defer(() => db.destroy());
  if (options.prepare) await checkServersDatabase({ pool, db, config, log });
  const consoleDb =
    options.prepare && config.console
      ? openConsoleDatabase(endpoint, config.console.readDatabaseUrl, log)
      : undefined;
  resources.defer(async () => consoleDb?.close());
  if (consoleDb?.replica) await checkFurtherLogin(consoleDb.replica, 'CONSOLE_DATABASE_URL', config);
  return { endpoint, elsewhere, db, consoleDb, cell: await readCell(db) };
}

/** The directory of the cells, if there are several. It may be away at the start: running loans do not need it. */
async function openOwnDirectory(
  { config, options, resources }: Opening,
  cipher: FieldCipher,
): Promise<CellDirectory | undefined> {
  if (config.directoryUrl === undefined) return undefined;
  const endpoint = inSchema(endpointOf(config.directoryUrl), directorySchema);
  const db = openDatabase(openServerPool(endpoint, connectionsToDirectory));
  resources.defer(() => db.destroy());
  if (options.prepare) await checkFurtherLogin(db, 'DIRECTORY_URL', config);
  let matcher: Promise<Matcher> | undefined;
  return openDirectory(
    db,
    async () => {
      matcher ??= loadMatcher(db, cipher).catch((error: unknown) => {
        matcher = undefined;
        throw error;
      });
      return matcher;
    },
    options.otherCells ?? { hasAccount: async () => true, inviter: async () => undefined },
  );
}

/** The machine's clock, compared with the database's. Throws ConfigError if they differ too much. */
async function openClock({ config, options }: Opening, db: Db): Promise<{ clock: Clock; guard: ClockGuard }> {
  const guard = clockGuard(options.now ?? (() => new Date()), config.maxClockSkewMs);
  try {
    await guard.verify(db);
  } catch (error) {
    throw error instanceof ClockSkewed ? new ConfigError(error.message) : error;
  }
  return { clock: machineClock(config.sandbox, guard.now), guard };
}

function saveBrandOffers(db: Db, brands: AppContext['brands'], clock: Clock): Promise<void> {
  return actAs('start', async () => {
    for (const brand of brands.values())
      await inTransaction(db, async (trx) => {
        await saveProducts(trx, brand, clock.now());
        await saveFirstPolicy(trx, brand, clock.now());
        await saveIdentityAsked(trx, brand, clock.now());
        await saveContactLaw(trx, brand);
        await saveFirstStrategy(trx, brand, clock.now());
      });
  });
}

/** Every server of one sandbox derives the same secrets, so that each can process all jobs. */
const sandboxSecretsOf = (cipher: FieldCipher) => ({
  secret: fixedSecret(cipher.sign('provider')),
  webhookSecret: fixedSecret(cipher.sign('webhook')),
});

/** Connects the providers and the store of files. The sandbox's own serve where no other is configured. */
async function openPorts(
  config: Config,
  sandbox: Pick<Config['providers'], 'gateway' | 'identity' | 'bureau' | 'screening' | 'push'>,
  clock: Clock,
) {
  const { providers: configured } = config;
  const { ports: providers, webhooks } = connectProviders(
    {
      ...configured,
      gateway: configured.gateway ?? sandbox.gateway,
      identity: configured.identity ?? sandbox.identity,
      bureau: configured.bureau ?? sandbox.bureau,
      screening: configured.screening ?? sandbox.screening,
      push: configured.push ?? sandbox.push,
    },
    clock.now,
  );
  const files = await openFiles(config.s3, join(config.dataDir, 'files'));
  return { ports: { ...providers, files }, webhooks };
}

function addressOf(app: FastifyInstance): AddressInfo {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address;
}

export function portOf(app: FastifyInstance): number {
  return addressOf(app).port;
}

/** The URL under which this machine reaches a listening app. */
export function urlOf(app: FastifyInstance): string {
  const { address, port, family } = addressOf(app);
  const host =
    address === '0.0.0.0' || address === '::' ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}
