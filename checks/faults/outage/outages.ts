import { setTimeout as pause } from 'node:timers/promises';
import { type ClusterFault, throughProxy } from '../cluster/faults.ts';
import type { FaultFigures } from '../cluster/figures.ts';
import { type ClusterReport, runCluster } from '../cluster/run.ts';
import { Broken } from '../simulator/books.ts';
import type { ProviderOutage } from '../simulator/provider.ts';

/** How often the provider was asked for the same while it was away. */
export interface AttemptCounts {
  readonly references: number;
  /** Of one of them, at the most. */
  readonly max: number;
}

export interface OutageReport extends ClusterReport {
  /** By the fault's name. */
  readonly tries: Readonly<Record<string, AttemptCounts>>;
}

interface Outage {
  readonly what: string;
  /** The calls that cannot be done meanwhile; undefined: any. */
  readonly calls: readonly string[] | undefined;
  /** What of the provider is away, or the lines that are. */
  readonly away: { readonly paths: readonly string[]; readonly isWork: boolean } | 'store' | 'database';
}

const outages: readonly Outage[] = [
  { what: 'text messages', calls: [], away: { paths: ['/texts'], isWork: true } },
  { what: 'payouts', calls: [], away: { paths: ['/payouts', '/payouts/standing'], isWork: true } },
  { what: 'payments', calls: ['payCode'], away: { paths: ['/codes'], isWork: false } },
  { what: 'the store', calls: ['uploadProblemImg'], away: 'store' },
  { what: 'the database', calls: undefined, away: 'database' },
];
const ways = { cut: 'cut', silent: 'held' } as const;

/** The provider answers one code in twenty with a fault of its own at all times. */
const always: readonly string[] = ['payCode'];
/** A provider is waited for ten seconds, the database eighteen; the rest is the way there and a busy machine. */
const longestMs = 25_000;
/** The next try comes after about as long again as it was away; a payout whose answer was lost takes one more. */
const caughtUpMs = 100_000;

/**
 * Each thing that a lender depends on gone for a while under load, with connections that break and with silence. Throws
 * Broken where a call gets no clear answer in time, something is refused that needs nothing of what is gone, work is not
 * tried again with growing pauses, or is lost or done twice.
 */
export async function runOutages(wanted: {
  readonly seed: string;
  readonly servers: number;
  readonly lastsMs: number;
  readonly say: (line: string) => void;
  /** Some of them alone, by a part of their names. */
  readonly only?: string | undefined;
}): Promise<OutageReport> {
  const tries: Record<string, AttemptCounts> = {};
  const faults = outages.flatMap(({ what, away }) =>
    (['cut', 'silent'] as const).map((how): ClusterFault & { what: string } => ({
      name: `${what}: ${how}`,
      what,
      async happen(lender, lasts, provider) {
        if (away === 'store' || away === 'database')
          return throughProxy(
            lender.members.map((member) => member[away]),
            ways[how],
            lasts,
          );
        const gone: ProviderOutage = { paths: away.paths, how, tries: new Map() };
        provider.away = gone;
        await pause(lasts);
        provider.away = undefined;
        tries[this.name] = triesOf(gone, away.isWork);
      },
    })),
  );
  const { only } = wanted;
  const chosen = faults.filter(({ name }) => only === undefined || name.includes(only));
  const report = await runCluster({ ...wanted, faults: chosen });
  for (const figures of report.faults)
    hold(figures, outages.find(({ what }) => figures.fault.startsWith(what))?.calls);
  for (const candidate of chosen)
    if (tries[candidate.name]?.references === 0) throw new Broken(`${candidate.name}: nobody asked for it`);
  return { ...report, tries };
}

/** Throws unless each call was answered clearly and in time, and nothing was refused that needs nothing of what is gone. */
function hold(figures: FaultFigures, calls: readonly string[] | undefined): void {
  const broken = (what: string) => new Broken(`${figures.fault}: ${what}: ${JSON.stringify(figures)}`);
  if (figures.unanswered > 0 || figures.unclear > 0) throw broken('not every call got a clear answer');
  if (figures.longestMs > longestMs) throw broken('an answer came too late');
  if (figures.caughtUpMs > caughtUpMs) throw broken('the queue was not caught up with');
  const mayBeRefused = figures.fault === 'nothing' ? always : calls && [...calls, ...always];
  for (const name of Object.keys(figures.refused))
    if (mayBeRefused && !mayBeRefused.includes(name)) throw broken(`${name} was refused`);
}

/** Throws where work that waits was asked for again without growing pauses. */
function triesOf({ tries }: ProviderOutage, isWork: boolean): AttemptCounts {
  let max = 0;
  for (const [reference, at] of tries) {
    max = Math.max(max, at.length);
    const pauses = at.slice(1).map((value, index) => value - (at[index] ?? 0));
    const [first = 0, last = 0] = [pauses[0], pauses.at(-1)];
    if (isWork && pauses.length >= 4 && last < 2 * first)
      throw new Broken(`${reference} was tried again after ${pauses.map(Math.round).join(', ')} ms`);
  }
  return { references: tries.size, max: max };
}
