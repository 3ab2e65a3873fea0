import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../errors/config-error.ts';

/** The setting to change when a server cannot listen, by the system's error code; undefined for any other error. */
export function listenFault(
  code: unknown,
  { port, host, setting }: { readonly port: number; readonly host: string; readonly setting: string },
): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `The port ${port} is in use: set ${setting} to another one`;
    case 'EACCES':
    case 'EPERM':
      return `This user may not listen on port ${port}: set ${setting} to a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `${setting.replace('PORT', 'HOST')}=${host} is not an address of this machine: remove it, or set one of its addresses`;
    default:
      return undefined;
  }
}

/** Starts to listen. Throws ConfigError with a one-line message if the port or address is not available. */
export async function listen(
  app: FastifyInstance,
  address: { readonly port: number; readonly host: string; readonly setting: string },
): Promise<void> {
  try {
    await app.listen({ port: address.port, host: address.host });
  } catch (error) {
    const fault = listenFault(error instanceof Error && 'code' in error ? error.code : undefined, address);
    throw fault === undefined ? error : new ConfigError(fault);
  }
}
