import { setTimeout as pause } from 'node:timers/promises';
import { sandboxClock, sandboxSetClock } from '@hiram/contract/sandbox';
import { addDays, daysBetween, type LocalDate, localDate } from '@hiram/loan';
import {
  asOwner,
  type Cluster,
  createDatabase,
  dropDatabase,
  serverEndpoint,
} from '@hiram/server/test/support/throwaway-cluster.ts';
import pg from 'pg';
import { Broken } from './books.ts';
import { act, type Borrower, isNobodys, makeBorrower } from './borrower.ts';
import { type Ask, client } from './client.ts';
import { type CheckedCounts, checkBorrowers } from './invariants.ts';
import { type Provider, startProvider } from './provider.ts';
import { random } from './random.ts';
import { type Servers, startServers } from './servers.ts';
import { checkWholeBook } from './whole-book.ts';

export interface Simulation {
  readonly seed: string;
  readonly borrowers: number;
  /** Days of the business. */
  readonly days: number;
  readonly servers: number;
  /** How often a step kills a server, and how often borrowers and provider act at the same time: shares of 1. */
  readonly kills: number;
  readonly races: number;
  /** How often the provider is away for a moment, or a part of it: a share of the steps. */
  readonly outages: number;
  /** Stops, with what was done so far, when it takes longer. */
  readonly maxMs: number;
  readonly say: (line: string) => void;
  /** Looks at the whole once more before it goes. */
  readonly atTheEnd?: (end: End) => Promise<void>;
}

export interface End {
  readonly database: string;
  readonly provider: Provider;
  readonly people: readonly Borrower[];
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
  readonly checks: number;
  readonly seconds: number;
  /** What the borrowers did, by its name. */
  readonly done: Readonly<Record<string, number>>;
}

const brands = ['spec', 'ph'] as const;
/** Nothing that a borrower does today is told of later than this many days afterwards: a payment may bounce so long after. */
const maxDelay = 75;
const sideBySide = 6;
/** Jobs that a killed server held wait until they are given up for lost. */
const quietPatienceMs = 180_000;

/** Lives a lender's years through: hundreds of borrowers, real servers, a provider that misbehaves; every invariant after every step. */
export async function simulate(cluster: Cluster, wanted: Simulation): Promise<Report> {
  const over = new AbortController();
  const parts = new AsyncDisposableStack();
  try {
    const provider = await startProvider(random(`${wanted.seed} provider`));
    parts.defer(() => provider.close());
    const database = await createDatabase(cluster);
    parts.defer(() => dropDatabase(cluster, database));
    const db = new pg.Pool({ ...serverEndpoint(cluster, database), max: 4 });
    db.on('error', () => undefined);
    parts.defer(() => db.end());
    const servers = await startServers(wanted.servers, {
      socketDir: cluster.socketDir,
      database,
      environment: {
        PROVIDER_URL: provider.url,
        PROVIDER_SECRET: provider.secret,
        WEBHOOK_SECRET: provider.webhookSecret,
      },
    });
    parts.defer(() => servers.stop());
    const ask = client({ origin: () => servers.any(), over: over.signal });
    return await live(wanted, { cluster, database, db, provider, servers, ask });
  } finally {
    over.abort(new Error('the run is over'));
    await parts.disposeAsync();
  }
}

interface Parts {
  readonly cluster: Cluster;
  readonly database: string;
  readonly db: pg.Pool;
  readonly provider: Provider;
  readonly servers: Servers;
  readonly ask: Ask;
}

async function live(
  wanted: Simulation,
  { cluster, database, db, provider, servers, ask }: Parts,
): Promise<Report> {
  const started = Date.now();
  const chance = random(`${wanted.seed} world`);
  const people: Borrower[] = [];
  let today: LocalDate = localDate((await ask(sandboxClock, {})).data.date);
  const first = today;
  const end = addDays(today, wanted.days);
  let [steps, kills, outages, checks] = [0, 0, 0, 0];

  const report = (checked: CheckedCounts): Report => {
    const done: Record<string, number> = {};
    for (const { done: own } of people)
      for (const [what, times] of own) done[what] = (done[what] ?? 0) + times;
    return {
      seed: wanted.seed,
      borrowers: people.length,
      days: daysBetween(first, today),
      steps,
      kills,
      outages,
      ...checked,
      reversals: [...provider.payments.values()].filter(
        (payment) => payment.reversedOn && payment.reversedOn <= today,
      ).length,
      checks,
      seconds: Math.round((Date.now() - started) / 1000),
      done: Object.fromEntries(Object.entries(done).sort()),
    };
  };

  await all(
    Array.from({ length: wanted.borrowers }, (_, index) => index),
    async (index) => {
      const brand = brands[index % brands.length] ?? 'spec';
      people.push(await makeBorrower(ask, wanted.seed, index, brand));
    },
  );
  people.sort((a, b) => a.index - b.index);
  let checked: CheckedCounts = { orders: 0, payments: 0 };
  while (today < end && Date.now() - started < wanted.maxMs) {
    steps += 1;
    const ahead = chance.between(1, 6);
    today = localDate((await ask(sandboxSetClock, { date: addDays(today, ahead) })).data.date);
    const killing = chance.happens(wanted.kills) ? killSoon() : undefined;
    // Where the step breaks before it is waited for.
    killing?.catch(() => undefined);
    const leaving = chance.happens(wanted.outages) ? leaveFor(chance.between(200, 1_500)) : undefined;
    provider.decidePayouts(today, isNobodys);
    const reporting = provider.tell(today, () => servers.any());
    // Mostly one after the other, so that a seed tells the same story again; at times all at once, as it really comes.
    if (!chance.happens(wanted.races)) await reporting;
    await Promise.all([reporting, all(people, (borrower) => act(borrower, { ask, provider, today }))]);
    if (chance.happens(0.2)) await provider.lie(today, () => servers.any());
    await provider.tell(today, () => servers.any());
    await Promise.all([killing, leaving]);
    await quiet();
    checked = await checkBorrowers(db, provider, people, today);
    await checkWholeBook(db, provider, undefined);
    checks += checked.orders;
    if (steps % 10 === 0) {
      wanted.say(`${today}  ${checked.orders} orders, ${checked.payments} payments, ${kills} kills`);
    }
  }
  // Whatever is still under way arrives: nothing may be lost, however late.
  today = localDate((await ask(sandboxSetClock, { date: addDays(today, maxDelay) })).data.date);
  for (let round = 0; round < 20 && provider.unreported > 0; round += 1)
    await provider.tell(today, () => servers.any());
  if (provider.unreported > 0) throw new Broken(`${provider.unreported} messages were never taken`);
  await quiet();
  checked = await checkBorrowers(db, provider, people, today);
  await checkWholeBook(db, provider, today);
  await wanted.atTheEnd?.({ database, provider, people, today });
  return report(checked);

  /** Nobody answers at the provider, or at a part of it, while the borrowers act. */
  async function leaveFor(ms: number): Promise<void> {
    const paths = chance.pick([['/codes'], ['/payouts'], ['/texts'], ['/codes', '/payouts', '/texts']]);
    outages += 1;
    provider.away = { paths, how: 'cut', tries: new Map() };
    await pause(ms);
    provider.away = undefined;
  }

  async function killSoon(): Promise<void> {
    const [after, index] = [chance.between(0, 250), chance.between(0, servers.count - 1)];
    kills += 1;
    await pause(after);
    await servers.kill(index);
  }

  /** Until no job is left that could change anything: what is checked then stays as it is. */
  async function quiet(): Promise<void> {
    const deadline = Date.now() + quietPatienceMs;
    for (;;) {
      const left = await asOwner(cluster, database, (owner) =>
        owner.query(`select name from jobs.job where state in ('created', 'active', 'retry') limit 1`),
      );
      if (left.rows.length === 0) return;
      if (Date.now() > deadline) throw new Broken(`a job ${JSON.stringify(left.rows)} never ended`);
      await pause(50);
    }
  }
}

/** Runs `work` for every item, some side by side; the first fault ends it. */
async function all<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const next = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: sideBySide }, next));
}
