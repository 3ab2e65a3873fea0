/**
 * `npm run bench -- lighthouse`: Lighthouse's scores of the visitors' pages on its simulated phone: performance, accessibility,
 * best practices, search. Needs `lighthouse` (npm install -g lighthouse@13.5.0) and a Chromium (`CHROMIUM`, or
 * /usr/bin/chromium); without them it prints a line and measures nothing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { makeDataFolder, startProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';

const command = process.env.LIGHTHOUSE ?? 'lighthouse';
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
const sections = ['/', '/about', '/contact', '/policy', '/terms'];

const reportSchema = v.object({
  categories: v.record(v.string(), v.object({ score: v.nullable(v.number()) })),
  audits: v.record(
    v.string(),
    v.looseObject({ score: v.nullable(v.number()), numericValue: v.optional(v.number()) }),
  ),
});

function has(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function audit(url: string, folder: string) {
  const file = join(folder, 'report.json');
  execFileSync(
    command,
    [
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-quic --no-first-run --disable-background-networking',
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, stdio: 'ignore' },
  );
  const { categories, audits } = v.parse(reportSchema, JSON.parse(readFileSync(file, 'utf8')));
  const scores = Object.fromEntries(
    Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  );
  const short = Object.entries(audits)
    .filter(([, { score }]) => score !== null && score < 1)
    .map(([name]) => name);
  const ms = (name: string) => Math.round(audits[name]?.numericValue ?? 0);
  return {
    scores,
    short,
    firstContentfulPaint: ms('first-contentful-paint'),
    largestContentfulPaint: ms('largest-contentful-paint'),
  };
}

async function measure(): Promise<void> {
  const folder = makeDataFolder();
  const reports = mkdtempSync(join(tmpdir(), 'hiram-lighthouse-'));
  const pages: Record<string, ReturnType<typeof audit>> = {};
  try {
    const product = await startProduct(folder);
    for (const path of [...sections, '/promotion']) {
      const found = audit(product.origin + path, reports);
      pages[path] = found;
      console.log(path.padEnd(12), JSON.stringify(found.scores), found.short.join(' '));
    }
    await product.stop();
  } finally {
    await stopAll();
    folder.remove();
    rmSync(reports, { recursive: true, force: true });
  }
  for (const path of sections)
    judge(`${path} in its lowest category`, Math.min(...Object.values(pages[path]?.scores ?? { none: 0 })), {
      atLeast: 100,
    });
  storeResults('lighthouse', { pages });
}

if (has(command) && existsSync(chromium)) await measure();
else console.log('lighthouse or Chromium is not installed, nothing was measured');
