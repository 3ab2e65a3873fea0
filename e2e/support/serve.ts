/**
 * Runs real servers, each on a new database of a given cluster, for browser tests. Arguments: the socket folder, and JSON of
 * additional environment variables. Prints one line of JSON for each server that is ready. A line `start` on its standard input
 * starts one more, whose modules are loaded already; the number of a server stops it. Ends when its standard input closes.
 */
import { createInterface } from 'node:readline';
import { everyBrand, type Hiram, startHiram } from '@hiram/server/test/support/processes/running-server.ts';

const [socketDir = '', additions = '{}'] = process.argv.slice(2);
const running = new Map<number, Hiram>();

async function start(): Promise<void> {
  const hiram = await startHiram({ socketDir }, { ...everyBrand, ...JSON.parse(additions) });
  const { port, hostUrl, console: staffConsole } = hiram.server;
  running.set(port, hiram);
  const addresses = { origin: `http://localhost:${port}`, hostUrl, consoleUrl: staffConsole?.url ?? '' };
  console.log(JSON.stringify({ ready: addresses }));
}

async function stop(port: number): Promise<void> {
  await running.get(port)?.stop();
  running.delete(port);
  console.log(JSON.stringify({ ready: { stopped: port } }));
}

await start();
for await (const line of createInterface({ input: process.stdin }))
  await (line === 'start' ? start() : stop(Number(line)));
await Promise.all([...running.values()].map((hiram) => hiram.stop()));
process.exit(0);
