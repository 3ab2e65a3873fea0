/**
 * Shows that a release's archive runs with nothing installed: `npm run node -- --conditions=source checks/release/release.ts`.
 * It unpacks the archive (`--archive FILE`, else it makes one), starts it with an empty environment against a PostgreSQL of
 * its own, signs a sandbox borrower in, reads an order, a contract's PDF, the web app and the console, and runs operators'
 * commands; as root also in a root with nothing else. Loopback alone, a few minutes at most.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { asOwner, startThrowawayCluster } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { storeResults } from '../../bench/rig/results.ts';
import { wholeRun } from '../faults/whole-run.ts';
import { archiveOfThisVersion } from './archive.ts';
import { bareFolder, emptyRoot } from './bare-place.ts';
import { type Trial, tryRelease } from './trial.ts';

const { values } = parseArgs({
  options: { archive: { type: 'string' }, port: { type: 'string', default: '4890' } },
});
const maxArchiveMb = 80;
const socketName = '.s.PGSQL.5432';

/** Names of files that only tests or the build need. */
function strangers(folder: string): string[] {
  return globSync('**/*', { cwd: folder }).filter((path) =>
    /\.(test|spec)\.|(^|\/)(vitest|playwright|typescript|vite|biome)(\/|$)|\.tsx?$/.test(path),
  );
}

await wholeRun('npm run node -- --conditions=source checks/release/release.ts', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'hiram-release-'));
  chmodSync(scratch, 0o755);
  const chroot = join(scratch, 'root');
  const sockets = join(chroot, 'sockets');
  mkdirSync(sockets, { recursive: true });
  chmodSync(sockets, 0o777);
  const { cluster, stop } = await startThrowawayCluster();
  try {
    const archive = values.archive === undefined ? archiveOfThisVersion() : resolve(values.archive);
    execFileSync('tar', ['--zstd', '-xf', archive, '-C', chroot]);
    const release = readdirSync(chroot).find((name) => name.startsWith('hiram-')) ?? '';
    const folder = join(chroot, release);
    const found = strangers(folder);
    if (found.length > 0) throw new Error(`the archive holds ${found.slice(0, 5).join(', ')}`);
    const archiveMb = Number((statSync(archive).size / 1e6).toFixed(1));
    if (archiveMb > maxArchiveMb)
      throw new Error(`the archive has ${archiveMb} MB, more than ${maxArchiveMb}`);
    const places = [bareFolder(folder, cluster.socketDir)];
    if (process.getuid?.() === 0) {
      // The same socket, under a name inside of the other root.
      linkSync(join(cluster.socketDir, socketName), join(sockets, socketName));
      places.push(emptyRoot(chroot, release, '/sockets'));
    }
    const trials: Trial[] = [];
    for (const [index, place] of places.entries()) {
      const database = `release_${index}`;
      await asOwner(cluster, 'postgres', (client) => client.query(`create database ${database}`));
      const port = Number(values.port) + 2 * index;
      trials.push(await tryRelease(place, database, [port, port + 1]));
      console.log(trials.at(-1));
    }
    const unpackedMb = Math.round(
      Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]),
    );
    storeResults('release', { archiveMb, unpackedMb, trials });
  } finally {
    await stop();
    rmSync(scratch, { recursive: true, force: true });
  }
});
