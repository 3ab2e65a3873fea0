import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, inject, test } from 'vitest';
import {
  createDatabase,
  dropDatabase,
  ownerEndpoint,
  serverEndpoint,
} from '../../../test/support/database/throwaway-cluster.ts';
import { failedStart } from '../../../test/support/processes/failed-start.ts';
import { lendersBrands } from '../../../test/support/processes/lenders-brands.ts';
import { startHiram } from '../../../test/support/processes/running-server.ts';
import { loadBrand } from '../../brands/brand.ts';
import { readConfig } from '../../context/config.ts';
import { openPool, safeInteger } from '../../platform/database/connection/connect.ts';
import { startEmbedded } from '../../platform/database/embedded/embedded.ts';
import { migrate, WrongInstallation } from '../../platform/database/migrate.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'hiram-start-'));
  folders.push(made);
  return made;
}

/** Every setting that a lender must set. */
const lender = {
  SANDBOX: '0',
  BRAND: 'ph',
  BRANDS_DIR: lendersBrands(),
  DATA_KEY: 'ab'.repeat(32),
  PUBLIC_URL: 'https://borrow.lender.example',
  PROVIDER_URL: 'https://gateway.lender.example',
  PROVIDER_SECRET: 'x'.repeat(20),
  WEBHOOK_SECRET: 'y'.repeat(20),
};

const wrongInTheClear: readonly Record<string, string>[] = [
  { PUBLIC_URL: 'http://borrow.lender.example' },
  { PROVIDER_URL: 'http://gateway.lender.example' },
  {
    XENDIT_URL: 'http://xendit.example',
    XENDIT_SECRET_KEY: 'z'.repeat(20),
    XENDIT_CALLBACK_TOKEN: 'z'.repeat(20),
  },
  { SMS_REQUEST: '{"url":"http://sms.example/{{phone}}"}' },
  { FILES_URL: 's3://bucket/x?endpoint=http://store.example', FILES_KEY: 'id:secret' },
];

test('a wrong setting stops the start with one clear line that names it [T049]', () => {
  const lines: [Record<string, string>, RegExp][] = [
    [{ PORT: 'http' }, /^PORT must be a port number$/],
    [{ SANDBOX: 'yes' }, /^SANDBOX must be 0 or 1$/],
    [{ CACHE_ON_PHONE: 'no' }, /^CACHE_ON_PHONE must be 0 or 1$/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be a postgres/],
    [{ SANDBOX: '0' }, /^BRAND is required outside the sandbox/],
    [{ SANDBOX: '0', BRAND: 'spec' }, /^DATA_KEY is required outside the sandbox/],
    [
      { SANDBOX: '0', BRAND: 'spec', DATA_KEY: 'ab'.repeat(32) },
      /^PROVIDER_URL, PROVIDER_SECRET and WEBHOOK_SECRET are required/,
    ],
    ...wrongInTheClear.map((wrong): [Record<string, string>, RegExp] => [
      { ...lender, ...wrong },
      new RegExp(`^${Object.keys(wrong)[0]} must be an https address outside the sandbox$`),
    ]),
    [{ ...lender, NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /^NODE_TLS_REJECT_UNAUTHORIZED=0 would accept any/],
    ...[
      '',
      '?sslmode=require',
      '?sslmode=prefer',
      '?sslmode=no-verify',
      '?sslmode=verify-full&sslmode=no-verify',
      '?host=127.0.0.1&host=db.lender.example',
      '?host=',
    ].map((mode): [Record<string, string>, RegExp] => [
      { ...lender, DATABASE_URL: `postgres://u@db.lender.example/hiram${mode}` },
      /^DATABASE_URL must contain sslmode=verify-full outside the sandbox/,
    ]),
    [
      { ...lender, DATABASE_URL: 'postgres://u@/hiram?host=db.lender.example' },
      /^DATABASE_URL must contain sslmode=verify-full outside the sandbox/,
    ],
    [{ ...lender, DATABASE_URL: 'postgres:///hiram' }, /^DATABASE_URL must name a host outside the sandbox/],
    [
      {
        ...lender,
        DATABASE_URL: 'postgres://u@127.0.0.1/hiram',
        DATABASE_OWNER_URL: 'postgres://o@db.lender.example/hiram',
      },
      /^DATABASE_OWNER_URL must contain sslmode=verify-full/,
    ],
    [{ SANDBOX: '1', DATA_KEY: 'short' }, /^DATA_KEY must be 64 hexadecimal digits/],
  ];
  for (const DATABASE_URL of [
    'postgres://u@db.lender.example/hiram?sslmode=verify-full',
    'postgres://u@10.0.0.7/hiram?sslmode=disable',
    'postgres://u@localhost/hiram?host=/run/postgresql',
    'postgres://u@127.0.0.1:5433/hiram',
  ])
    expect(readConfig({ ...lender, DATABASE_URL }, root).databaseUrl).toBe(DATABASE_URL);
  for (const [environment, line] of lines) {
    let output = '';
    try {
      readConfig(environment, root);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      output = error instanceof Error ? error.message : '';
    }
    expect(output).toMatch(line);
    expect(output).not.toContain('\n');
  }
});

test('outside the sandbox a server without DATABASE_URL does not start, and makes no database [T751]', async () => {
  const DATA_DIR = folder();
  expect(await failedStart({ ...lender, PORT: '0', LOG_LEVEL: 'silent', DATA_DIR })).toBe(
    'DATABASE_URL (or DATABASE_URL_FILE) is required outside the sandbox: the address of your PostgreSQL',
  );
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test('a server does not start with an owner’s address in its environment, in the sandbox neither [T761]', async () => {
  const lenders = { ...lender, DATABASE_URL: 'postgres://u@127.0.0.1/hiram' };
  const owners = { CELLS_OWNER: '/owners.json' };
  for (const name of ['DATABASE_OWNER_URL', 'DIRECTORY_OWNER_URL'])
    Object.assign(owners, { [name]: 'postgres://o@127.0.0.1/hiram' });
  for (const [name, value] of Object.entries(owners))
    for (const settings of [lenders, { SANDBOX: '1' }])
      expect(
        await failedStart({
          ...settings,
          DATA_DIR: folder(),
          PORT: '0',
          LOG_LEVEL: 'silent',
          [name]: value,
        }),
      ).toMatch(new RegExp(`^${name} must not be in the environment of a server: [^\\n]*$`));
});

test('the addresses of databases are read from files; a missing or empty file is named [T753]', () => {
  const file = join(folder(), 'address');
  writeFileSync(file, 'postgres://u:p,w@127.0.0.1/hiram\n');
  const files = {
    ...lender,
    DATABASE_URL_FILE: file,
    DATABASE_OWNER_URL_FILE: file,
    DIRECTORY_URL_FILE: file,
    DIRECTORY_OWNER_URL_FILE: file,
  };
  const address = 'postgres://u:p,w@127.0.0.1/hiram';
  expect(readConfig(files, root)).toMatchObject({
    databaseUrl: address,
    databaseOwnerUrl: address,
    directoryUrl: address,
    directoryOwnerUrl: address,
  });
  const absent = `${file}-absent`;
  expect(() => readConfig({ ...files, DATABASE_OWNER_URL_FILE: absent }, root)).toThrow(
    new ConfigError(`DATABASE_OWNER_URL_FILE: the file ${absent} cannot be read (ENOENT)`),
  );
  writeFileSync(file, '\n');
  expect(() => readConfig(files, root)).toThrow(
    new ConfigError(`DATABASE_URL_FILE: the file ${file} is empty`),
  );
});

test('the spec brand does not run outside the sandbox', async () => {
  const spec = await failedStart({
    BRAND: 'spec',
    DATA_KEY: 'ab'.repeat(32),
    PROVIDER_URL: 'http://127.0.0.1:1',
    PROVIDER_SECRET: 'x'.repeat(20),
    WEBHOOK_SECRET: 'y'.repeat(20),
    DATA_DIR: folder(),
  });
  expect(spec).toMatch(/^the brand spec is of market spec/);
});

test('CFG-01 a wrong brand file is rejected with a line for each error', () => {
  const brands = folder();
  cpSync(join(root, 'brands/spec'), join(brands, 'mine'), { recursive: true });
  const file = join(brands, 'mine/brand.json');
  const brand = loadBrand(brands, 'mine');
  expect(brand).toMatchObject({
    names: { english: 'Hiram', chinese: '喜借' },
    servicePhone: '+63285550100',
    deepLinkScheme: 'hiram',
  });
  expect(brand.colours.light.primary).toMatch(/^#/);
  const good = JSON.parse(readFileSync(file, 'utf8'));
  const bad = structuredClone(good);
  bad.colours.light.ink = '#e0e0e0';
  bad.products[0].termDays = 60;
  bad.timeZone = 'Mars/Base';
  writeFileSync(file, JSON.stringify(bad));
  for (const line of [
    /colours\.light: ink on surface has a contrast of 1\.\d+, less than 4\.5/,
    /timeZone: Mars\/Base is not a time zone/,
    /products\.salapi: a term of 60 days is outside 91 to 365 days/,
  ])
    expect(() => loadBrand(brands, 'mine')).toThrow(line);
  writeFileSync(file, JSON.stringify({ ...good, servicePhone: 'call us', extra: 1 }));
  expect(() => loadBrand(brands, 'mine')).toThrow(/brand\.json: servicePhone/);
  writeFileSync(file, JSON.stringify({ ...good, market: 'ph' }));
  expect(() => loadBrand(brands, 'mine')).toThrow(/ceilings: a brand of market ph must set its own/);
  const ceilings = {
    from: '2026-04-01',
    nominalPerMonth: 60_000,
    effectivePerMonth: 120_000,
    latePerMonth: 50_000,
    totalCost: 1_000_000,
  };
  writeFileSync(file, JSON.stringify({ ...good, market: 'ph', ceilings }));
  expect(() => loadBrand(brands, 'mine')).not.toThrow();
  writeFileSync(
    file,
    JSON.stringify({
      ...good,
      market: 'ph',
      ceilings,
      products: [
        {
          ...good.products[0],
          amountMin: 200_000,
          amountMax: 1_000_000,
          amountOffered: 1_000_000,
          dailyPpm: 2500,
        },
      ],
    }),
  );
  expect(() => loadBrand(brands, 'mine')).toThrow(/nominalPerMonth is 7\.5%, above the 6%/);
});

test('a database of the other mode is rejected and stays unchanged [T094]', async () => {
  const cluster = inject('cluster');
  const name = await createDatabase(cluster);
  await expect(migrate(ownerEndpoint(cluster, name), false)).rejects.toThrow(WrongInstallation);
  await expect(migrate(ownerEndpoint(cluster, name), false)).rejects.toThrow(
    /is a sandbox’s and cannot be used in production/,
  );
  await dropDatabase(cluster, name);
});

test('int8 is read as a safe number or rejected; a date is read as its text', async () => {
  const cluster = inject('cluster');
  const pool = openPool(serverEndpoint(cluster, 'hiram_template'));
  expect((await pool.query("select 9007199254740991::int8 as most, '2026-05-01'::date as day")).rows).toEqual(
    [{ most: 9007199254740991, day: '2026-05-01' }],
  );
  await expect(pool.query('select 9007199254740992::int8')).rejects.toThrow(
    /too large to be counted exactly/,
  );
  expect(() => safeInteger('9007199254740993')).toThrow();
  await pool.end();
});

test('the embedded database keeps its data when killed; two servers may share it @verify', async () => {
  const dataDir = folder();
  const first = await startEmbedded(dataDir);
  const pool = openPool(first.endpoints.owner);
  await pool.query('create table kept (n int); insert into kept values (7)');
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  expect(rows).toHaveLength(1);
  const second = await startEmbedded(dataDir);
  expect(second.endpoints.owner.host).toBe(first.endpoints.owner.host);
  await pool.end();
  const data = join(first.otherDataFolder ?? join(dataDir, 'postgres'), 'postmaster.pid');
  const postmaster = Number(readFileSync(data, 'utf8').split('\n')[0]);
  process.kill(postmaster, 'SIGKILL');
  const again = await startEmbedded(dataDir);
  const back = openPool(again.endpoints.owner);
  expect((await back.query('select n from kept')).rows).toEqual([{ n: 7 }]);
  await back.end();
  // Each of the three watches the database, and would start it again as long as the tests run.
  for (const one of [first, second, again]) await one.stop();
  rmSync(String(again.endpoints.owner.host), { recursive: true, force: true });
});

test('a whole main job leaves no session, phone, account number or code in the log [T012]', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => lines.push(line) };
  const { origin, stop } = await startHiram(inject('cluster'), { LOG_LEVEL: 'debug' }, { logTo });
  const ask = async (path: string, body: object, query: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/api${path}?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const envelope: { data: Record<string, string> } = JSON.parse(await response.text());
    return envelope.data;
  };
  const record = await ask('/sandbox/borrower', { state: '180' });
  const mine = { sessionId: record.sessionId ?? '', deviceId: 'canary-device' };
  await ask('/v3/account/sms-code', { phone: '13987654321' }, mine);
  await ask('/v3/account/login', { phone: '13987654321', smsCode: '424242' }, mine);
  await ask(
    '/v3/bind-card/bind-card-new',
    { cardType: '1', bankCode: 'UBPHPHMM', accountNumber: '109355127741', holderName: 'Canary Person' },
    mine,
  );
  const code = await ask(
    '/v3/repay/pay-code',
    { orderId: record.orderId ?? '', amount: 480_941, channelNumber: '10001' },
    mine,
  );
  const payCode = new URL(code.payUrl ?? '', origin).searchParams.get('payCode') ?? '';
  await ask('/sandbox/pay', { payCode });
  await ask('/v3/loan-details/loan-details', { orderId: 'nonsense' }, mine);
  // The older repayment by card, the settings, the certification and the complaints carry the most private
  // data.
  const legacy = '/v1/youmi/youmi-api/service/loan';
  for (const cardNo of ['5555555555554444', '5555555555554445'])
    await ask(
      `${legacy}/bind-card`,
      { bankCode: 'BNORPHMM', cardNo, validThru: '0939', holderName: 'Canary Cardholder' },
      mine,
    );
  await ask('/v3/account/login', { phone: '13987654321', password: 'canary-password' }, mine);
  await ask('/v3/contact/save', { name: 'Canary Friend', phone: '13912344321', relation: 'friend' }, mine);
  await ask(
    '/v3/certify/save',
    { group: 'personal', values: { idNumber: 'CANARYID77', birthDate: '1999-09-09' }, revision: 0, draft: 1 },
    mine,
  );
  await ask('/user-problem/problem-save', { problemType: 4, problemDetail: 'Canary complaint' }, mine);
  // A request's log line is written after its answer: wait for the last line before the server is stopped.
  await expect.poll(() => lines.some((line) => line.includes('"call":"problemSave"'))).toBe(true);
  await stop();
  const written = lines.join('');
  for (const call of ['payCode', 'bindDebitCard', 'contactSave', 'certifySave', 'problemSave'])
    expect(written).toContain(`"call":"${call}"`);
  for (const secret of [
    mine.sessionId,
    record.phone ?? 'x',
    '13987654321',
    '109355127741',
    'Canary Person',
    'canary-device',
    payCode,
    '5555555555554444',
    '5555555555554445',
    'Canary Cardholder',
    'canary-password',
    'Canary Friend',
    '13912344321',
    'CANARYID77',
    '1999-09-09',
    'Canary complaint',
  ])
    expect([secret, written.includes(secret)]).toEqual([secret, false]);
  // Only six digits that stand alone count: a timestamp or an id can contain six digits by chance.
  expect(written).not.toMatch(/\b424242\b/);
});
