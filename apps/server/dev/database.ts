/**
 * Runs the sandbox's database for `npm run dev`, so that it goes on while the server restarts. Prints the
 * address for the server's login, and stops the database when its input ends.
 */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startFailureMessage } from '../src/app/start/start-failure.ts';
import { readConfig } from '../src/context/config.ts';
import { startEmbedded } from '../src/platform/database/embedded/embedded.ts';
import { checkWritable } from '../src/platform/files/writable-folder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { endpoints, stop } = await open().catch((error: unknown) => {
  console.error(startFailureMessage(error));
  process.exit(1);
});
const { host, port, user, database } = endpoints.server;
console.log(`postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`);
// Ctrl-C also reaches the server, which stops first.
process.on('SIGINT', () => undefined);
await once(process.stdin.resume(), 'end');
await stop();
process.exit();

async function open() {
  const { dataDir } = readConfig(process.env, root);
  checkWritable(dataDir);
  return startEmbedded(dataDir);
}
