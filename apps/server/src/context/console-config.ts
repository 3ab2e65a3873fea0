import * as v from 'valibot';
import { ConfigError } from '../platform/errors/config-error.ts';
import { type DirectorySettings, directorySettings } from './directory-config.ts';
import { portNumber } from './port-number.ts';

/** The settings of the console in the environment. */
export const consoleEnvironment = {
  CONSOLE_PORT: v.optional(portNumber),
  CONSOLE_HOST: v.optional(v.pipe(v.string(), v.minLength(1)), '127.0.0.1'),
  CONSOLE_URL: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:\/\/[^/?#]+\/?$/))),
  CONSOLE_DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  OIDC_ISSUER: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//))),
  OIDC_CLIENT_ID: v.optional(v.string()),
  OIDC_CLIENT_SECRET: v.optional(v.string()),
  OIDC_GROUPS: v.optional(v.string()),
};
const schema = v.object(consoleEnvironment);

/** The required form of each setting. */
export const consoleMeanings = {
  CONSOLE_PORT: 'a port number',
  CONSOLE_HOST: 'an address to listen on',
  CONSOLE_URL: 'an http or https address without a path',
  CONSOLE_DATABASE_URL: 'a postgres:// address',
  OIDC_ISSUER: 'an http or https address',
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
  env: v.InferOutput<typeof schema> & { readonly PORT: number; readonly PUBLIC_URL?: string | undefined },
  sandbox: boolean,
): ConsoleSettings | undefined {
  const { CONSOLE_PORT: port, CONSOLE_URL: url } = env;
  const shared = {
    host: env.CONSOLE_HOST,
    readDatabaseUrl: env.CONSOLE_DATABASE_URL,
    directory: directorySettings(env, sandbox),
  };
  if (sandbox) {
    const next = env.PORT === 0 ? 0 : env.PORT + 1;
    return { port: port ?? next, isPortFixed: port !== undefined, url: url?.replace(/\/$/, ''), ...shared };
  }
  if (port === undefined && url === undefined) return undefined;
  if (port === undefined || url === undefined)
    throw new ConfigError('CONSOLE_PORT and CONSOLE_URL need each other');
  // Cookies and passkeys belong to a host, whatever its port.
  if (env.PUBLIC_URL !== undefined && new URL(url).hostname === new URL(env.PUBLIC_URL).hostname)
    throw new ConfigError('CONSOLE_URL must have another host name than PUBLIC_URL');
  return { port, isPortFixed: true, url: url.replace(/\/$/, ''), ...shared };
}
