import { sandboxClock, sandboxSetClock } from '@hiram/contract/sandbox';
import { addDays, daysBetween, type LocalDate, localDate } from '@hiram/loan';
import { openDatabase } from '@hiram/server/src/platform/database/connection/connect.ts';
import {
  type Cluster,
  createDatabase,
  dropDatabase,
  serverEndpoint,
} from '@hiram/server/test/support/database/throwaway-cluster.ts';
import pg from 'pg';
import { Broken } from './books.ts';
import type { Borrower } from './borrower.ts';
import { makeBorrower } from './borrower.ts';
import { client } from './client.ts';
import { closeMonths } from './close-months.ts';
import { checkContacts } from './contacts.ts';
import { type Desk, startDesk } from './desk.ts';
import { forEachParallel } from './for-each-parallel.ts';
import { type CheckedCounts, checkBorrowers } from './invariants.ts';
import { type Provider, startProvider } from './provider.ts';
import { random } from './random.ts';
import { startServers } from './servers.ts';
import { type Parts, runStep, type Simulated, waitForJobs } from './step.ts';
import { checkWholeBook } from './whole-book.ts';

export interface Simulation {
  readonly seed: string;
  readonly borrowers: number;
  /** Business days. */
  readonly days: number;
  readonly servers: number;
  /** The share of steps in which a server is killed. */
  readonly kills: number;
  /** The share of steps in which borrowers and provider act at the same time. */
  readonly races: number;
  /** The share of steps with a short outage of the provider. */
  readonly outages: number;
  /** The maximum time in milliseconds. The simulation then ends early. */
  readonly maxMs: number;
  readonly say: (line: string) => void;
  /** Called after the last check, before the database is dropped. */
  readonly atEnd?: (end: End) => Promise<void>;
}

export interface End {
  readonly database: string;
  readonly provider: Provider;
  readonly borrowers: readonly Borrower[];
  readonly desk: Desk;
  readonly today: LocalDate;
}

export interface Report {
  readonly seed: string;
  readonly borrowers: number;
  readonly days: number;
  readonly steps: number;
  readonly kills: number;
  readonly outages: number;
  readonly orders: number;
  readonly payments: number;
  readonly reversals: number;
  /** Arrangements to pay in parts, by how they stood at the end. */
  readonly arrangements: CheckedCounts['arrangements'];
  readonly checks: number;
  /** Months of the general ledger that were closed, over all brands. */
  readonly closedMonths: number;
  readonly seconds: number;
  /** The number of times of each action, by its name. */
  readonly done: Readonly<Record<string, number>>;
  /** The number of times of each deed and refusal of the collectors. */
  readonly desk: Readonly<Record<string, number>>;
}

const brands = ['spec', 'ph'] as const;
/** The maximum number of days after which the provider reports a payment or its reversal. */
const maxDelay = 75;

/**
 * Simulates years of a lender: hundreds of borrowers, real servers, an unreliable provider. Checks every invariant after
 * every step. Throws Broken.
 */
export async function simulate(cluster: Cluster, options: Simulation): Promise<Report> {
  const over = new AbortController();
  const parts = new AsyncDisposableStack();
  try {
    const provider = await startProvider(random(`${options.seed} provider`));
    parts.defer(() => provider.close());
    const database = await createDatabase(cluster);
    parts.defer(() => dropDatabase(cluster, database));
    const db = new pg.Pool({ ...serverEndpoint(cluster, database), max: 4 });
    db.on('error', () => undefined);
    parts.defer(() => db.end());
    const environment = {
      PROVIDER_URL: provider.url,
      PROVIDER_SECRET: provider.secret,
      WEBHOOK_SECRET: provider.webhookSecret,
    };
    const { socketDir } = cluster;
    const servers = await startServers(options.servers, { socketDir, database, environment });
    parts.defer(() => servers.stop());
    const desk = await startDesk({ cluster, database, db }, environment, random(`${options.seed} desk`));
    parts.defer(() => desk.stop());
    const ask = client({ origin: () => servers.any(), over: over.signal });
    return await run(options, {
      cluster,
      database,
      db,
      typed: openDatabase(db),
      provider,
      servers,
      ask,
      desk,
    });
  } finally {
    over.abort(new Error('the run is over'));
    await parts.disposeAsync();
  }
}

async function run(options: Simulation, parts: Parts): Promise<Report> {
  const started = Date.now();
  const { database, db, provider, ask, desk } = parts;
  const first = localDate((await ask(sandboxClock, {})).data.date);
  const end = addDays(first, options.days);
  const simulated: Simulated = {
    chance: random(`${options.seed} world`),
    borrowers: await makeBorrowers(options, parts),
    today: first,
    counts: { steps: 0, kills: 0, outages: 0, checks: 0, closedMonths: 0 },
  };
  const { borrowers, counts } = simulated;
  while (simulated.today < end && Date.now() - started < options.maxMs) {
    const { orders, payments } = await runStep(simulated, parts, options);
    if (counts.steps % 10 === 0)
      options.say(`${simulated.today}  ${orders} orders, ${payments} payments, ${counts.kills} kills`);
  }
  const today = await deliverAll(simulated.today, parts);
  const checked = await checkBorrowers(db, provider, borrowers, today);
  await checkWholeBook(db, provider, today);
  await desk.judge(today);
  await checkContacts(db, desk, today);
  counts.closedMonths += await closeMonths(parts);
  await options.atEnd?.({ database, provider, borrowers, desk, today });
  return {
    seed: options.seed,
    borrowers: borrowers.length,
    days: daysBetween(first, today),
    ...counts,
    ...checked,
    reversals: [...provider.payments.values()].filter(
      (payment) => payment.reversedOn && payment.reversedOn <= today,
    ).length,
    seconds: Math.round((Date.now() - started) / 1000),
    done: sumActions(borrowers),
    desk: desk.counts,
  };
}

async function makeBorrowers(options: Simulation, { ask }: Parts): Promise<Borrower[]> {
  const borrowers: Borrower[] = [];
  const indexes = Array.from({ length: options.borrowers }, (_, index) => index);
  await forEachParallel(indexes, async (index) => {
    const brand = brands[index % brands.length] ?? 'spec';
    borrowers.push(await makeBorrower(ask, options.seed, index, brand));
  });
  return borrowers.sort((a, b) => a.index - b.index);
}

/** Moves the clock until every webhook is due, delivers them all, and waits for their jobs. Returns the new day. */
async function deliverAll(lastDay: LocalDate, parts: Parts): Promise<LocalDate> {
  const { ask, provider, servers } = parts;
  const { data } = await ask(sandboxSetClock, { date: addDays(lastDay, maxDelay) });
  const today = localDate(data.date);
  for (let round = 0; round < 20 && provider.unreported > 0; round += 1)
    await provider.tell(today, () => servers.any());
  if (provider.unreported > 0) throw new Broken(`${provider.unreported} webhooks were never accepted`);
  await waitForJobs(parts);
  return today;
}

/** The number of times of each action of all borrowers, sorted by name. */
function sumActions(borrowers: readonly Borrower[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { done } of borrowers) for (const [what, times] of done) sums[what] = (sums[what] ?? 0) + times;
  return Object.fromEntries(Object.entries(sums).sort());
}
