import { ConfigError } from '../platform/errors/config-error.ts';

export interface ConsoleSettings {
  readonly port: number;
  /** Whether the port was set. Otherwise a sandbox takes any free one if it is taken. */
  readonly isPortFixed: boolean;
  /** The base URL without a trailing slash; undefined: a sandbox's, `http://localhost:<port>`. */
  readonly url: string | undefined;
}

/**
 * The console needs a port and an address of its own. A sandbox has one by itself, next to the public port. Throws ConfigError.
 */
export function consoleSettings(
  env: {
    readonly PORT: number;
    readonly PUBLIC_URL?: string | undefined;
    readonly CONSOLE_PORT?: number | undefined;
    readonly CONSOLE_URL?: string | undefined;
  },
  sandbox: boolean,
): ConsoleSettings | undefined {
  const { CONSOLE_PORT: port, CONSOLE_URL: url } = env;
  if (sandbox) {
    const next = env.PORT === 0 ? 0 : env.PORT + 1;
    return { port: port ?? next, isPortFixed: port !== undefined, url: url?.replace(/\/$/, '') };
  }
  if (port === undefined && url === undefined) return undefined;
  if (port === undefined || url === undefined)
    throw new ConfigError('CONSOLE_PORT and CONSOLE_URL need each other');
  // Cookies and passkeys belong to a host, whatever its port.
  if (env.PUBLIC_URL !== undefined && new URL(url).hostname === new URL(env.PUBLIC_URL).hostname)
    throw new ConfigError('CONSOLE_URL must have another host name than PUBLIC_URL');
  return { port, isPortFixed: true, url: url.replace(/\/$/, '') };
}
