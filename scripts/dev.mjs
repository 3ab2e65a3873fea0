/*
 * `npm run dev`: the sandbox's server, restarted when its sources change, and in front of it the screens, the simulated app and
 * the console with hot reload. The database goes on while the server restarts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { environmentsOf, migrateFirst, prepare, root, whenNpmEnds } from './setup.mjs';

// The server needs some build of the web app; in development the screens come from the sources.
const node = await prepare({ build: !existsSync(join(root, 'apps/borrower/dist/build.json')) });
const port = process.env.PORT ?? '3000';
const consolePort = process.env.CONSOLE_PORT ?? String(Number(port) + 1);
const all = { SANDBOX: '1', ...process.env, PORT: port, CONSOLE_PORT: consolePort };
const start = (args, env, stdio = 'inherit') => spawn(node, args, { stdio, cwd: root, env });

const hasOwnDatabase = all.DATABASE_URL || all.DATABASE_URL_FILE;
const database = hasOwnDatabase
  ? undefined
  : start(['apps/server/dev/database.ts'], all, ['pipe', 'pipe', 'inherit']);
database?.on('exit', (code) => code && process.exit(code));
const [address] = database ? await once(createInterface(database.stdout), 'line') : [];
if (!migrateFirst(node, all)) process.exit(1);
const environment = { ...environmentsOf(all).server, ...(address && { DATABASE_URL: address }) };

const children = [
  ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'],
  ['--conditions=source', 'apps/borrower/dev/server.ts', '--api', `http://localhost:${port}`],
  ['--conditions=source', 'apps/console/build/dev-server.ts', '--api', `http://localhost:${consolePort}`],
].map((args) => start(args, environment));

function stop() {
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
whenNpmEnds(stop);
// One that cannot go on, for instance because its port is in use, ends the others, and the last one the database.
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop();
  });
await Promise.all(children.map((child) => once(child, 'exit')));
database?.stdin.end();
