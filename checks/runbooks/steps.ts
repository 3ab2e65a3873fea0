import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Broken } from '../faults/simulator/books.ts';
import { postWebhook, signed } from '../faults/simulator/provider-webhooks.ts';
import type { Borrower } from './borrower.ts';
import { openPage } from './calls.ts';
import { documented } from './documented.ts';
import type { Lender } from './lender.ts';

const maxWaitMs = 30_000;
const since = (began: number) => Math.round(performance.now() - began);

/** Waits until `holds`. Returns the milliseconds. */
async function waitFor(what: string, holds: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await holds())) {
    if (since(began) > maxWaitMs) throw new Broken(`not within ${maxWaitMs} ms: ${what}`);
    await pause(50);
  }
  return since(began);
}

const statusOf = async (url: string) => (await fetch(url).catch(() => undefined))?.status ?? 0;
const answeredBy = async (origin: string) =>
  (await fetch(`${origin}/health/live`).catch(() => undefined))?.headers.get('x-answered-by');

/** Installs a release on both servers, starts them, and tries everything by `doctor`. */
export async function install(lender: Lender, archive: string): Promise<object> {
  const [one] = lender.servers;
  const began = performance.now();
  lender.writeSettings();
  for (const server of lender.servers) await server.unpack(archive);
  const unpackedMs = since(began);
  const first = performance.now();
  await one.run(documented('npm run hiram -- migrate'));
  for (const server of lender.servers) await server.start();
  const startedMs = since(first);
  await waitFor('the balancer uses both', async () => (await answeredBy(lender.balancer.origin)) === 'two');
  const findings = await one.run(documented('npm run hiram -- doctor'));
  return {
    unpackedMs,
    startedMs,
    doctor: findings.split('\n').filter((line) => /^(well|warning|not tried) /.test(line)),
  };
}

/** Approves the order's application, which waits for a person, as two operators do. */
export async function approve({ servers: [one] }: Lender, orderId: string): Promise<void> {
  let id = '';
  await waitFor('the application waits for a person', async () => {
    const listed = await one.run(`${documented('npm run hiram -- reviews list')} --json`);
    id = new RegExp(`"id":\\s*"([^"]+)"[^{}]*"order":\\s*"${orderId}"`).exec(listed)?.[1] ?? '';
    return id !== '';
  });
  const command = documented('npm run hiram -- reviews approve ID --by NAME --second NAME', {
    ID: id,
    '--by NAME': "--by 'Ana Cruz'",
    '--second NAME': "--second 'Ben Reyes'",
  });
  await one.run(`${command} --yes`);
}

/** Replaces one server after the other while a page is open. */
export async function upgrade(lender: Lender, archive: string): Promise<object> {
  const { origin } = lender.balancer;
  const page = await openPage(origin);
  const began = performance.now();
  try {
    const [one] = lender.servers;
    for (const server of lender.servers) {
      await server.unpack(archive);
      if (server === one) await server.run(documented('npm run hiram -- migrate'));
      await server.stop();
      await server.start();
      await waitFor(
        `the balancer uses ${server.name}`,
        async () => (await answeredBy(origin)) === server.name,
      );
    }
    await pause(500);
  } finally {
    await page.stop();
  }
  for (const script of page.scripts)
    if ((await statusOf(`${origin}${script}`)) !== 200)
      throw new Broken(`${script} of the former version is gone`);
  if (page.figures.unanswered > 0) throw new Broken(`${page.figures.unanswered} calls got no answer`);
  const versions = new Set<string>();
  for (const { port } of lender.servers) {
    const health = (await (await fetch(`http://127.0.0.1:${port}/health`)).json()) as { version: string };
    versions.add(health.version);
  }
  if (versions.size !== 1) throw new Broken(`two versions run: ${[...versions].join(', ')}`);
  return { ms: since(began), ...page.figures, version: [...versions][0] };
}

/** Writes an encrypted backup on server one. */
export async function backUp(lender: Lender, file: string): Promise<object> {
  const began = performance.now();
  const command = documented('BACKUP_KEY=… npm run hiram -- backups create FILE', {
    '…': lender.backupKey,
    FILE: file,
  });
  const output = await lender.servers[0].run(command);
  const bytes = Number((await lender.servers[0].run(`stat -c %s ${file}`)).trim());
  return { ms: since(began), bytes, output: output.trim().split('\n').at(-1) };
}

/** Rotates the data key and a provider's secret, both beside running servers. */
export async function rotate(lender: Lender, borrower: Borrower): Promise<object> {
  const [one] = lender.servers;
  const { shared, balancer } = lender;
  const began = performance.now();
  const [old = ''] = shared.dataKeys;
  shared.dataKeys = [randomBytes(32).toString('hex'), old];
  const newSecret = randomBytes(24).toString('hex');
  const [oldSecret = ''] = shared.webhookSecrets;
  shared.webhookSecrets = [newSecret, oldSecret];
  lender.writeSettings();
  // A server reads a changed file within a second.
  await pause(1_500);
  const body = JSON.stringify({
    kind: 'payment',
    id: 'msg_of_nobody',
    reference: '00000000-0000-7000-8000-000000000000',
    paymentId: 'nobody',
    amount: 100,
    paidOn: '2026-01-01',
  });
  for (const secret of [newSecret, oldSecret]) {
    const status = await postWebhook(balancer.origin, body, signed(body, secret));
    if (status !== 200) throw new Broken(`a webhook with one of two secrets got ${status}`);
  }
  await one.run(`${documented('npm run hiram -- keys rotate')} --dry-run`);
  const output = await one.run(documented('npm run hiram -- keys rotate'));
  shared.dataKeys = shared.dataKeys.slice(0, 1);
  shared.webhookSecrets = [newSecret];
  lender.writeSettings();
  await pause(1_500);
  await borrower.complain();
  const forged = await postWebhook(balancer.origin, body, signed(body, oldSecret));
  if (forged === 200) throw new Broken('a webhook with a removed secret is accepted');
  const findings = await one.run(documented('npm run hiram -- doctor'));
  shared.webhookSecrets = [newSecret, oldSecret];
  lender.writeSettings();
  await pause(1_500);
  return {
    ms: since(began),
    output: output.trim().split('\n').at(-1),
    dataKey: findings
      .split('\n')
      .find((line) => /^well .*data key/.test(line))
      ?.trim(),
  };
}

/** Kills a server while a page is open, and starts it again. */
export async function loseServer(lender: Lender): Promise<object> {
  const { origin } = lender.balancer;
  const [one] = lender.servers;
  const page = await openPage(origin);
  await pause(1_000);
  await one.kill();
  await pause(3_000);
  const began = performance.now();
  await one.start();
  await waitFor('the balancer uses it again', async () => (await answeredBy(origin)) === one.name);
  const backMs = since(began);
  await page.stop();
  if (page.figures.unanswered > 0) throw new Broken(`${page.figures.unanswered} calls got no answer`);
  return { backMs, ...page.figures };
}

/** Cuts the store off: pictures are refused with a clear answer, everything else works. */
export async function loseStore(lender: Lender, borrower: Borrower): Promise<object> {
  const picture = await borrower.complain();
  const address = `${lender.balancer.origin}${picture}`;
  lender.store.state = 'cut';
  const refused = await borrower.upload();
  if (refused.status !== 503)
    throw new Broken(`a picture without a store got ${refused.status} ${refused.text}`);
  await borrower.pay(await borrower.newCode());
  const lost = await statusOf(address);
  const doctor = await lender.servers[0].run(documented('npm run hiram -- doctor'), 1);
  lender.store.state = 'open';
  const shownAgainMs = await waitFor(
    'the picture is shown again',
    async () => (await statusOf(address)) === 200,
  );
  await borrower.complain();
  return {
    refusedMs: Math.round(refused.ms),
    pictureMeanwhile: lost,
    shownAgainMs,
    doctor: doctor
      .split('\n')
      .find((line) => /^wrong .*pictures/.test(line))
      ?.trim(),
  };
}
