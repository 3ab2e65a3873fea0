/*
 * `npm run dev`: the sandbox's server, restarted when its sources change, and in front of it the screens, the simulated app and
 * the console with hot reload. Plain JavaScript, so that Node 20 can run it.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environmentsOf, migrateFirst, prepare, root } from './setup.mjs';

// The server needs some build of the web app; in development the screens come from the sources.
const node = await prepare({ build: !existsSync(join(root, 'apps/borrower/dist/build.json')) });
const port = process.env.PORT ?? '3000';
const consolePort = process.env.CONSOLE_PORT ?? String(Number(port) + 1);
const all = { SANDBOX: '1', ...process.env, PORT: port, CONSOLE_PORT: consolePort };
if (!migrateFirst(node, all)) process.exit(1);
const environment = environmentsOf(all).server;

const children = [
  ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'],
  ['--conditions=source', 'apps/borrower/dev/server.ts', '--api', `http://localhost:${port}`],
  ['--conditions=source', 'apps/console/build/dev-server.ts', '--api', `http://localhost:${consolePort}`],
].map((args) => spawn(node, args, { stdio: 'inherit', cwd: root, env: environment }));

function stop() {
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
// One that cannot go on, for instance because its port is in use, ends the others.
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop();
  });
