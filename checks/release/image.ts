/**
 * Builds the image of docs/deploy/Containerfile and runs the sandbox in it: `npm run node -- --conditions=source
 * checks/release/image.ts`. Exit code 77: this machine lacks what it needs, and it says what. A few minutes at most.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { storeResults } from '../../bench/rig/results.ts';
import { has } from '../faults/patroni/debian.ts';
import { archiveOfThisVersion } from './archive.ts';

const maxMs = 300_000;
const lacks = ['buildah', 'mmdebstrap', 'curl', 'zstd']
  .filter((command) => !has(command))
  .map((command) => `the command ${command}`);
if (process.platform !== 'linux' || process.getuid?.() !== 0) lacks.push('root on Linux');
if (lacks.length > 0) {
  console.log(`NOT RUN: it needs ${lacks.join(', ')}`);
  process.exit(77);
}
const archive = archiveOfThisVersion();
const began = performance.now();
const { status, stdout } = spawnSync('bash', [join(import.meta.dirname, 'image.sh'), dirname(archive)], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  timeout: maxMs,
});
console.log(String(stdout));
if (status !== 0) process.exit(1);
const size = /localhost\/hiram-check (.+)$/m.exec(stdout)?.[1] ?? '';
storeResults('image', { size, ms: Math.round(performance.now() - began) });
