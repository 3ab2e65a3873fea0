import { fileURLToPath } from 'node:url';
import { openHouse } from '../app/create-context.ts';
import type { House } from '../context/app-context.ts';
import { type Config, readConfig } from '../context/config.ts';
import { actAs } from '../platform/database/actor.ts';
import { openOwner } from '../platform/database/owner.ts';
import { createLogger } from '../platform/logs/log.ts';

/** The settings that servers have, for a tool beside them. Without DATABASE_URL they are the sandbox's, as for `npm start`. */
export function serversSettings(): { environment: NodeJS.ProcessEnv; config: Config } {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const environment = { ...process.env };
  if (!environment.DATABASE_URL && environment.NODE_ENV !== 'production') environment.SANDBOX ??= '1';
  return {
    environment,
    config: readConfig({ ...environment, LOG_LEVEL: environment.LOG_LEVEL || 'error' }, root),
  };
}

/**
 * Does one of the operator's tools' work beside running servers, with the same settings as they have, and in the tool's name in
 * the audit trail. Throws ConfigError where there is no database of ours.
 */
export async function withHouse<Result>(
  tool: string,
  work: (house: House) => Promise<Result>,
): Promise<Result> {
  const { environment, config } = serversSettings();
  await (await openOwner(environment, config.dataDir)).stop();
  const opened = await openHouse(config, createLogger(config.logLevel), { prepare: false });
  try {
    return await actAs(`tool ${tool}`, () => work(opened.house));
  } finally {
    await opened.close();
  }
}
