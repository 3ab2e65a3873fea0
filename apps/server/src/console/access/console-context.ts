import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connect.ts';

/** What the console's calls share. `db` of the context is the console's own pool. */
export interface ConsoleContext {
  readonly appContext: AppContext;
  /** For lists that may be a moment old: a replica if there is one, else the console's own pool. */
  readonly readDb: Db;
  /** The console's base URL without a trailing slash: the origin of its pages and of its passkeys. */
  origin(): string;
}

/** Whether browsers reach the console over TLS. Over plain HTTP only a sandbox on this machine runs. */
export function isSecure(context: ConsoleContext): boolean {
  return context.origin().startsWith('https:');
}
