import { ConfigError } from '../platform/errors/config-error.ts';

/** This machine itself: nothing travels. */
function isHere(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
}

interface Addressed {
  readonly url: string;
}

/** The settings that hold addresses. */
interface Addresses {
  readonly publicUrl: string;
  readonly providers: {
    readonly gateway?: Addressed;
    readonly xendit?: Addressed;
    readonly paymongo?: Addressed;
    readonly sms?: () => Addressed;
    readonly scorer?: Addressed;
  };
  readonly s3?: { readonly endpoint?: string };
  readonly databaseUrl?: string;
  readonly databaseOwnerUrl?: string;
}

/**
 * Outside the sandbox everything travels over TLS that is checked: how we are reached, whom we ask, and the database. Only
 * what stays on this machine may do without, and a database whose address says `sslmode=disable`: a network of the lender's
 * own, chosen by name and never fallen back to. Throws ConfigError with one line.
 */
export function checkTls(config: Addresses): void {
  const { gateway, xendit, paymongo, sms, scorer } = config.providers;
  const addresses: readonly [string, string | undefined][] = [
    ['PUBLIC_URL', config.publicUrl],
    ['PROVIDER_URL', gateway?.url],
    ['XENDIT_URL', xendit?.url],
    ['PAYMONGO_URL', paymongo?.url],
    // Placeholders stand in its path and query alone.
    ['SMS_REQUEST', sms?.().url.replace(/[{}]/g, '')],
    ['SCORER_URL', scorer?.url],
    ['FILES_URL', config.s3?.endpoint],
  ];
  for (const [name, address] of addresses)
    if (address?.startsWith('http:') && !isHere(new URL(address).hostname))
      throw new ConfigError(`${name} must be an https address outside the sandbox`);
  checkDatabase('DATABASE_URL', config.databaseUrl);
  checkDatabase('DATABASE_OWNER_URL', config.databaseOwnerUrl);
}

function checkDatabase(name: string, text: string | undefined): void {
  if (text === undefined || !URL.canParse(text)) return;
  const url = new URL(text);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  // A socket is a path.
  if (host === '' || host.startsWith('/') || isHere(host)) return;
  const mode = url.searchParams.get('sslmode');
  if (mode !== 'verify-full' && mode !== 'disable')
    throw new ConfigError(
      `${name} must say sslmode=verify-full outside the sandbox (or sslmode=disable in a network of your own)`,
    );
}
