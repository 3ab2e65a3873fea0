import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { MaskScope } from '@hiram/contract/masked';
import * as v from 'valibot';
import { fixedSecret, type Secret, secretOf } from '../platform/crypto/secrets.ts';
import { withAddressesOfFiles } from '../platform/database/connection/address-files.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { checkWritable } from '../platform/files/writable-folder.ts';
import type { ProviderSettings } from '../providers/providers.ts';
import { readS3Url, type S3Settings } from '../providers/s3/s3-url.ts';
import { type CellSettings, readCells } from './cell-config.ts';
import {
  type ConsoleSettings,
  consoleEnvironment,
  consoleMeanings,
  consoleSettings,
} from './console-config.ts';
import { checkTls } from './over-tls.ts';
import { portNumber } from './port-number.ts';
import { readProviders } from './provider-config.ts';
import { type TrustProxy, trustProxy } from './trust-proxy.ts';

/** The server's configuration. A wrong setting stops the start with a one-line message and exit code 1. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The public base URL, without a trailing slash. */
  readonly publicUrl: string;
  /** Hops or networks whose `X-Forwarded-For` is trusted; never all. */
  readonly trustProxy: TrustProxy;
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** The collector of traces; undefined: none are sent. */
  readonly telemetry: { readonly url: string; readonly share: number } | undefined;
  /** The console of the lender's staff: its own listener and origin. Undefined: there is none. */
  readonly console: ConsoleSettings | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The address of the schema's owner, for operators' commands alone. */
  readonly databaseOwnerUrl: string | undefined;
  /** The settings with an owner's address that are present: a server with one does not start. */
  readonly ownersSettings: readonly string[];
  /** The cells besides that of `databaseUrl`. */
  readonly cells: readonly CellSettings[];
  /** The database with the directory of the cells; undefined: there is one cell. */
  readonly directoryUrl: string | undefined;
  /** The address of the directory's owner, for operators' commands alone. */
  readonly directoryOwnerUrl: string | undefined;
  readonly brands: readonly string[];
  readonly brandsDir: string;
  readonly webDir: string;
  readonly sandbox: boolean;
  /** Encrypts account numbers and identity data: the first key encrypts, all decrypt. */
  readonly dataKey: Secret;
  /** The lender's list of forbidden passwords, besides the most common ones. */
  readonly refusedPasswords: ReadonlySet<string>;
  /** The providers that collect, pay out and send texts. The sandbox has its own gateway. */
  readonly providers: ProviderSettings;
  /** An S3-compatible file store; without it files are in a folder of DATA_DIR. */
  readonly s3: S3Settings | undefined;
  /** Origins of static hosts that serve the web app and call this API. */
  readonly corsOrigins: readonly string[];
  readonly maskScope: MaskScope;
  /** True if borrowers' phones keep pages and last answers for a visit without a connection. */
  readonly cachesOnPhone: boolean;
  /** Messages to borrowers that this server hands to its providers in a second. */
  readonly messagesPerSecond: number;
  readonly logLevel: string;
  /**
   * The largest allowed difference between the machine's clock and the database's, in milliseconds; undefined: they are not
   * compared.
   */
  readonly maxClockSkewMs: number | undefined;
  /** Seconds between failing readiness and closing the listener, so that a load balancer notices. */
  readonly drainSeconds: number;
}

const ownersSettings = ['DATABASE_OWNER_URL', 'DIRECTORY_OWNER_URL', 'CELLS_OWNER'] as const;

/** Enough for machines with NTP, and far less than a day or a code's lifetime. */
const defaultClockSkewMs = 10_000;
const maxPasswordBytes = 50_000_000;

export const environmentSchema = v.object({
  PORT: v.optional(portNumber, '3000'),
  HOST: v.optional(v.pipe(v.string(), v.minLength(1))),
  PUBLIC_URL: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//))),
  TRUST_PROXY: v.optional(v.pipe(v.string(), v.regex(/^(\d{1,2}|[0-9a-fA-F.:/,\s]+)$/))),
  METRICS_PORT: v.optional(portNumber),
  METRICS_HOST: v.optional(v.pipe(v.string(), v.minLength(1)), '127.0.0.1'),
  // The names that OpenTelemetry gives them; its exporter reads the headers itself.
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//))),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(v.string()),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(v.string(), v.regex(/^(0(\.\d+)?|1(\.0+)?)$/), v.transform(Number)),
    '1',
  ),
  ...consoleEnvironment,
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  DATABASE_OWNER_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  CELLS: v.optional(v.pipe(v.string(), v.minLength(1))),
  CELLS_OWNER: v.optional(v.pipe(v.string(), v.minLength(1))),
  DIRECTORY_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  DIRECTORY_OWNER_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  BRANDS_DIR: v.optional(v.pipe(v.string(), v.minLength(1))),
  BRAND: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/))),
  SANDBOX: v.optional(v.picklist(['0', '1']), '0'),
  FILES_URL: v.optional(v.string()),
  CORS_ORIGINS: v.optional(
    v.pipe(v.string(), v.regex(/^https?:\/\/[a-z0-9.-]+(:\d+)?(,https?:\/\/[a-z0-9.-]+(:\d+)?)*$/i)),
  ),
  MASK: v.optional(v.picklist(['declared', 'all']), 'declared'),
  CACHE_ON_PHONE: v.optional(v.picklist(['0', '1']), '1'),
  MESSAGES_PER_SECOND: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number)), '250'),
  DRAIN_SECONDS: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number)), '0'),
  MAX_CLOCK_SKEW_SECONDS: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number))),
  REFUSED_PASSWORDS: v.optional(v.pipe(v.string(), v.minLength(1))),
  WEB_DIR: v.optional(v.pipe(v.string(), v.minLength(1))),
  LOG_LEVEL: v.optional(v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
});

export const meanings: Record<string, string> = {
  PORT: 'a port number',
  HOST: 'an address to listen on',
  PUBLIC_URL: 'an http or https address',
  TRUST_PROXY: 'a number of hops or a list of networks',
  METRICS_PORT: 'a port number',
  METRICS_HOST: 'an address to listen on',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'an http or https address',
  OTEL_TRACES_SAMPLER_ARG: 'a number from 0 to 1',
  ...consoleMeanings,
  DATABASE_URL: 'a postgres:// address',
  DATABASE_OWNER_URL: 'a postgres:// address',
  CELLS: 'the path of a file',
  CELLS_OWNER: 'the path of a file',
  DIRECTORY_URL: 'a postgres:// address',
  DIRECTORY_OWNER_URL: 'a postgres:// address',
  BRAND: 'brand folders joined by commas',
  SANDBOX: '0 or 1',
  DATA_KEY: '64 hexadecimal digits, or several such keys joined by commas',
  CORS_ORIGINS: 'origins (https://host, no path) joined by commas',
  MASK: 'declared or all',
  CACHE_ON_PHONE: '0 or 1',
  MESSAGES_PER_SECOND: 'a number from 1 to 9999',
  DRAIN_SECONDS: 'a number of seconds',
  MAX_CLOCK_SKEW_SECONDS: 'a number of seconds from 1 to 9999',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
};

/**
 * Reads the configuration from the environment. `root`: the checkout's folder. Throws ConfigError with a one-line message
 * that says what to change.
 */
export function readConfig(environment: Record<string, string | undefined>, root: string): Config {
  const present = Object.fromEntries(
    Object.entries(withAddressesOfFiles(environment)).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  );
  const parsed = v.safeParse(environmentSchema, present);
  if (!parsed.success) {
    const name = v.getDotPath(parsed.issues[0]) ?? 'the environment';
    throw new ConfigError(`${name} must be ${meanings[name] ?? 'valid'}`);
  }
  const env = parsed.output;
  const sandbox = env.SANDBOX === '1';
  const dataDir = resolve(root, env.DATA_DIR);
  const brandsDir = brandsFolder(env.BRANDS_DIR, root);
  const config: Config = {
    port: env.PORT,
    host: env.HOST ?? (sandbox ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    trustProxy: trustProxy(env.TRUST_PROXY),
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    telemetry:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { url: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG },
    console: consoleSettings(env, sandbox),
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    ownersSettings: ownersSettings.filter((name) => env[name] !== undefined),
    cells: readCells(env.CELLS),
    directoryUrl: env.DIRECTORY_URL,
    directoryOwnerUrl: env.DIRECTORY_OWNER_URL,
    brands: chosenBrands(env.BRAND, sandbox, brandsDir),
    brandsDir,
    webDir: webFolder(env.WEB_DIR, root),
    sandbox,
    dataKey: dataKey(present, sandbox, dataDir),
    refusedPasswords: refusedPasswords(env.REFUSED_PASSWORDS),
    providers: readProviders(present, sandbox),
    s3: s3Of(env.FILES_URL, present),
    corsOrigins:
      env.CORS_ORIGINS === undefined ? [] : [...new Set(env.CORS_ORIGINS.toLowerCase().split(','))],
    maskScope: env.MASK,
    cachesOnPhone: env.CACHE_ON_PHONE === '1',
    messagesPerSecond: env.MESSAGES_PER_SECOND,
    logLevel: env.LOG_LEVEL,
    maxClockSkewMs: clockSkew(env.MAX_CLOCK_SKEW_SECONDS, sandbox),
    drainSeconds: env.DRAIN_SECONDS,
  };
  if (config.cells.length > 0 && config.directoryUrl === undefined)
    throw new ConfigError('DIRECTORY_URL is required with CELLS');
  if (!sandbox) checkTls(config);
  if (!sandbox && present.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    throw new ConfigError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 would accept any certificate: trust a CA of your own by NODE_EXTRA_CA_CERTS',
    );
  return config;
}

/** The sandbox moves its days anyway, so it compares clocks only if the setting is present. */
function clockSkew(seconds: number | undefined, sandbox: boolean): number | undefined {
  if (seconds !== undefined) return seconds * 1000;
  return sandbox ? undefined : defaultClockSkewMs;
}

/** The folder of the brands: BRANDS_DIR, which no upgrade replaces, or the release's own. Throws ConfigError if there is none. */
export function brandsFolder(setting: string | undefined, root: string): string {
  const folder = resolve(root, setting ?? 'brands');
  if (!existsSync(folder)) throw new ConfigError(`BRANDS_DIR: there is no folder ${folder}`);
  return folder;
}

/**
 * The folder of the built web app that WEB_DIR names. Symbolic links are resolved, so that a later change of
 * a link has no effect. A missing folder is returned unchanged.
 */
export function webFolder(setting: string | undefined, root: string): string {
  const folder = resolve(root, setting ?? 'apps/borrower/dist');
  return existsSync(folder) ? realpathSync(folder) : folder;
}

/** Reads one password a line, as written. */
function refusedPasswords(file: string | undefined): ReadonlySet<string> {
  if (file === undefined) return new Set();
  if (!existsSync(file) || statSync(file).size > maxPasswordBytes)
    throw new ConfigError('REFUSED_PASSWORDS must name a file of at most 50 MB with one password per line');
  return new Set(
    readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .filter((line) => line !== ''),
  );
}

/**
 * Reads the settings of an S3-compatible store, with its key from FILES_KEY. `setting`: the name of the setting with its
 * URL. Throws ConfigError.
 */
export function s3Of(
  url: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  setting = 'FILES_URL',
): Config['s3'] {
  if (url === undefined) return undefined;
  const location = readS3Url(url);
  if (!location)
    throw new ConfigError(`${setting} must be s3://bucket/prefix?endpoint=https://…&region=…&pathStyle=1`);
  const credentials = secretOf(
    environment,
    'FILES_KEY',
    (value) => /^[^:]+(:[^:]+)*:[^:]+$/.test(value),
    (variable) => new ConfigError(`${variable} must be <access key id>:<secret access key>`),
  );
  if (!credentials) throw new ConfigError(`FILES_KEY (or FILES_KEY_FILE) is required with ${setting}`);
  return { ...location, credentials };
}

function chosenBrands(value: string | undefined, sandbox: boolean, brandsDir: string): readonly string[] {
  if (value !== undefined) return [...new Set(value.split(','))];
  if (!sandbox)
    throw new ConfigError('BRAND is required outside the sandbox: list one or more folders of BRANDS_DIR');
  const shipped = readdirSync(brandsDir).filter((name) => existsSync(join(brandsDir, name, 'brand.json')));
  return shipped.sort((a, b) => Number(b === 'spec') - Number(a === 'spec') || a.localeCompare(b));
}

const dataKeyPattern = /^[0-9a-f]{64}$/i;

/** Reads DATA_KEY, or the file that DATA_KEY_FILE names. The sandbox generates a key in `dataDir`. Throws ConfigError. */
export function dataKey(
  environment: Readonly<Record<string, string | undefined>>,
  sandbox: boolean,
  dataDir: string,
): Secret {
  const configured = secretOf(
    environment,
    'DATA_KEY',
    (value) => dataKeyPattern.test(value),
    (variable) => new ConfigError(`${variable} must be ${meanings.DATA_KEY}`),
  );
  if (configured) return configured;
  if (!sandbox)
    throw new ConfigError(
      'DATA_KEY is required outside the sandbox: 64 hexadecimal digits (hiram keys create FILE makes one, for DATA_KEY_FILE)',
    );
  checkWritable(dataDir);
  const file = join(dataDir, 'sandbox.key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  }
  return fixedSecret(readFileSync(file, 'utf8').trim());
}
