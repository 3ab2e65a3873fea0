/**
 * `npm run node -- --conditions=source checks/bridge/hosts.ts [--swift-root DIR]`: compiles the reference hosts in Kotlin and Swift
 * and compares them with the host in TypeScript, over the golden messages and over thousands of damaged ones. A language whose
 * compiler is missing is not run: the check says so and ends with 2. DIR: the root of a Debian that has swiftc (13: swiftlang, libc6-dev,
 * libstdc++-14-dev). Takes a minute.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { storeResults } from '../../bench/rig/results.ts';
import { random } from '../faults/simulator/random.ts';
import { wholeRun } from '../faults/whole-run.ts';
import { compareHost, startProgram } from './compare.ts';

const { values } = parseArgs({
  options: { 'swift-root': { type: 'string' }, seed: { type: 'string', default: 'hosts' } },
});
const bridgeFolder = fileURLToPath(new URL('../../packages/bridge', import.meta.url));
const golden = (name: string) => JSON.parse(readFileSync(join(bridgeFolder, 'golden', name), 'utf8'));
const damagedTexts = 5_000;

/** The command of the compiled program, or why it cannot be compiled here. */
type Compiled = { readonly command: readonly string[] } | { readonly lacks: string };

function compileKotlin(folder: string): Compiled {
  if (
    spawnSync('java', ['-version']).status !== 0 ||
    spawnSync('sh', ['-c', 'command -v kotlinc']).status !== 0
  )
    return { lacks: 'kotlinc and java (Debian 12: kotlin)' };
  const jar = join(folder, 'host.jar');
  const files = ['LoanHost.kt', 'LoanHostRun.kt'];
  execFileSync('kotlinc', [...files, '-include-runtime', '-d', jar], { cwd: folder, stdio: 'pipe' });
  return { command: ['java', '-jar', jar] };
}

function compileSwift(folder: string, root: string | undefined): Compiled {
  const inside = root === undefined ? [] : ['chroot', root];
  const has = [...inside, 'sh', '-c', 'command -v swiftc'];
  if (spawnSync(has[0] ?? '', has.slice(1)).status !== 0) return { lacks: 'swiftc (Debian 13: swiftlang)' };
  const place = root === undefined ? folder : join(root, folder);
  if (root !== undefined) cpSync(folder, place, { recursive: true });
  const files = ['LoanHost.swift', 'LoanHostRun.swift'].map((file) => join(folder, file));
  const command = [...inside, 'swiftc', '-parse-as-library', '-o', join(folder, 'host'), ...files];
  execFileSync(command[0] ?? '', command.slice(1), { stdio: 'pipe' });
  return { command: [...inside, join(folder, 'host')] };
}

/** Golden texts, each damaged in one to three places. */
function damaged(texts: readonly string[]): string[] {
  const chance = random(values.seed);
  const signs = '{}[]",:\\/ux01259.-eE tfn+*#_~\t\n\u00e9\u20b1';
  return Array.from({ length: damagedTexts }, () => {
    let text = texts[chance.between(0, texts.length - 1)] ?? '';
    for (let places = chance.between(1, 3); places > 0; places -= 1) {
      const at = chance.between(0, text.length);
      const sign = signs[chance.between(0, signs.length - 1)] ?? '';
      text =
        text.slice(0, at) + (chance.between(0, 2) === 0 ? '' : sign) + text.slice(at + chance.between(0, 1));
    }
    return text;
  });
}

await wholeRun('npm run node -- --conditions=source checks/bridge/hosts.ts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-hosts-'));
  const root = values['swift-root'];
  try {
    cpSync(join(bridgeFolder, 'hosts'), folder, { recursive: true });
    const requests: object[] = golden('requests.json');
    const refused: { text: string }[] = golden('refused-by-host.json');
    const { request } = golden('handshake.json');
    const texts = [
      ...[...requests, request].map((message) => JSON.stringify(message)),
      ...refused.map(({ text }) => text),
    ];
    const results: Record<string, object> = {};
    let isWhole = true;
    for (const [language, compiled] of [
      ['Kotlin', compileKotlin(folder)],
      ['Swift', compileSwift(folder, root)],
    ] as const) {
      if ('lacks' in compiled) {
        console.log(`NOT RUN: ${language} needs ${compiled.lacks}`);
        isWhole = false;
        continue;
      }
      const program = startProgram(compiled.command);
      try {
        results[language] = await compareHost(program, texts, damaged(texts));
      } finally {
        program.stop();
      }
      console.log(`${language}: ${JSON.stringify(results[language])}`);
    }
    if (isWhole) storeResults('bridge-hosts', { seed: values.seed, ...results });
    // The exit code of a check that this machine cannot run.
    else
      process.once('exit', () => {
        process.exitCode = 77;
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (root !== undefined) rmSync(join(root, folder), { recursive: true, force: true });
  }
});
