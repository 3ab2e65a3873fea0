/**
 * Runs the real server on a database of its own in a given cluster, for browser tests. Arguments: socket folder, JSON of
 * environment additions. Prints one line of JSON when it is ready; ends when its standard input does.
 */
import { startHiram } from '@hiram/server/test/support/running-server.ts';

const [socketDir = '', additions = '{}'] = process.argv.slice(2);
const hiram = await startHiram({ socketDir }, JSON.parse(additions));
console.log(
  JSON.stringify({
    origin: `http://localhost:${hiram.server.port}`,
    hostUrl: hiram.server.hostUrl,
    consoleUrl: hiram.server.console?.url ?? '',
  }),
);
process.stdin.resume();
process.stdin.on('end', () => {
  void hiram.stop().then(() => process.exit(0));
});
