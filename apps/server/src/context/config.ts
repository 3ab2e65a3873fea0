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
import { fixedSecret, type Secret, secretOf } from '../platform/crypto/secrets.ts';
import { withAddressesOfFiles } from '../platform/database/connection/address-files.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { checkWritable } from '../platform/files/writable-folder.ts';
import { readS3Url, type S3Settings } from '../providers/s3/s3-url.ts';
import { readCells } from './cell-config.ts';
import { consoleSettings, consoleVariables } from './console-config.ts';
import { checkTls } from './over-tls.ts';
import { readProviders } from './provider-config.ts';
import { readSettings } from './setting.ts';
import { settings } from './settings.ts';
import { trustProxy } from './trust-proxy.ts';

const ownersSettings = ['DATABASE_OWNER_URL', 'DIRECTORY_OWNER_URL', 'CELLS_OWNER'] as const;

/** Enough for machines with NTP, and far less than a day or a code's lifetime. */
const defaultClockSkewMs = 10_000;
const maxPasswordBytes = 50_000_000;

/** The server's configuration. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

/**
 * Reads the configuration from the environment. `root`: the checkout's folder. Throws ConfigError with a one-line message
 * that says what to change.
 */
export function readConfig(environment: Record<string, string | undefined>, root: string) {
  const present = Object.fromEntries(
    Object.entries(withAddressesOfFiles(environment)).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  );
  const env = readSettings({ ...settings, ...consoleVariables }, present);
  const sandbox = env.SANDBOX === '1';
  const dataDir = resolve(root, env.DATA_DIR);
  const brandsDir = brandsFolder(env.BRANDS_DIR, root);
  const config = {
    port: env.PORT,
    host: env.HOST ?? (sandbox ? '127.0.0.1' : '0.0.0.0'),
    /** Without a trailing slash. */
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    /** Hops or networks whose `X-Forwarded-For` is trusted; never all. */
    trustProxy: trustProxy(env.TRUST_PROXY),
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    /** The collector of traces; undefined: none are sent. */
    telemetry:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { url: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG },
    /** The console of the lender's staff: its own listener and origin. Undefined: there is none. */
    console: consoleSettings(env, sandbox),
    dataDir,
    databaseUrl: env.DATABASE_URL,
    /** For operators' commands alone. */
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    /** The settings with an owner's address that are present: a server with one does not start. */
    ownersSettings: ownersSettings.filter((name) => env[name] !== undefined),
    /** The cells besides that of `databaseUrl`. */
    cells: readCells(env.CELLS),
    /** The database with the directory of the cells; undefined: there is one cell. */
    directoryUrl: env.DIRECTORY_URL,
    /** For operators' commands alone. */
    directoryOwnerUrl: env.DIRECTORY_OWNER_URL,
    brands: chosenBrands(env.BRAND, sandbox, brandsDir),
    brandsDir,
    webDir: webFolder(env.WEB_DIR, root),
    sandbox,
    /** The first key encrypts, all decrypt. */
    dataKey: dataKey(present, sandbox, dataDir),
    refusedPasswords: refusedPasswords(env.REFUSED_PASSWORDS),
    providers: readProviders(present, sandbox),
    /** Undefined: files are in a folder of `dataDir`. */
    s3: s3Of(env.FILES_URL, present),
    corsOrigins:
      env.CORS_ORIGINS === undefined ? [] : [...new Set(env.CORS_ORIGINS.toLowerCase().split(','))],
    maskScope: env.MASK,
    cachesOnPhone: env.CACHE_ON_PHONE === '1',
    messagesPerSecond: env.MESSAGES_PER_SECOND,
    logLevel: env.LOG_LEVEL,
    /** Undefined: the clocks of machine and database are not compared. */
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
): S3Settings | undefined {
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
    (variable) => new ConfigError(`${variable} must be ${settings.DATA_KEY.mustBe}`),
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
