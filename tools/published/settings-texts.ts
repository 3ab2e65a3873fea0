import { providers } from '../../apps/server/src/providers/providers.ts';

/**
 * The facts about a setting that the configuration's schema does not contain. `isSecret`: also as
 * `<NAME>_FILE`. `default` and `type` where the schema has none: the server decides it when it starts.
 */
export interface SettingText {
  readonly meaning: string;
  /** The first version that has it. */
  readonly since: string;
  readonly type?: string;
  readonly default?: string;
  readonly isSecret?: boolean;
}

const first = '0.1.0';
const secretType = 'at least 16 characters';
const setting = (meaning: string, more: Omit<SettingText, 'meaning' | 'since'> = {}): SettingText => ({
  meaning,
  since: first,
  ...more,
});
const secret = (meaning: string, type = secretType): SettingText =>
  setting(meaning, { isSecret: true, type });

/** The settings that the providers declare. */
const providerTexts = Object.fromEntries(
  providers
    .flatMap(({ settings }) => Object.entries(settings))
    .map(([name, declared]): [string, SettingText] => [
      name,
      declared.kind === 'secret'
        ? secret(declared.meaning)
        : declared.kind === 'address'
          ? setting(declared.meaning, {
              type: 'an http or https address',
              default: `\`${declared.default}\``,
            })
          : setting(declared.meaning, { type: declared.form }),
    ]),
);

/** The order of the reference. */
export const settingTexts: Readonly<Record<string, SettingText>> = {
  PORT: setting('port to listen on'),
  HOST: setting('address to listen on', { default: '127.0.0.1 in the sandbox, else 0.0.0.0' }),
  PUBLIC_URL: setting('the address under which borrowers and providers reach the server', {
    default: '`http://localhost:PORT`',
  }),
  DATABASE_URL: setting(
    "your PostgreSQL, by the servers' own login. In the sandbox alone a server without it runs an embedded one",
    {
      isSecret: true,
      default: 'in the sandbox the embedded one',
    },
  ),
  DATABASE_OWNER_URL: setting(
    "the schema's owner, for `hiram migrate` and operators' commands alone: a server with it does not start ([how](deploy.md#two-logins))",
    { isSecret: true },
  ),
  CELLS: setting('the cells besides that of `DATABASE_URL`, as JSON ([how](scaling.md))', {
    type: 'the path of a file',
  }),
  CELLS_OWNER: setting(
    "the owners' addresses of cells in other databases, as JSON like that of `CELLS`, for `hiram cells` alone: a server with it does not start",
    { type: 'the path of a file' },
  ),
  DIRECTORY_URL: setting(
    "the database with the directory of the cells, by the servers' own login; needed with `CELLS`",
    {
      isSecret: true,
    },
  ),
  DIRECTORY_OWNER_URL: setting(
    'the owner of the directory, if it is in another database than cell 0, for `hiram cells` alone: a server with it does not start',
    { isSecret: true },
  ),
  DATA_DIR: setting('data of the embedded PostgreSQL, and pictures unless `FILES_URL` is set', {
    type: 'a folder',
  }),
  SANDBOX: setting('1: demo borrowers, a clock that can be moved, a fake provider', {
    default: '0; 1 under `npm start` unless `DATABASE_URL` or `NODE_ENV=production` is set',
  }),
  BRAND: setting('folders of `BRANDS_DIR` to serve', { default: 'all, in the sandbox' }),
  BRANDS_DIR: setting(
    "your brands' folders, outside the release, which an upgrade replaces; a demonstration's brand runs in the sandbox alone",
    { type: 'a folder', default: '`brands` of the release' },
  ),
  DATA_KEY: setting(
    'encrypts identity and account data. Older keys after a comma still decrypt. `npm run hiram -- keys rotate` encrypts everything with the first key, beside running servers, and says when the others can be removed',
    { isSecret: true, default: 'made by the sandbox' },
  ),
  FILES_URL: setting('an S3 store for pictures', {
    type: '`s3://bucket/prefix?endpoint=https://…&region=…&pathStyle=1`',
    default: 'a folder of `DATA_DIR`',
  }),
  FILES_KEY: secret('the key of that store', '`<access key id>:<secret access key>`'),
  PROVIDER_URL: setting(
    'the payment gateway ([protocol](gateway.md)); the sandbox starts its own unless this is set',
  ),
  PROVIDER_SECRET: secret('the key that the gateway accepts'),
  WEBHOOK_SECRET: secret("signs the gateway's webhooks"),
  PAYMENT_PROVIDER: setting('the provider that collects'),
  PAYOUT_PROVIDER: setting('the provider that pays out'),
  ...providerTexts,
  SMS_REQUEST: setting(
    'the request to your provider of text messages: `url`, `method`, `headers`, `body`, with `{{phone}}`, `{{digits}}`, `{{text}}`, `{{reference}}`; without it the gateway sends them. It sends texts only: with it nobody can get a code by a call',
    { isSecret: true, type: 'JSON' },
  ),
  SMTP_URL: setting(
    'your mail server: it gets the invitations of the staff. `smtps://` begins with TLS, `smtp://` demands STARTTLS; without TLS on this machine alone. Without the setting nobody is invited in the console ([how](reference.md#the-console))',
    { type: '`smtps://host:port` or `smtp://host:port`', default: "the sandbox's mailbox, else none" },
  ),
  SMTP_LOGIN: secret('the login of that server; without it mail is sent without one', '`<user>:<password>`'),
  MAIL_FROM: setting('the sender of mail', { type: 'an address of electronic mail' }),
  IDENTITY_URL: setting(
    'the service that reads and checks identity documents: [checks-outside.md](checks-outside.md)',
  ),
  IDENTITY_SECRET: secret('signs what the identity service is asked and answers'),
  BUREAU_URL: setting(
    'the credit bureau that is asked about applicants: [checks-outside.md](checks-outside.md)',
  ),
  BUREAU_SECRET: secret('signs what the bureau is asked and answers'),
  SCREENING_URL: setting(
    'a screening service, beside the imported lists: [checks-outside.md](checks-outside.md)',
  ),
  SCREENING_SECRET: secret('signs what the screening service is asked and answers'),
  PUSH_URL: setting(
    'the lender’s app server, which shows messages on phones: [messages.md](messages.md); without it none is pushed',
  ),
  PUSH_SECRET: secret('signs the messages to the app server, its answers, and receipts of messages'),
  SCORER_URL: setting('your own scorer for applications: [scorer.md](scorer.md)'),
  SCORER_SECRET: secret('signs what the scorer gets'),
  SCORER_TIMEOUT_SECONDS: setting('how long the scorer may take'),
  CORS_ORIGINS: setting('origins of static hosts that serve the web app'),
  MASK: setting(
    'which calls use obfuscated names on the wire; `npm start` builds the web app for it, `npm run build` takes the same `--mask`',
  ),
  TRUST_PROXY: setting('whose `X-Forwarded-For` is trusted', { default: 'nobody’s' }),
  REFUSED_PASSWORDS: setting(
    'passwords that nobody may choose: breached ones, for example. The server rejects common passwords without it',
    { type: 'a file of at most 50 MB, one password a line' },
  ),
  MAX_CLOCK_SKEW_SECONDS: setting(
    "largest difference between the server's clock and the database's; beyond it the server does not start, or stops",
    { default: '10; not compared in the sandbox' },
  ),
  METRICS_PORT: setting('port for `/metrics`, apart from the public port', {
    default: '`/metrics` on the public port in the sandbox',
  }),
  METRICS_HOST: setting(
    'address on which `METRICS_PORT` listens: this machine alone, unless it is an address that your Prometheus reaches',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'an OpenTelemetry collector that gets the traces by OTLP over HTTP ([what they have](reference.md#traces))',
    { default: 'no traces are sent' },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting('headers for the collector, such as its key; not as a file', {
    type: '`name=value`, joined by commas',
    isSecret: true,
  }),
  OTEL_TRACES_SAMPLER_ARG: setting('the share of the traces that is sent'),
  CONSOLE_PORT: setting("port of the console of the lender's staff, apart from the public port", {
    default: 'the port after `PORT` in the sandbox, else no console',
  }),
  CONSOLE_HOST: setting(
    'address on which `CONSOLE_PORT` listens: this machine alone, unless it is an address that your load balancer reaches',
  ),
  CONSOLE_URL: setting(
    "the console's address, under a host name of its own. Passkeys belong to the host name: do not change it",
  ),
  CONSOLE_DATABASE_URL: setting(
    "a standby from which the console reads its reports: the trail and its export, closed requests, the funnel. It is at most 30 seconds behind; if it is away or further behind, they are read from `DATABASE_URL`. The server's own login, or one that can only read ([how](deploy.md#reports-from-a-standby))",
    { isSecret: true, default: '`DATABASE_URL`' },
  ),
  OIDC_ISSUER: setting(
    "the lender's directory (OpenID Connect, with PKCE) by which the staff may sign in. Its answer must name `email`, `name` and `groups`. The address to register there is `CONSOLE_URL/api/console/directory/return`",
  ),
  OIDC_CLIENT_ID: setting("the console's id in the directory", { type: 'text' }),
  OIDC_CLIENT_SECRET: setting("the console's secret in the directory; not as a file", {
    type: 'text',
    isSecret: true,
  }),
  OIDC_GROUPS: setting(
    'what a group of the directory may do. The roles end twelve hours after the sign-in, and such a session performs no action that moves money: that needs a passkey',
    { type: '`group=role` or `group=role:brand`, joined by commas' },
  ),
  WEB_DIR: setting('the built web app to serve', { type: 'a folder', default: '`apps/borrower/dist`' }),
  CACHE_ON_PHONE: setting(
    '1: a borrower’s phone keeps pages, and the last figures encrypted, for a visit without a connection. 0: each phone removes what it has kept with its next visit ([how](reference.md#what-phones-keep))',
  ),
  MESSAGES_PER_SECOND: setting(
    'messages to borrowers that one server hands to its providers in a second: as many as they take, and few enough that borrowers do not wait',
  ),
  DRAIN_SECONDS: setting('how long `/health/ready` answers 404 before a stopping server closes its port'),
  BACKUP_KEY: setting('encrypts and decrypts backups; one text, taken as it is, and not as a file', {
    isSecret: true,
    type: secretType,
  }),
  LOG_LEVEL: setting('which lines are logged'),
};
