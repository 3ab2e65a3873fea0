// Tests the alert rules with promtool: the one in PROMTOOL, the machine's, or the one in Debian's package of Prometheus, which is
// downloaded and unpacked, not installed. The exit code is 77 if none is available.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.state/promtool');
const fetched = join(folder, 'usr/bin/promtool');
const works = (command) => spawnSync(command, ['--version']).status === 0;

function fetchOne() {
  mkdirSync(folder, { recursive: true });
  const run = (command, ...args) => spawnSync(command, args, { cwd: folder, stdio: 'inherit' }).status === 0;
  if (process.getuid?.() === 0) run('apt-get', 'update', '-q');
  if (!run('apt-get', 'download', '-q', 'prometheus')) return;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb')))
    run('dpkg', '-x', file, folder);
}

const candidates = [process.env.PROMTOOL, 'promtool', fetched].filter(Boolean);
if (!candidates.some(works)) fetchOne();
const promtool = candidates.find(works);
if (promtool === undefined || (promtool === fetched && !existsSync(fetched))) {
  console.error(
    'THE ALERT RULES WERE NOT TRIED: there is no promtool here; install Prometheus, or name one in PROMTOOL',
  );
  process.exit(77);
}
for (const args of [
  ['check', 'rules', 'docs/alerts.yml'],
  ['test', 'rules', 'docs/alerts.test.yml', 'docs/alerts.minutes.test.yml', 'docs/alerts.hours.test.yml'],
]) {
  const { status } = spawnSync(promtool, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
