/**
 * Runs the real server on a new database of a given cluster, for browser tests. Arguments: the socket folder, and JSON of
 * additional environment variables. Prints one line of JSON when it is ready. Ends when its standard input closes.
 */
import { everyBrand, startHiram } from '@hiram/server/test/support/running-server.ts';

const [socketDir = '', additions = '{}'] = process.argv.slice(2);
const hiram = await startHiram({ socketDir }, { ...everyBrand, ...JSON.parse(additions) });
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
