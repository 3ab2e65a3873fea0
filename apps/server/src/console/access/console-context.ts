import type { AppContext } from '../../context/app-context.ts';

/** What the console's calls share. `db` of the context is the console's own pool. */
export interface ConsoleContext {
  readonly appContext: AppContext;
  /** The console's base URL without a trailing slash: the origin of its pages and of its passkeys. */
  origin(): string;
}

/** Whether browsers reach the console over TLS. Over plain HTTP only a sandbox on this machine runs. */
export function isSecure(context: ConsoleContext): boolean {
  return context.origin().startsWith('https:');
}
