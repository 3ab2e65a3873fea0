import { ConfigError } from '../platform/errors/config-error.ts';
import type { ProviderSettings } from '../providers/providers.ts';
import type { CellSettings } from './cell-config.ts';
import { providerAddresses } from './provider-config.ts';
import { isThisMachine } from './this-machine.ts';

interface WithUrl {
  readonly url: string;
}

/** The settings that contain URLs. */
interface Addresses {
  readonly publicUrl: string;
  readonly console?:
    | { readonly url?: string | undefined; readonly readDatabaseUrl?: string | undefined }
    | undefined;
  readonly providers: {
    readonly gateway?: WithUrl;
    readonly others: ProviderSettings['others'];
    readonly sms?: () => WithUrl;
    readonly scorer?: WithUrl;
    readonly identity?: WithUrl;
    readonly bureau?: WithUrl;
    readonly screening?: WithUrl;
    readonly push?: WithUrl;
  };
  readonly s3?: { readonly endpoint?: string };
  readonly telemetry?: WithUrl;
  readonly databaseUrl?: string;
  readonly databaseOwnerUrl?: string;
  readonly directoryUrl?: string | undefined;
  readonly directoryOwnerUrl?: string | undefined;
  readonly cells?: readonly CellSettings[];
}

/**
 * Checks that outside the sandbox every connection uses verified TLS: our public URL, the providers, the file
 * store and the databases, those of all cells and of their directory included. Exceptions are addresses of
 * this machine, and a database whose URL explicitly sets `sslmode=disable` for a private network. Throws
 * ConfigError with a one-line message.
 */
export function checkTls(config: Addresses): void {
  const { gateway, sms, scorer, identity, bureau, screening, push } = config.providers;
  const { cells = [] } = config;
  const addresses: readonly [string, string | undefined][] = [
    ['PUBLIC_URL', config.publicUrl],
    ['CONSOLE_URL', config.console?.url],
    ['PROVIDER_URL', gateway?.url],
    ...providerAddresses(config.providers),
    // Placeholders occur in its path and query only.
    ['SMS_REQUEST', sms?.().url.replace(/[{}]/g, '')],
    ['SCORER_URL', scorer?.url],
    ['IDENTITY_URL', identity?.url],
    ['BUREAU_URL', bureau?.url],
    ['SCREENING_URL', screening?.url],
    ['PUSH_URL', push?.url],
    ['FILES_URL', config.s3?.endpoint],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', config.telemetry?.url],
  ];
  for (const [name, address] of addresses)
    if (address?.startsWith('http:') && !isThisMachine(new URL(address).hostname))
      throw new ConfigError(`${name} must be an https address outside the sandbox`);
  checkDatabaseTls('DATABASE_URL', config.databaseUrl);
  checkDatabaseTls('DATABASE_OWNER_URL', config.databaseOwnerUrl);
  checkDatabaseTls('CONSOLE_DATABASE_URL', config.console?.readDatabaseUrl);
  checkDatabaseTls('DIRECTORY_URL', config.directoryUrl);
  checkDatabaseTls('DIRECTORY_OWNER_URL', config.directoryOwnerUrl);
  for (const { id, url } of cells) checkDatabaseTls(`url of cell ${id} in CELLS`, url);
}

/**
 * The fault of an address of this machine behind which a balancer leads to another machine without TLS; undefined if nothing
 * is. `answer`: where PostgreSQL says that the connection arrived, null for a Unix socket, and whether it is encrypted.
 */
export function remoteWithoutTls(
  name: string,
  text: string,
  answer: { readonly address: string | null; readonly ssl: boolean },
): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (answer.address === null || answer.ssl || isThisMachine(answer.address)) return undefined;
  if (url?.searchParams.get('sslmode') === 'disable') return undefined;
  return `${name} leads to PostgreSQL at ${answer.address} without TLS: set sslmode=verify-full with a name of its certificate (or sslmode=disable in a private network)`;
}

/** The same for the address of a database. `name`: its setting. */
export function checkDatabaseTls(name: string, text: string | undefined): void {
  if (text === undefined) return;
  // As the driver reads it: the host is the last parameter of that name, or what stands before the database
  // if that is empty or absent.
  const named = URL.canParse(text) ? text : text.replace('@/', '@localhost/');
  if (!URL.canParse(named)) return;
  const url = new URL(named);
  const host = url.searchParams.getAll('host').at(-1) || decodeURIComponent(url.hostname);
  if (host === '')
    throw new ConfigError(`${name} must name a host outside the sandbox: the driver would take PGHOST`);
  // A host that is a path is a Unix socket.
  if (host.startsWith('/') || isThisMachine(host)) return;
  // Of several modes the driver takes the last.
  const [mode, ...more] = url.searchParams.getAll('sslmode');
  if ((mode !== 'verify-full' && mode !== 'disable') || more.length > 0)
    throw new ConfigError(
      `${name} must contain sslmode=verify-full outside the sandbox (or sslmode=disable in a private network)`,
    );
}
