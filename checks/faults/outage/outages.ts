import { setTimeout as pause } from 'node:timers/promises';
import { type ClusterFault, throughProxy } from '../cluster/faults.ts';
import type { FaultFigures } from '../cluster/figures.ts';
import { type ClusterReport, runCluster } from '../cluster/run.ts';
import { Broken } from '../simulator/books.ts';
import type { ProviderOutage } from '../simulator/provider-api.ts';

/** The number of repeated requests to the provider during its outage. */
export interface AttemptCounts {
  readonly references: number;
  /** The most tries of one reference. */
  readonly max: number;
}

export interface OutageReport extends ClusterReport {
  /** By the fault's name. */
  readonly tries: Readonly<Record<string, AttemptCounts>>;
}

interface Outage {
  readonly what: string;
  /** The calls that may be rejected during the outage; undefined: any. */
  readonly calls: readonly string[] | undefined;
  /** The unavailable part: endpoints of the provider, or the connections to the store or the database. */
  readonly target: { readonly paths: readonly string[]; readonly isWork: boolean } | 'store' | 'database';
}

const outages: readonly Outage[] = [
  { what: 'text messages', calls: [], target: { paths: ['/texts'], isWork: true } },
  { what: 'payouts', calls: [], target: { paths: ['/payouts', '/payouts/standing'], isWork: true } },
  { what: 'payments', calls: ['payCode'], target: { paths: ['/codes'], isWork: false } },
  { what: 'the store', calls: ['uploadProblemImg'], target: 'store' },
  { what: 'the database', calls: undefined, target: 'database' },
];
/** The proxy's state for each kind of outage. */
const proxyStates = { cut: 'cut', silent: 'held' } as const;

/** Calls that may be rejected at any time: the simulated provider fails some requests without an outage. */
const alwaysRejectable: readonly string[] = ['payCode'];
/** Time-outs: ten seconds for the provider, eighteen for the database. The rest is for the network and a busy machine. */
const maxAnswerMs = 25_000;
/** After an outage the next try comes after about the outage's own length. A payout whose answer was lost needs another try. */
const maxCatchUpMs = 100_000;

/**
 * Makes each dependency of a lender unavailable for a while under load: first its connections break, then it does not answer.
 * Throws Broken if a call gets no clear answer in time, if a call is rejected that does not need the dependency, if work is
 * not retried with growing pauses, or if work is lost or done twice.
 */
export async function runOutages(options: {
  readonly seed: string;
  readonly servers: number;
  readonly lastsMs: number;
  readonly say: (line: string) => void;
  /** Only the faults whose name contains this. */
  readonly only?: string | undefined;
}): Promise<OutageReport> {
  const tries: Record<string, AttemptCounts> = {};
  const faults = outages.flatMap(({ what, target }) =>
    (['cut', 'silent'] as const).map((how): ClusterFault & { what: string } => ({
      name: `${what}: ${how}`,
      what,
      async happen(lender, lasts, provider) {
        if (target === 'store' || target === 'database')
          return throughProxy(
            lender.members.map((member) => member[target]),
            proxyStates[how],
            lasts,
          );
        const outage: ProviderOutage = { paths: target.paths, how, tries: new Map() };
        provider.outage = outage;
        await pause(lasts);
        provider.outage = undefined;
        tries[this.name] = triesOf(outage, target.isWork);
      },
    })),
  );
  const { only } = options;
  const chosen = faults.filter(({ name }) => only === undefined || name.includes(only));
  const report = await runCluster({ ...options, faults: chosen });
  for (const figures of report.faults)
    checkAnswers(figures, outages.find(({ what }) => figures.fault.startsWith(what))?.calls);
  for (const candidate of chosen)
    if (tries[candidate.name]?.references === 0)
      throw new Broken(`${candidate.name}: the server requested nothing`);
  return { ...report, tries };
}

/** Throws unless each call was answered clearly and in time, and only calls that need the dependency were rejected. */
function checkAnswers(figures: FaultFigures, calls: readonly string[] | undefined): void {
  const broken = (what: string) => new Broken(`${figures.fault}: ${what}: ${JSON.stringify(figures)}`);
  if (figures.unanswered > 0 || figures.unclear > 0) throw broken('not every call got a clear answer');
  if (figures.longestMs > maxAnswerMs) throw broken('an answer came too late');
  if (figures.caughtUpMs > maxCatchUpMs) throw broken('the queued work took too long');
  const rejectable =
    figures.fault === 'nothing' ? alwaysRejectable : calls && [...calls, ...alwaysRejectable];
  for (const name of Object.keys(figures.refused))
    if (rejectable && !rejectable.includes(name)) throw broken(`${name} was rejected`);
}

/** Counts the tries. Throws if queued work was retried without growing pauses. */
function triesOf({ tries }: ProviderOutage, isWork: boolean): AttemptCounts {
  let max = 0;
  for (const [reference, times] of tries) {
    max = Math.max(max, times.length);
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    const [first = 0, last = 0] = [pauses[0], pauses.at(-1)];
    if (isWork && pauses.length >= 4 && last < 2 * first)
      throw new Broken(`${reference} was retried after ${pauses.map(Math.round).join(', ')} ms`);
  }
  return { references: tries.size, max };
}
