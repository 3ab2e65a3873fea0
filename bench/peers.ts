/**
 * `npm run bench -- peers --dir FOLDER --await TEXT [--path /login] [--api http://localhost:8080] [--name NAME] [--rounds 5]
 * [--routes main,order]`: measures another front end's build folder beside our routes, on the slow phone of `pages`. The folder
 * is served on loopback; its page shows its data when TEXT is on the screen. Each round visits the peer and each of our routes
 * once, so that the machine's load is the same for all.
 */
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { entriesOf } from './rig/entries.ts';
import { serveFolder } from './rig/folder-server.ts';
import { startLatencyProxy } from './rig/latency-proxy.ts';
import { makeDataFolder, startSlowProduct, stopAll } from './rig/product.ts';
import { storeResults } from './rig/results.ts';
import { cpuRate, type Entry, openBrowser, type Run, slowNetwork, visit } from './rig/slow-phone.ts';
import { show, spreadOf } from './rig/spread.ts';

const apiMs = 300;

interface Measured {
  readonly name: string;
  readonly origin: string;
  readonly entry: Entry;
  /** The peer's address. Ours is made for each visit. */
  readonly url?: string;
  readonly runs: Run[];
}

/** The bytes of these scripts after gzip -9. */
async function weigh(origin: string, scripts: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    scripts.map(async (path) => {
      const body = await (await fetch(new URL(path, origin))).arrayBuffer();
      return gzipSync(Buffer.from(body), { level: 9 }).length;
    }),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function report(browser: Browser, rounds: number, measured: readonly Measured[]): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    for (const { origin, entry, url, runs } of measured) runs.push(await visit(browser, origin, entry, url));
  const pages = [];
  console.log(`\n${''.padEnd(32)} first paint, ms            data, ms                   scripts, bytes`);
  for (const { name, origin, entry, runs } of measured) {
    const firstPaint = spreadOf(runs.map((run) => run.firstPaint));
    const data = spreadOf(runs.map((run) => run.data));
    const script = (runs[0]?.brought ?? 0) + (await weigh(origin, runs[0]?.scripts ?? []));
    console.log(`${name.padEnd(28)} ${show(firstPaint)} ${show(data)} ${String(script).padStart(10)}`);
    pages.push({ name, path: entry.path, awaits: entry.awaits, firstPaint, data, script });
  }
  storeResults('peers', {
    chromium: browser.version(),
    emulated: { ...slowNetwork, cpuRate, apiMs, viewport: '360×640' },
    rounds,
    pages,
  });
}

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  allowPositionals: true,
  options: {
    dir: { type: 'string' },
    await: { type: 'string' },
    path: { type: 'string', default: '/' },
    api: { type: 'string' },
    name: { type: 'string', default: 'peer' },
    rounds: { type: 'string', default: '5' },
    routes: { type: 'string' },
  },
});
if (values.dir === undefined || values.await === undefined) {
  console.log('peers: no --dir and --await, so there is nothing to compare');
} else {
  const folder = makeDataFolder();
  const browser = await openBrowser();
  const peer = await serveFolder(values.dir, { api: values.api, apiMs });
  try {
    const product = await startSlowProduct(folder, apiMs);
    const proxy = await startLatencyProxy(product.origin, apiMs);
    const routes = values.routes?.split(',');
    const ours = (await entriesOf(product.origin)).filter(
      ({ path }) => routes?.includes(path.slice(1)) ?? true,
    );
    const newBorrower = () => Promise.reject(new Error('a peer has no borrower of ours'));
    const entry = { path: values.path, awaits: values.await, newBorrower };
    const url = new URL(values.path, peer.origin).href;
    await report(browser, Number(values.rounds), [
      { name: values.name, origin: peer.origin, entry, url, runs: [] },
      ...ours.map((own) => ({ name: `Hiram ${own.path}`, origin: proxy.origin, entry: own, runs: [] })),
    ]);
    proxy.stop();
  } finally {
    peer.stop();
    await browser.close();
    await stopAll();
    folder.remove();
  }
}
