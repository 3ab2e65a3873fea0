// Asks the registry for known vulnerabilities of the dependencies. Exit code 0: none that matters; 1: some; 77: no answer.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * Vulnerabilities that were examined and do not affect Hiram: `{ "<advisory's address>": { "why": "…",
 * "until": "YYYY-MM-DD" } }`.
 */
const reviewed = existsSync('tools/audit-reviewed.json')
  ? JSON.parse(readFileSync('tools/audit-reviewed.json', 'utf8'))
  : {};
const today = new Date().toISOString().slice(0, 10);

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 20_000,
  shell: process.platform === 'win32',
});
let report;
try {
  report = JSON.parse(stdout ?? '');
} catch {
  report = undefined;
}
if (!report?.vulnerabilities) {
  console.log(
    'NOT AUDITED: the registry told nothing about known faults. Run `npm audit --omit=dev` where it does.',
  );
  process.exit(77);
}
const faults = Object.values(report.vulnerabilities)
  .flatMap(({ name, via }) =>
    via
      .filter((one) => typeof one === 'object')
      .map(({ severity, title, url }) => ({ name, severity, title, url })),
  )
  .filter(({ severity, url }) => ['high', 'critical'].includes(severity) && !(reviewed[url]?.until >= today));
for (const { name, severity, title, url } of faults) console.log(`${severity}: ${name}: ${title} (${url})`);
process.exit(faults.length > 0 ? 1 : 0);
