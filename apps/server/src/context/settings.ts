import * as v from 'valibot';
import { portNumber } from './port-number.ts';
import { databaseAddress, folder, httpAddress, ownHost, path, port, secret, setting } from './setting.ts';

const zeroOrOne = v.picklist(['0', '1']);
const upTo9999 = v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number));

/** The server's settings, besides those of the console and of the providers. */
export const settings = {
  PORT: setting({ ...port, schema: v.optional(portNumber, '3000') }, 'port to listen on'),
  HOST: setting({ ...ownHost, schema: v.optional(v.string()) }, 'address to listen on', {
    default: '127.0.0.1 in the sandbox, else 0.0.0.0',
  }),
  PUBLIC_URL: setting(httpAddress, 'the address under which borrowers and providers reach the server', {
    default: '`http://localhost:PORT`',
  }),
  DATABASE_URL: setting(
    databaseAddress,
    "your PostgreSQL, by the servers' own login. In the sandbox alone a server without it runs an embedded one",
    { default: 'in the sandbox the embedded one' },
  ),
  DATABASE_OWNER_URL: setting(
    databaseAddress,
    "the schema's owner, for `hiram migrate` and operators' commands alone: a server with it does not start ([how](deploy.md#two-logins))",
  ),
  CELLS: setting(path, 'the cells besides that of `DATABASE_URL`, as JSON ([how](scaling.md))'),
  CELLS_OWNER: setting(
    path,
    "the owners' addresses of cells in other databases, as JSON like that of `CELLS`, for `hiram cells` alone: a server with it does not start",
  ),
  DIRECTORY_URL: setting(
    databaseAddress,
    "the database with the directory of the cells, by the servers' own login; needed with `CELLS`",
  ),
  DIRECTORY_OWNER_URL: setting(
    databaseAddress,
    'the owner of the directory, if it is in another database than cell 0, for `hiram cells` alone: a server with it does not start',
  ),
  DATA_DIR: setting(
    { ...folder, schema: v.optional(v.string(), '.data') },
    'data of the embedded PostgreSQL, and pictures unless `FILES_URL` is set',
  ),
  SANDBOX: setting(
    { schema: v.optional(zeroOrOne, '0'), mustBe: '0 or 1' },
    '1: demo borrowers, a clock that can be moved, a fake provider',
    { default: '0; 1 under `npm start` unless `DATABASE_URL` or `NODE_ENV=production` is set' },
  ),
  BRAND: setting(
    {
      schema: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/))),
      mustBe: 'brand folders joined by commas',
    },
    'folders of `BRANDS_DIR` to serve',
    { default: 'all, in the sandbox' },
  ),
  BRANDS_DIR: setting(
    folder,
    "your brands' folders, outside the release, which an upgrade replaces; a demonstration's brand runs in the sandbox alone",
    { default: '`brands` of the release' },
  ),
  DATA_KEY: setting(
    { ...secret, mustBe: '64 hexadecimal digits, or several such keys joined by commas' },
    'encrypts identity and account data. Older keys after a comma still decrypt. `npm run hiram -- keys rotate` encrypts everything with the first key, beside running servers, and says when the others can be removed',
    { default: 'made by the sandbox' },
  ),
  FILES_URL: setting(
    {
      schema: v.optional(v.string()),
      mustBe: '`s3://bucket/prefix?endpoint=https://…&region=…&pathStyle=1`',
    },
    'an S3 store for pictures',
    { default: 'a folder of `DATA_DIR`' },
  ),
  FILES_KEY: setting({ ...secret, mustBe: '`<access key id>:<secret access key>`' }, 'the key of that store'),
  CORS_ORIGINS: setting(
    {
      schema: v.optional(
        v.pipe(v.string(), v.regex(/^https?:\/\/[a-z0-9.-]+(:\d+)?(,https?:\/\/[a-z0-9.-]+(:\d+)?)*$/i)),
      ),
      mustBe: 'origins (https://host, no path) joined by commas',
    },
    'origins of static hosts that serve the web app',
  ),
  MASK: setting(
    { schema: v.optional(v.picklist(['declared', 'all']), 'declared'), mustBe: 'declared or all' },
    'which calls use obfuscated names on the wire; `npm start` builds the web app for it, `npm run build` takes the same `--mask`',
  ),
  TRUST_PROXY: setting(
    {
      schema: v.optional(v.pipe(v.string(), v.regex(/^(\d{1,2}|[0-9a-fA-F.:/,\s]+)$/))),
      mustBe: 'a number of hops or a list of networks',
    },
    'whose `X-Forwarded-For` is trusted',
    { default: 'nobody’s' },
  ),
  REFUSED_PASSWORDS: setting(
    { ...path, mustBe: 'a file of at most 50 MB, one password a line' },
    'passwords that nobody may choose: breached ones, for example. The server rejects common passwords without it',
  ),
  MAX_CLOCK_SKEW_SECONDS: setting(
    { schema: v.optional(upTo9999), mustBe: 'a number of seconds from 1 to 9999' },
    "largest difference between the server's clock and the database's; beyond it the server does not start, or stops",
    { default: '10; not compared in the sandbox' },
  ),
  METRICS_PORT: setting(port, 'port for `/metrics`, apart from the public port', {
    default: '`/metrics` on the public port in the sandbox',
  }),
  METRICS_HOST: setting(
    ownHost,
    'address on which `METRICS_PORT` listens: this machine alone, unless it is an address that your Prometheus reaches',
  ),
  // The names that OpenTelemetry gives them; its exporter reads the headers itself.
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    httpAddress,
    'an OpenTelemetry collector that gets the traces by OTLP over HTTP ([what they have](reference.md#traces))',
    { default: 'no traces are sent' },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    { ...secret, mustBe: '`name=value`, joined by commas' },
    'headers for the collector, such as its key; not as a file',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    {
      schema: v.optional(v.pipe(v.string(), v.regex(/^(0(\.\d+)?|1(\.0+)?)$/), v.transform(Number)), '1'),
      mustBe: 'a number from 0 to 1',
    },
    'the share of the traces that is sent',
  ),
  WEB_DIR: setting(folder, 'the built web app to serve', { default: '`apps/borrower/dist`' }),
  CACHE_ON_PHONE: setting(
    { schema: v.optional(zeroOrOne, '1'), mustBe: '0 or 1' },
    '1: a borrower’s phone keeps pages, and the last figures encrypted, for a visit without a connection. 0: each phone removes what it has kept with its next visit ([how](reference.md#what-phones-keep))',
  ),
  MESSAGES_PER_SECOND: setting(
    { schema: v.optional(upTo9999, '250'), mustBe: 'a number from 1 to 9999' },
    'messages to borrowers that one server hands to its providers in a second: as many as they take, and few enough that borrowers do not wait',
  ),
  DRAIN_SECONDS: setting(
    {
      schema: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number)), '0'),
      mustBe: 'a number of seconds',
    },
    'how long `/health/ready` answers 404 before a stopping server closes its port',
  ),
  BACKUP_KEY: setting(secret, 'encrypts and decrypts backups; one text, taken as it is, and not as a file'),
  LOG_LEVEL: setting(
    {
      schema: v.optional(v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
      mustBe: 'fatal, error, warn, info, debug, trace or silent',
    },
    'which lines are logged',
  ),
};
