import type pg from 'pg';
import { startEmbedded } from './embedded.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The address of the schema's owner: its own, or the one address that serves for both. */
export function ownerUrl({ DATABASE_OWNER_URL, DATABASE_URL }: Environment): string | undefined {
  return DATABASE_OWNER_URL || DATABASE_URL || undefined;
}

/** The database as the operator's tools open it: as the schema's owner. Without an address it is the one of DATA_DIR. */
export async function openOwner(
  environment: Environment,
  dataDir: string,
): Promise<{ readonly owner: pg.PoolConfig; stop(): Promise<void> }> {
  const connectionString = ownerUrl(environment);
  if (connectionString !== undefined) return { owner: { connectionString }, stop: async () => undefined };
  const embedded = await startEmbedded(dataDir);
  return { owner: embedded.endpoints.owner, stop: () => embedded.stop() };
}
