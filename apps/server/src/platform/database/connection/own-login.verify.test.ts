import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnvironment } from '../../../../test/support/processes/child-environment.ts';
import { failedStart } from '../../../../test/support/processes/failed-start.ts';
import { lendersBrands } from '../../../../test/support/processes/lenders-brands.ts';
import { codeAndText, runHiram } from '../../../../test/support/processes/run-hiram.ts';
import { type RunningServer, startServer } from '../../../app/start/start.ts';
import { readConfig } from '../../../context/config.ts';
import { createLogger } from '../../logs/log.ts';
import { type EmbeddedDatabase, startEmbedded } from '../embedded/embedded.ts';

const root = fileURLToPath(new URL('../../../../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hiram-logins-'));
const ownersPassword = "the owner's password";
const serversPassword = "the server's password";
/** The test follows deploy.md step by step, as an administrator would. */
const advised =
  /## Two logins.*?```sql\n(.*?)```/s.exec(readFileSync(join(root, 'docs/deploy.md'), 'utf8'))?.[1] ?? '';

let embedded: EmbeddedDatabase;
const children = new Set<ChildProcess>();

const asSuperuser = <Result>(database: string, work: (client: pg.Client) => Promise<Result>) =>
  as({ ...embedded.endpoints.owner, database }, work);
async function as<Result>(
  endpoint: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(endpoint);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function url(
  user: string,
  password: string,
  {
    database = 'lender',
    host = String(embedded.endpoints.owner.host),
    port = 5432,
  }: { readonly database?: string; readonly host?: string; readonly port?: number } = {},
) {
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
const ownerUrl = (database = 'lender') => url('ledger_owner', ownersPassword, { database });
const servers = (database = 'lender') => url('hiram_app', serversPassword, { database });

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  // Passwords count, as at a lender: only the superuser that created the cluster needs none.
  const rules = join(folder, 'pg_hba.conf');
  writeFileSync(rules, 'local all hiram_owner trust\nlocal all all scram-sha-256\n');
  chmodSync(rules, 0o644);
  embedded = await startEmbedded(folder, {
    hba_file: rules,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  });
  await asSuperuser('postgres', async (client) => {
    await client.query('drop database hiram');
    await client.query(`create role admin login createdb createrole password 'a'`);
  });
  await as({ connectionString: url('admin', 'a', { database: 'postgres' }) }, async (client) => {
    // One statement each: a database cannot be created in a transaction.
    for (const statement of advised.split(/;\n/)) if (statement.trim()) await client.query(statement);
    for (const name of ['lender', 'sandbox', 'alone', 'other', 'empty'])
      await client.query(`create database ${name} owner ledger_owner`);
  });
  for (const name of ['lender', 'alone'])
    expect(await migrateBy({ DATABASE_OWNER_URL: ownerUrl(name) })).toMatchObject({ code: 0 });
  await migrateBy({ DATABASE_OWNER_URL: ownerUrl('sandbox'), SANDBOX: '1' });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await embedded.stop(true);
  rmSync(String(embedded.endpoints.owner.host), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

const lender = {
  BRAND: 'ph',
  BRANDS_DIR: lendersBrands(),
  DATA_KEY: 'ab'.repeat(32),
  PROVIDER_URL: 'http://127.0.0.1:1',
  PROVIDER_SECRET: 'x'.repeat(20),
  WEBHOOK_SECRET: 'y'.repeat(20),
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'error',
};

interface StartResult {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** Runs a server in its own process until it is ready or exits. */
function run(environment: Record<string, string>): Promise<StartResult & { code: number | null | 'ready' }> {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...childEnvironment(), TMPDIR: tmpdir(), DATA_DIR: join(folder, 'data'), ...environment },
  });
  children.add(child);
  let output = '';
  return new Promise((resolve) => {
    const answer = (code: number | null | 'ready') =>
      resolve({
        child,
        code,
        output: () => output,
      });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('Hiram is ready')) answer('ready');
      });
    child.on('close', (code) => answer(code));
  });
}
/** The server as a process of its own. */
const serve = (environment: Record<string, string>) => run({ ...lender, ...environment });
/** The server in this process, with the lines that it logs. */
const migrateBy = (environment: Record<string, string>) =>
  codeAndText(
    runHiram(['migrate'], { NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), ...environment }),
  );

async function serveHere(environment: Record<string, string>): Promise<RunningServer & { lines: string[] }> {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), ...lender, ...environment }, root);
  const lines: string[] = [];
  const server = await startServer(
    config,
    createLogger(config.logLevel, { write: (line) => lines.push(line) }),
  );
  return { ...server, lines };
}
const sandbox = {
  LOG_LEVEL: 'warn',
  SANDBOX: '1',
  PROVIDER_URL: '',
  PROVIDER_SECRET: '',
  WEBHOOK_SECRET: '',
};
const rejection = (environment: Record<string, string>) =>
  failedStart({ DATA_DIR: join(folder, 'data'), ...lender, ...environment });

async function end({ child }: StartResult): Promise<void> {
  const exited = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await exited;
}

const logins = (database: string) =>
  asSuperuser('postgres', async (client) => {
    const { rows } = await client.query<{ usename: string }>(
      'select distinct usename from pg_stat_activity where datname = $1',
      [database],
    );
    return rows.map((row) => row.usename);
  });

test('a server’s own login cannot write the books or become the owner [T171]', async () => {
  const server = await serve({ DATABASE_URL: servers() });
  expect([server.code, server.output()]).toEqual(['ready', 'Hiram is ready: http://localhost:0/\n']);
  expect(await logins('lender')).toEqual(['hiram_app']);
  // Whoever takes the server over has its environment.
  const environment = readFileSync(`/proc/${server.child.pid}/environ`, 'utf8').split('\0');
  const addresses = environment.flatMap((entry) => /^\w+=(postgres(?:ql)?:.*)$/.exec(entry)?.[1] ?? []);
  expect(addresses).toEqual([servers()]);
  for (const connectionString of addresses)
    await expect(
      as({ connectionString }, (client) => client.query('alter table journal_line disable trigger user')),
    ).rejects.toThrow(/must be owner/);
  await end(server);
  await as({ connectionString: servers() }, async (client) => {
    expect((await client.query('select count(*)::int as n from journal')).rows).toEqual([{ n: 0 }]);
    for (const statement of [
      `insert into journal select * from journal`,
      `update journal_line set amount = 0`,
      `delete from journal`,
      `truncate journal_line`,
      `set role ledger_owner`,
      `set session authorization ledger_owner`,
      `alter table journal disable trigger all`,
      `alter table journal_line disable trigger user`,
    ])
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
  });
});

test('under that login a loan has its journals, and the audit trail its name', async () => {
  const addresses = { DATABASE_URL: servers('sandbox'), DATABASE_OWNER_URL: ownerUrl('sandbox') };
  const server = await serveHere({ DATABASE_URL: addresses.DATABASE_URL, ...sandbox });
  expect(server.lines.join('')).not.toContain('signs in as');
  const created = await fetch(`http://127.0.0.1:${server.port}/api/sandbox/borrower`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ state: '180' }),
  });
  expect(await created.json()).toMatchObject({ success: true });
  await as({ connectionString: ownerUrl('sandbox') }, async (client) => {
    const { rows } = await client.query(
      `select (select count(*) > 0 from journal) as posted,
         (select array_agg(distinct login) from audit_entry where actor not in ('migration')) as logins`,
    );
    expect(rows).toEqual([{ posted: true, logins: ['hiram_app'] }]);
  });
  await server.stop();
  const command = (environment: Record<string, string>, ...words: string[]) =>
    codeAndText(runHiram(words, { DATA_DIR: join(folder, 'data'), ...environment }));
  expect(await command(addresses, 'ledger', 'check')).toEqual({
    code: 0,
    output: expect.stringContaining('Every journal balances.'),
  });
  const file = join(folder, 'one.backup');
  const stored = command({ ...addresses, BACKUP_KEY: 'k'.repeat(16) }, 'backups', 'create', file);
  expect(await stored).toEqual({ code: 0, output: expect.stringMatching(/^Written/) });
  const withoutOwner = command(
    { DATABASE_URL: addresses.DATABASE_URL, BACKUP_KEY: 'k'.repeat(16) },
    'backups',
    'create',
    `${file}2`,
  );
  expect(await withoutOwner).toEqual({
    code: 1,
    output: expect.stringMatching(/^DATABASE_OWNER_URL \(or DATABASE_OWNER_URL_FILE\) is required/),
  });
  // Restores into an empty database, with only the owner's address.
  const other = { DATABASE_OWNER_URL: ownerUrl('other'), BACKUP_KEY: 'k'.repeat(16) };
  expect(await command(other, 'backups', 'restore', file)).toEqual({
    code: 0,
    output: expect.stringMatching(/^Restored\. The ledger balances/),
  });
});

const excessiveRights: readonly [name: string, grant: string, login: string, line: RegExp, undo: string][] = [
  ['the owner', '', 'ledger_owner', /as ledger_owner, which owns the ledger's tables: give/, ''],
  [
    'a superuser',
    `create role power login superuser password 'a'`,
    'power',
    /as power, which is a superuser/,
    'drop role power',
  ],
  [
    'a member of the owner',
    `create role power login password 'a' in role hiram_app; grant ledger_owner to power with inherit false`,
    'power',
    /as power, which may act as ledger_owner, which owns the ledger's tables/,
    'drop role power',
  ],
  [
    'a login that may insert one column of a journal line',
    `create role power login password 'a' in role hiram_app; grant insert (amount) on journal_line to power`,
    'power',
    /as power, which may write the ledger's tables/,
    'drop owned by power; drop role power',
  ],
  [
    'a login that may delete journals by a grant to the server’s role',
    `grant delete on journal to hiram_app`,
    'hiram_app',
    /as hiram_app, which may change the ledger's tables/,
    'revoke delete on journal from hiram_app',
  ],
  [
    'a login that may update by a role of PostgreSQL',
    `create role power login password 'a' in role hiram_app, pg_write_all_data`,
    'power',
    /as power, which may write the ledger's tables/,
    'drop role power',
  ],
  [
    'a login that may run programs on the database’s machine',
    `create role power login password 'a' in role hiram_app, pg_execute_server_program`,
    'power',
    /which may act as pg_execute_server_program, which may write the files of PostgreSQL/,
    'drop role power',
  ],
  [
    'a login that may read the secret that cells share',
    `create role power login password 'a' in role hiram_app; grant select on all tables in schema public to power`,
    'power',
    /as power, which may read the secret of the cells/,
    'drop owned by power; drop role power',
  ],
  [
    'a login that may create roles',
    `create role power login createrole password 'a' in role hiram_app`,
    'power',
    /as power, which may give itself other roles/,
    'drop role power',
  ],
];

test.each(excessiveRights)(
  'outside the sandbox no server starts as %s, and one line gives the reason [T173]',
  async (_name, grant, login, line, undo) => {
    if (grant) await asSuperuser('lender', (client) => client.query(grant));
    const password = { ledger_owner: ownersPassword, hiram_app: serversPassword }[login] ?? 'a';
    const message = await rejection({ DATABASE_URL: url(login, password) });
    if (undo) await asSuperuser('lender', (client) => client.query(undo));
    expect(message).toMatch(line);
    expect(message).toMatch(/^DATABASE_URL signs in as [^\n]* is for `hiram migrate` alone$/);
  },
);

test('outside the sandbox no server has an owner’s login for the directory or the reports [T1317]', async () => {
  const consoleOf = { CONSOLE_PORT: '0', CONSOLE_URL: 'https://console.example' };
  for (const [setting, others] of [
    ['DIRECTORY_URL', {}],
    ['CONSOLE_DATABASE_URL', consoleOf],
  ] as const)
    expect(await rejection({ DATABASE_URL: servers(), ...others, [setting]: ownerUrl() })).toMatch(
      new RegExp(`^${setting} signs in as ledger_owner, which owns the ledger's tables: [^\\n]*$`),
    );
});

test('the sandbox starts with such a login and warns', async () => {
  const server = await serveHere({ DATABASE_URL: ownerUrl('sandbox'), ...sandbox });
  // The owner is a member of hiram_app, and could therefore work as the server.
  expect(server.lines.join('')).toContain("owns the ledger's tables");
  await server.stop();
});

test('a login that cannot work, or a database that nobody migrated, prints one line [T754]', async () => {
  await asSuperuser('lender', (client) =>
    client.query(`drop role if exists weak; create role weak login password 'a'`),
  );
  const lines: [Record<string, string>, RegExp][] = [
    [
      { DATABASE_URL: url('weak', 'a') },
      /^DATABASE_URL signs in as weak, which lacks the rights of hiram_app: grant hiram_app to weak$/,
    ],
    [{ DATABASE_URL: servers('empty') }, /^The database has no schema of Hiram yet: run `hiram migrate`/],
    [{ DATABASE_URL: url('hiram_app', 'wrong') }, /^The database rejects the login: .*"hiram_app"/],
    [
      { DATABASE_URL: servers(), DATABASE_OWNER_URL: ownerUrl() },
      /^DATABASE_OWNER_URL must not be in the environment of a server/,
    ],
    [{ DATABASE_URL: servers(), DATABASE_OWNER_URL: 'mysql://x' }, /^DATABASE_OWNER_URL must be a postgres/],
  ];
  for (const [environment, line] of lines) {
    const message = await rejection(environment);
    expect(message).toMatch(line);
    expect(message).not.toContain('\n');
  }
  // The program prints that one line and exits with code 1.
  const [environment = {}, line = /none/] = lines[0] ?? [];
  const program = await serve(environment);
  expect([program.code, program.output().endsWith('\n')]).toEqual([1, true]);
  expect(program.output().trimEnd()).toMatch(line);
  expect(program.output().trimEnd()).not.toContain('\n');
});

/** A pooler that, like many, passes on user and database, but no start-up options. */
async function pooler(): Promise<{ port: number; server: Server }> {
  const socketPath = join(String(embedded.endpoints.owner.host), '.s.PGSQL.5432');
  const server = createServer((client) => {
    const upstream = connect(socketPath);
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.once('data', (first) => {
      const words = first.subarray(8).toString('utf8').split('\0');
      const stored: string[] = [];
      for (let index = 0; index + 1 < words.length && words[index]; index += 2)
        if (words[index] === 'user' || words[index] === 'database')
          stored.push(words[index] ?? '', words[index + 1] ?? '');
      const body = Buffer.from(`${stored.join('\0')}\0\0`);
      const head = Buffer.alloc(8);
      head.writeInt32BE(body.length + 8, 0);
      first.copy(head, 4, 4, 8);
      upstream.write(Buffer.concat([head, body]));
      client.pipe(upstream);
    });
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return { port: address.port, server };
}

test('hiram migrate needs the owner’s login, and says so in one line [T755]', async () => {
  expect(await migrateBy({ DATABASE_OWNER_URL: servers('empty') })).toEqual({
    code: 1,
    output: expect.stringMatching(/^The database's login lacks a right: [^\n]*\n$/),
  });
  expect(await migrateBy({ DATABASE_URL: servers() })).toEqual({
    code: 1,
    output: expect.stringMatching(/^DATABASE_OWNER_URL \(or DATABASE_OWNER_URL_FILE\) is required[^\n]*\n$/),
  });
});

test('the server works behind a pooler that drops start-up options', async () => {
  const { port, server } = await pooler();
  try {
    const through = url('hiram_app', serversPassword, { database: 'alone', host: '127.0.0.1', port });
    const running = await serveHere({ DATABASE_URL: through });
    expect(running.lines).toEqual([]);
    expect(await logins('alone')).toEqual(['hiram_app']);
    await running.stop();
  } finally {
    server.close();
  }
});
