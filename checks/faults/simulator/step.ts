import { setTimeout as pause } from 'node:timers/promises';
import { sandboxSetClock } from '@hiram/contract/sandbox';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import type { Db } from '@hiram/server/src/platform/database/connection/connect.ts';
import { asOwner, type Cluster } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import type pg from 'pg';
import { act } from './act.ts';
import { Broken } from './books.ts';
import { type Borrower, isUnknownAccount } from './borrower.ts';
import type { Ask } from './client.ts';
import { closeMonths } from './close-months.ts';
import { checkContacts } from './contacts.ts';
import type { Desk } from './desk.ts';
import { forEachParallel } from './for-each-parallel.ts';
import { type CheckedCounts, checkBorrowers } from './invariants.ts';
import type { Provider } from './provider.ts';
import type { Random } from './random.ts';
import type { Servers } from './servers.ts';
import { checkWholeBook } from './whole-book.ts';

/** The running parts of a simulation. */
export interface Parts {
  readonly cluster: Cluster;
  readonly database: string;
  readonly db: pg.Pool;
  /** The same, as the product's functions take it. */
  readonly typed: Db;
  readonly provider: Provider;
  readonly servers: Servers;
  readonly ask: Ask;
  readonly desk: Desk;
}

/** The state of a simulation, which each step changes. */
export interface Simulated {
  readonly chance: Random;
  readonly borrowers: readonly Borrower[];
  today: LocalDate;
  readonly counts: { steps: number; kills: number; outages: number; checks: number; closedMonths: number };
}

/** The shares of steps with each kind of trouble, from 0 to 1. */
interface Shares {
  readonly kills: number;
  readonly races: number;
  readonly outages: number;
}

/** A job that a killed server held is retried only after its time-out. */
const jobsTimeoutMs = 180_000;

/**
 * Moves the clock by one to six days; provider and borrowers act; then all jobs are finished and every invariant is checked.
 * Throws Broken.
 */
export async function runStep(simulated: Simulated, parts: Parts, shares: Shares): Promise<CheckedCounts> {
  const { chance, borrowers, counts } = simulated;
  const { db, provider, servers, ask, desk } = parts;
  const origin = () => servers.any();
  counts.steps += 1;
  const days = chance.between(1, 6);
  await desk.pass(days);
  const { data } = await ask(sandboxSetClock, { date: addDays(simulated.today, days) });
  const today = localDate(data.date);
  simulated.today = today;
  const kill = chance.happens(shares.kills) ? killSoon(simulated, servers) : undefined;
  // If the step fails before it awaits the kill, its rejection is handled here.
  kill?.catch(() => undefined);
  const outage = chance.happens(shares.outages) ? interrupt(simulated, provider) : undefined;
  provider.decidePayouts(today, isUnknownAccount);
  const delivery = provider.tell(today, origin);
  // Mostly one after the other, so that a seed reproduces a run. Sometimes at the same time, as in production.
  if (!chance.happens(shares.races)) await delivery;
  const acting = forEachParallel(borrowers, (borrower) => act(borrower, { ask, provider, today }));
  await Promise.all([delivery, acting]);
  if (chance.happens(0.2)) await provider.sendFalseWebhooks(today, origin);
  await provider.tell(today, origin);
  await Promise.all([kill, outage]);
  await waitForJobs(parts);
  await desk.answerRequests(today);
  await desk.visit(today, borrowers);
  await waitForJobs(parts);
  await desk.judge(today);
  await checkContacts(db, desk, today);
  const checked = await checkBorrowers(db, provider, borrowers, today);
  await checkWholeBook(db, provider, undefined);
  counts.closedMonths += await closeMonths(parts);
  counts.checks += checked.orders;
  return checked;
}

/** Makes the provider, or some of its endpoints, unavailable for about a second. */
async function interrupt({ chance, counts }: Simulated, provider: Provider): Promise<void> {
  const ms = chance.between(200, 1_500);
  const paths = chance.pick([['/codes'], ['/payouts'], ['/texts'], ['/codes', '/payouts', '/texts']]);
  counts.outages += 1;
  provider.outage = { paths, how: 'cut', tries: new Map() };
  await pause(ms);
  provider.outage = undefined;
}

/** Kills one of the servers within a quarter of a second. */
async function killSoon({ chance, counts }: Simulated, servers: Servers): Promise<void> {
  const [delayMs, index] = [chance.between(0, 250), chance.between(0, servers.count - 1)];
  counts.kills += 1;
  await pause(delayMs);
  await servers.kill(index);
}

/** Waits until no job is left that could change what is checked next. Throws Broken after three minutes. */
export async function waitForJobs({ cluster, database }: Parts): Promise<void> {
  const deadline = Date.now() + jobsTimeoutMs;
  for (;;) {
    const { rows } = await asOwner(cluster, database, (owner) =>
      owner.query(`select name from jobs.job where state in ('created', 'active', 'retry') limit 1`),
    );
    if (rows.length === 0) return;
    if (Date.now() > deadline) throw new Broken(`a job ${JSON.stringify(rows)} never ended`);
    await pause(50);
  }
}
