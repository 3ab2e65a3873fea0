import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import table from '@hiram/contract/mask.json' with { type: 'json' };
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Brand, type Channel, loadBrand } from '../brands/brand.ts';
import { latestBusinessDay } from '../brands/business-day.ts';
import { markets } from '../brands/markets/markets.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Config } from '../context/config.ts';
import { saveProducts } from '../lending/origination/products.ts';
import { type Clock, machineClock } from '../platform/clock/clock.ts';
import { type ClockGuard, ClockSkewed, clockGuard } from '../platform/clock/clock-guard.ts';
import { checkDataKey } from '../platform/crypto/check-key.ts';
import { createFieldCipher } from '../platform/crypto/field-cipher.ts';
import { loadMatcher } from '../platform/crypto/match-key.ts';
import { fixedSecret } from '../platform/crypto/secrets.ts';
import { actAs } from '../platform/database/actor.ts';
import { inTransaction, openDatabase, openServerPool } from '../platform/database/connect.ts';
import type { Endpoints } from '../platform/database/embedded.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { closeWithin } from '../platform/http/close.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { folderFiles } from '../providers/files.ts';
import { type ConnectedProviders, connectProviders } from '../providers/providers.ts';
import { s3Files } from '../providers/s3/s3-files.ts';
import { createSandboxProvider, type SandboxProvider } from '../sandbox/provider.ts';
import { checkServerLogin, openEndpoints, prepareDatabase } from './open-database.ts';

/** How long requests to the sandbox's provider may take after the stop began. */
const providerCloseTimeoutMs = 2_000;

export interface AppContextOptions {
  /** Existing databases, for tests. */
  readonly endpoints?: Endpoints | undefined;
  readonly now?: (() => Date) | undefined;
  /** Whether to update the schema and the products first: servers do, commands do not. */
  readonly prepare: boolean;
}

export interface CreatedAppContext {
  readonly appContext: AppContext;
  readonly webhooks: ConnectedProviders['webhooks'];
  /** The sandbox's provider; undefined in production. */
  readonly provider: SandboxProvider | undefined;
  /** The base URL for the sandbox provider's webhooks, known once a server listens. */
  readonly ownUrl: { current: string };
  /** The folder of the embedded database if it is not DATA_DIR. */
  readonly elsewhere: string | undefined;
  readonly guard: ClockGuard;
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
    return await openResources(config, log, options, resources);
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

async function openResources(
  config: Config,
  log: FastifyBaseLogger,
  options: AppContextOptions,
  /** Closes the opened resources in reverse order. */
  resources: AsyncDisposableStack,
): Promise<CreatedAppContext> {
  const brands = servedBrands(loadBrands(config, log), config.providers, log);
  const [defaultBrand] = brands.values();
  if (!defaultBrand) throw new ConfigError('BRAND names no brand');
  const { endpoints, elsewhere, stopDatabase } = await openEndpoints(config, options.endpoints);
  resources.defer(stopDatabase);
  const installationId = options.prepare ? await prepareDatabase(endpoints, config) : undefined;
  const pool = openServerPool(endpoints.server);
  const db = openDatabase(pool);
  resources.defer(() => db.destroy());
  if (installationId !== undefined) await checkServerLogin(pool, config, installationId, log);
  const guard = clockGuard(options.now ?? (() => new Date()), config.maxClockSkewMs);
  const clock: Clock = machineClock(config.sandbox, guard.now);
  try {
    await guard.verify(db);
  } catch (error) {
    throw error instanceof ClockSkewed ? new ConfigError(error.message) : error;
  }
  let provider: SandboxProvider | undefined;
  resources.defer(async () => {
    if (provider) await closeWithin(provider.app, providerCloseTimeoutMs);
  });
  // Closed before the provider, which running jobs still call.
  const jobs = await startJobs(endpoints.server, log);
  resources.defer(() => jobs.stop());
  if (options.prepare)
    await actAs('start', async () => {
      for (const brand of brands.values())
        await inTransaction(db, (trx) => saveProducts(trx, brand, clock.now()));
    });

  const cipher = createFieldCipher(config.dataKey);
  await checkDataKey(db, cipher);
  const matcher = await loadMatcher(db, cipher);
  const ownUrl = { current: '' };
  // Every server of one sandbox derives the same secrets, so that each can process all jobs.
  const sandboxSecrets = {
    secret: fixedSecret(cipher.sign('provider')),
    webhookSecret: fixedSecret(cipher.sign('webhook')),
  };
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
  const { ports: providers, webhooks } = connectProviders(
    { ...config.providers, gateway: config.providers.gateway ?? sandboxGateway },
    clock.now,
  );
  const ports = {
    ...providers,
    files: config.s3 ? s3Files(config.s3) : folderFiles(join(config.dataDir, 'files')),
  };

  const appContext: AppContext = {
    config,
    brands,
    defaultBrand,
    mask: { scope: config.maskScope, table },
    db,
    clock,
    ports,
    jobs,
    cipher,
    matcher,
    log,
  };
  return {
    appContext,
    webhooks,
    provider,
    ownUrl,
    elsewhere,
    guard,
    close: () => resources.disposeAsync(),
  };
}

function loadBrands(config: Config, log: FastifyBaseLogger): ReadonlyMap<string, Brand> {
  const brands = new Map<string, Brand>();
  for (const id of config.brands) {
    const brand = loadBrand(config.brandsDir, id);
    if (!config.sandbox && brand.market === 'spec')
      throw new ConfigError(
        `the brand ${id} is of market spec, whose terms break Philippine ceilings: it runs in the sandbox only`,
      );
    for (const warning of brand.warnings) log.warn({ brand: id }, warning);
    brands.set(id, brand);
  }
  return brands;
}

/**
 * Removes the channels that the chosen provider does not support, with one warning each. Throws ConfigError if a brand has
 * none left.
 */
function servedBrands(
  brands: ReadonlyMap<string, Brand>,
  { payment, payout }: Config['providers'],
  log: FastifyBaseLogger,
): ReadonlyMap<string, Brand> {
  const otherProvider = [payment, payout].find((name) => name !== 'gateway');
  if (otherProvider === undefined) return brands;
  const served = new Map<string, Brand>();
  for (const [id, brand] of brands) {
    if (markets[brand.market].country !== 'PH')
      throw new ConfigError(`${otherProvider} serves brands of the Philippines alone, and BRAND names ${id}`);
    const isServed = ({ via }: Channel) => payment === 'gateway' || via?.[payment] !== undefined;
    for (const channel of brand.channels)
      if (!isServed(channel)) log.warn({ brand: id, channel: channel.name }, `not served by ${payment}`);
    if (!brand.channels.some(isServed))
      throw new ConfigError(`${payment} serves no channel of the brand ${id}: name it in its channels' via`);
    const withServedChannels = (variant: Brand): Brand => ({
      ...variant,
      channels: variant.channels.filter(isServed),
    });
    const localized = new Map(
      [...brand.localized].map(([language, variant]) => [language, withServedChannels(variant)]),
    );
    served.set(id, { ...withServedChannels(brand), localized });
  }
  return served;
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
