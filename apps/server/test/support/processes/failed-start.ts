import { fileURLToPath } from 'node:url';
import { startServer } from '../../../src/app/start/start.ts';
import { startFailureMessage } from '../../../src/app/start/start-failure.ts';
import { readConfig } from '../../../src/context/config.ts';
import { createLogger } from '../../../src/platform/logs/log.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

/**
 * The output of the program before it exits with code 1, when a server with these settings does not start. It
 * starts in this process.
 */
export async function failedStart(environment: Record<string, string>): Promise<string> {
  let server: Awaited<ReturnType<typeof startServer>>;
  try {
    const config = readConfig(environment, root);
    server = await startServer(config, createLogger(config.logLevel));
  } catch (error) {
    return startFailureMessage(error);
  }
  await server.stop();
  throw new Error('the server started');
}
