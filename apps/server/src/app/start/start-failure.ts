import { BrandError } from '../../brands/brand.ts';
import { connectionsPerServer } from '../../platform/database/connection/check-database.ts';
import { EmbeddedDatabaseError } from '../../platform/database/embedded/embedded-error.ts';
import { WrongInstallation } from '../../platform/database/migrate.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';

/** OpenSSL's names of what is wrong with a certificate, as Node's errors have them. */
const certificateFault = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_SELF_|CERT_|ERR_TLS_CERT_)/;
const noTls = 'The server does not support SSL connections';

/**
 * The message of a server that did not start, or a database that was not migrated: one line for what the operator can fix, the
 * stack for a defect. `setting` has the address of the database that was asked.
 */
export function startFailureMessage(error: unknown, setting = 'DATABASE_URL'): string {
  const operatorErrors = [ConfigError, BrandError, EmbeddedDatabaseError, WrongInstallation];
  if (!(error instanceof Error)) return String(error);
  if (operatorErrors.some((type) => error instanceof type)) return error.message;
  const code = 'code' in error ? error.code : undefined;
  if (code === '53300')
    return `The database has no connection left for this server, which needs up to ${connectionsPerServer}: raise max_connections, or the limit of the login (${error.message})`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database does not answer: check ${setting} (${error.message})`;
  if (error.message === 'timeout expired')
    return `The database does not answer in time: check ${setting} (${error.message})`;
  if (code === '28P01' || code === '28000' || code === '3D000')
    return `The database rejects the login: check ${setting} (${error.message})`;
  if (typeof code === 'string' && certificateFault.test(code))
    return `The database's certificate is not accepted: check ${setting}, and NODE_EXTRA_CA_CERTS for a CA of your own (${error.message})`;
  if (error.message === noTls)
    return `The database answers without TLS: check sslmode of ${setting} (${error.message})`;
  if (code === '42501')
    return `The database's login lacks a right: DATABASE_URL needs the rights of hiram_app, and DATABASE_OWNER_URL of hiram migrate is the owner's (${error.message})`;
  return error.stack ?? error.message;
}
