import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { certifyForm, certifySave } from '@hiram/contract/certify';
import { confirmDetail, loanPush } from '@hiram/contract/confirm';
import {
  activatePolicy,
  checkPolicyDraft,
  listPolicies,
  savePolicyDraft,
} from '@hiram/contract/console/policy';
import type { Context } from '@hiram/contract/context';
import { identityBegin, identityStep } from '@hiram/contract/identity';
import { sandboxBorrower } from '@hiram/contract/sandbox';
import { signature } from '@hiram/server/src/providers/gateway/webhooks.ts';
import { checkSignatureHeader } from '@hiram/server/src/providers/outside-checks/ask-signed.ts';
import { photo, uploadPart } from '@hiram/server/test/support/borrowers/identity.ts';
import { type StaffMember, staffBrowser, staffMember } from '@hiram/server/test/support/console/console.ts';
import { approveAs, submitAction } from '@hiram/server/test/support/console/console-actions.ts';
import {
  createDatabase,
  dropDatabase,
  ownerEndpoint,
} from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { freePort } from '@hiram/server/test/support/processes/free-port.ts';
import { everyBrand, type Hiram, startHiram } from '@hiram/server/test/support/processes/running-server.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { client } from '../simulator/client.ts';
import { type Servers, startServers } from '../simulator/servers.ts';

const secret = 'a secret of the bureau';
const cluster = inject('cluster');

/** A bureau whose answers wait until a test releases them. */
async function startBureau() {
  const references: string[] = [];
  const held: (() => void)[] = [];
  let isOpen = false;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { reference } = JSON.parse(Buffer.concat(parts).toString('utf8'));
    references.push(reference);
    const body = JSON.stringify({ reference, found: false, bureauReference: 'CIC-1', price: 1_500 });
    const seconds = Math.floor(Date.now() / 1000);
    const answer = () =>
      response.writeHead(200, { [checkSignatureHeader]: signature(secret, seconds, body) }).end(body);
    if (isOpen) answer();
    else held.push(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    references,
    answer: () => held.shift()?.(),
    open: () => {
      isOpen = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

let bureau: Awaited<ReturnType<typeof startBureau>>;
let database: string;
let environment: Record<string, string>;
let owner: pg.Client;
let locks: pg.Client;
let killed: Servers;
let hiram: Hiram | undefined;
beforeAll(async () => {
  bureau = await startBureau();
  database = await createDatabase(cluster);
  environment = {
    BUREAU_URL: bureau.url,
    BUREAU_SECRET: secret,
    // The same address on every server, and a port of the process that is killed.
    CONSOLE_URL: 'http://console.localhost',
    CONSOLE_PORT: String(await freePort()),
  };
  [owner, locks] = [
    new pg.Client(ownerEndpoint(cluster, database)),
    new pg.Client(ownerEndpoint(cluster, database)),
  ];
  await Promise.all([owner.connect(), locks.connect()]);
  killed = await startServers(1, { ...cluster, database, environment: { ...environment } });
});
afterAll(async () => {
  bureau.close();
  await killed.stop();
  await hiram?.stop();
  await Promise.all([owner.end(), locks.end()]);
  await dropDatabase(cluster, database);
});

async function until<T>(ask: () => Promise<T>, wanted: (found: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const found = await ask();
    if (wanted(found)) return found;
    if (tries === 1_200) throw new Error(`never came: ${JSON.stringify(found)}`);
    await pause(100);
  }
}
const rowsOf = async (text: string, ...values: unknown[]) => (await owner.query(text, values)).rows;
/** Waits until so many statements of the server wait for the locks of `locks`. */
const blocked = (count: number) =>
  until(
    () =>
      rowsOf(
        `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    (rows) => rows.length >= count,
  );

const send = client({ origin: () => killed.any() });
async function person(
  state: 'ready' | '200',
  brand: string,
): Promise<{ context: Context; productId: string }> {
  const context = { deviceId: `phone-${brand}-${Math.random()}`, appName: brand };
  const identified = brand === 'ph' ? { with: { identified: 0 as const } } : {};
  const { data } = await send(sandboxBorrower, { state, ...identified }, context);
  return { context: { ...context, sessionId: data.sessionId }, productId: data.productId };
}
/** Applies, and waits until the bureau is asked about the applicant. */
async function apply(): Promise<string> {
  const { context, productId } = await person('ready', 'spec');
  const asked = bureau.references.length;
  const { data: offer } = await send(confirmDetail, { productId }, context);
  const { amount, periods } = offer;
  const { data } = await send(loanPush, { productId, amount, periods, termUnit: 'day' }, context);
  await until(
    async () => bureau.references.length,
    (count) => count > asked,
  );
  return new URL(data.lendDetailsUrl, 'http://x').searchParams.get('orderId') ?? '';
}

test('a server killed between steps of a certification or decision loses and repeats nothing [T1700]', async () => {
  const certified = await person('200', 'spec');
  const identified = await person('ready', 'ph');
  await send(identityBegin, { kind: 'philsys' }, identified.context);
  const front = await photo();
  const { data: form } = await send(certifyForm, { group: 'extra' }, certified.context);
  await locks.query('begin');
  // 1: the decision is committed, and its job is not ended. 2: the answer is stored, and the decision is not.
  // 3: the bureau is asked.
  const ended = await apply();
  await locks.query(`select from jobs.job where name = 'decide' and data->>'orderId' = $1 for update`, [
    ended,
  ]);
  bureau.answer();
  await until(
    () => rowsOf('select from loan_order where id = $1 and decided_at is not null', ended),
    (rows) => rows.length === 1,
  );
  const undecided = await apply();
  await locks.query('select from loan_order where id = $1 for update', [undecided]);
  bureau.answer();
  await blocked(2);
  const asked = await apply();
  // 4: a step of the certification, and 5: a picture whose file is written and whose row is not.
  await locks.query('lock table borrower_profile, picture in exclusive mode');
  const saving = { group: 'extra', values: {}, revision: form.revision } as const;
  const saved = send(certifySave, saving, certified.context, 'a-saved-step');
  const upload = () =>
    uploadPart({ origin: killed.any() } as Hiram, identified, {
      part: 'front',
      bytes: front,
      key: 'a-picture-of-a-document',
    });
  const uploaded = until(
    () => upload().catch(() => undefined),
    (answer) => answer?.success === true,
  );
  await blocked(4);
  const restarted = killed.kill(0);
  await pause(500);
  await locks.query('rollback');
  bureau.open();
  await restarted;

  expect(await saved).toMatchObject({ success: true });
  expect(await uploaded).toMatchObject({ success: true, data: { received: ['front'] } });
  expect((await send(identityStep, {}, identified.context)).data.received).toEqual(['front']);
  expect(await rowsOf(`select from picture where purpose = 'identity'`)).toHaveLength(1);
  const orders = [ended, undecided, asked];
  await until(
    () =>
      rowsOf(
        `select from loan_order where id = any($1) and decided_at is not null and not exists (
           select from jobs.job where name = 'decide' and state in ('created', 'active', 'retry'))`,
        orders,
      ),
    (rows) => rows.length === 3,
  );
  for (const [table, where] of [
    ['decision_run', `kind = 'active'`],
    ['bureau_report', 'answered_at is not null'],
    ['notice', `kind = 'approved'`],
  ])
    expect(
      await rowsOf(
        `select order_id::text from ${table} where ${where} and order_id = any($1) order by order_id`,
        orders,
      ),
      table,
    ).toEqual(orders.toSorted().map((order_id) => ({ order_id })));
  // The question that was open was asked again as the same one.
  expect(new Set(bureau.references).size).toBe(3);
  expect(bureau.references).toHaveLength(4);
}, 240_000);

test('a version whose approval a killed server was performing is activated by another, once [T1701]', async () => {
  const own = await startHiram(cluster, { ...everyBrand, ...environment, CONSOLE_PORT: '0' }, { database });
  hiram = own;
  const risk = await staffMember(own, 'risk');
  const controller = await staffMember(own, 'controller');
  const brand = 'spec';
  const body = JSON.stringify(own.server.appContext.brands.get(brand)?.policy);
  const { version } = (await risk.browser.send(savePolicyDraft, { note: 'a test', body }, { brand })).data;
  await risk.browser.send(checkPolicyDraft, { version }, { brand });
  const { approvalId } = (await submitAction(risk, activatePolicy, { version }, { brand })).data;
  // The controller's browser speaks with the server that will be killed.
  const console = { url: environment.CONSOLE_URL, port: Number(environment.CONSOLE_PORT) };
  const there = { ...own, server: { ...own.server, console } } as Hiram;
  const elsewhere: StaffMember = { ...controller, browser: staffBrowser(there, controller.browser.cookie) };
  await locks.query('begin');
  await locks.query('select from decision_policy where brand = $1 and version = $2 for update', [
    brand,
    version,
  ]);
  const approved = approveAs(elsewhere, approvalId, brand).catch(() => 'no answer');
  await blocked(1);
  await killed.stop();
  await locks.query('rollback');
  expect(await approved).toBe('no answer');
  const states = async () =>
    (await risk.browser.send(listPolicies, {}, { brand })).data.versions.map(({ state }) => state);
  expect(await states()).toEqual(['checked', 'active']);
  expect(await approveAs(controller, approvalId, brand)).toMatchObject({ success: true });
  await until(states, ([state]) => state !== 'checked');
  expect(await approveAs(controller, approvalId, brand)).toMatchObject({ success: false });
});
