import * as v from 'valibot';
import { ConfigError } from '../platform/errors/config-error.ts';
import { type DirectorySettings, directorySettings } from './directory-config.ts';
import { databaseAddress, httpAddress, ownHost, port, secret, setting, type ValuesOf } from './setting.ts';

/** The settings of the console in the environment. */
export const consoleVariables = {
  CONSOLE_PORT: setting(port, "port of the console of the lender's staff, apart from the public port", {
    default: 'the port after `PORT` in the sandbox, else no console',
  }),
  CONSOLE_HOST: setting(
    ownHost,
    'address on which `CONSOLE_PORT` listens: this machine alone, unless it is an address that your load balancer reaches',
  ),
  CONSOLE_URL: setting(
    {
      schema: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:\/\/[^/?#]+\/?$/))),
      mustBe: 'an http or https address without a path',
    },
    "the console's address, under a host name of its own. Passkeys belong to the host name: do not change it",
  ),
  CONSOLE_DATABASE_URL: setting(
    databaseAddress,
    "a standby from which the console reads its reports: the trail and its export, closed requests, the funnel. It is at most 30 seconds behind; if it is away or further behind, they are read from `DATABASE_URL`. The server's own login, or one that can only read ([how](deploy.md#reports-from-a-standby))",
    { default: '`DATABASE_URL`' },
  ),
  OIDC_ISSUER: setting(
    httpAddress,
    "the lender's directory (OpenID Connect, with PKCE) by which the staff may sign in. Its answer must name `email`, `name` and `groups`. The address to register there is `CONSOLE_URL/api/console/directory/return`",
  ),
  OIDC_CLIENT_ID: setting(
    { schema: v.optional(v.string()), mustBe: 'text' },
    "the console's id in the directory",
  ),
  OIDC_CLIENT_SECRET: setting(
    { ...secret, mustBe: 'text' },
    "the console's secret in the directory; not as a file",
  ),
  OIDC_GROUPS: setting(
    { schema: v.optional(v.string()), mustBe: '`group=role` or `group=role:brand`, joined by commas' },
    'what a group of the directory may do. The roles end twelve hours after the sign-in, and such a session performs no action that moves money: that needs a passkey',
  ),
};

export interface ConsoleSettings {
  readonly port: number;
  readonly host: string;
  /** True if the port was set. Otherwise a sandbox takes any free one if it is taken. */
  readonly isPortFixed: boolean;
  /** The base URL without a trailing slash; undefined: a sandbox's, `http://localhost:<port>`. */
  readonly url: string | undefined;
  /** A replica for the console's lists; undefined: the server's own database. */
  readonly readDatabaseUrl: string | undefined;
  /** The lender's directory; undefined: everybody signs in with a passkey. */
  readonly directory: DirectorySettings | undefined;
}

/**
 * The console needs a port and an address of its own. A sandbox has one by itself, next to the public port. Throws ConfigError.
 */
export function consoleSettings(
  env: ValuesOf<typeof consoleVariables> & {
    readonly PORT: number;
    readonly PUBLIC_URL?: string | undefined;
  },
  sandbox: boolean,
): ConsoleSettings | undefined {
  const { CONSOLE_PORT: ownPort, CONSOLE_URL: url } = env;
  const shared = {
    host: env.CONSOLE_HOST,
    readDatabaseUrl: env.CONSOLE_DATABASE_URL,
    directory: directorySettings(env, sandbox),
  };
  if (sandbox) {
    const next = env.PORT === 0 ? 0 : env.PORT + 1;
    return {
      port: ownPort ?? next,
      isPortFixed: ownPort !== undefined,
      url: url?.replace(/\/$/, ''),
      ...shared,
    };
  }
  if (ownPort === undefined && url === undefined) return undefined;
  if (ownPort === undefined || url === undefined)
    throw new ConfigError('CONSOLE_PORT and CONSOLE_URL need each other');
  // Cookies and passkeys belong to a host, whatever its port.
  if (env.PUBLIC_URL !== undefined && new URL(url).hostname === new URL(env.PUBLIC_URL).hostname)
    throw new ConfigError('CONSOLE_URL must have another host name than PUBLIC_URL');
  return { port: ownPort, isPortFixed: true, url: url.replace(/\/$/, ''), ...shared };
}
