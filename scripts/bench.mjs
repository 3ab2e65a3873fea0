// Runs the benchmarks; raw figures go to bench/results/. `npm run bench -- engine` runs one of them.
import { readdirSync } from 'node:fs';
import { installedChromium } from './chromium.mjs';
import { prepare, runForeground } from './setup.mjs';

const node = await prepare({ build: true });
process.env.CHROMIUM ||= installedChromium();
const wanted = process.argv
  .slice(2)
  .filter((word, at, words) => !word.startsWith('-') && !words[at - 1]?.startsWith('-'));
// The other arguments go to the named benchmark.
const settings = wanted.length === 1 ? process.argv.slice(2).filter((word) => word !== wanted[0]) : [];
const known = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace('.ts', ''));
for (const name of wanted.length > 0 ? wanted : known) {
  if (!known.includes(name)) {
    console.error(`There is no benchmark ${name}: ${known.join(', ')}`);
    process.exitCode = 1;
    continue;
  }
  process.exitCode =
    (await runForeground(node, ['--conditions=source', `bench/${name}.ts`, ...settings])) || process.exitCode;
}
