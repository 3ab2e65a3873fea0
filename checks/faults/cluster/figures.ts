import { uploadProblemImg } from '@hiram/contract/complaint';
import type { Attempt } from '../simulator/client.ts';

export interface FaultFigures {
  readonly fault: string;
  readonly requests: number;
  readonly answered: number;
  /** Told that it cannot be done right now, in the envelope or by the load balancer. */
  readonly refusedClearly: number;
  /** Of them those in no envelope, so that the web app can only say that something went wrong. */
  readonly unclear: number;
  /** The connection ended without an answer: asked again by whoever asked. */
  readonly unanswered: number;
  /** Anything else: a fault of ours, or what is no envelope. */
  readonly wrong: number;
  readonly longestMs: number;
  /** From the end of the fault until every kind of request had been answered again. */
  readonly recoveredMs: number;
  /** How many were answered well by each server. */
  readonly by: Readonly<Record<string, number>>;
  /** By whom: a server, or the load balancer while it had none. */
  readonly refusedBy: Readonly<Record<string, number>>;
  /** How many of each call were told so before the next fault began, other than for coming too often. */
  readonly refused: Readonly<Record<string, number>>;
  /** From the end of the fault until all work that had been queued by then was done; that much of it there was. */
  readonly caughtUpMs: number;
  readonly queued: number;
  /** Of them pictures, which alone need the store. */
  readonly uploads: { readonly requests: number; readonly answered: number; readonly longestMs: number };
}

const isEnvelope = (text: string) => /^\{"success":(true|false),/.test(text);

export interface Phase {
  readonly name: string;
  readonly began: number;
  readonly tried: Attempt[];
  recoveredMs: number;
  caughtUpMs: number;
  queued: number;
  /** When the next one begins. */
  over: number;
}

function counts(names: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const name of names) found[name] = (found[name] ?? 0) + 1;
  return found;
}

export function figures({ name: fault, tried, recoveredMs, caughtUpMs, queued, over }: Phase): FaultFigures {
  const of = (isSo: (one: Attempt) => boolean) => tried.filter(isSo).length;
  const refused = (one: Attempt) => [429, 502, 503, 504].includes(one.status);
  const wrong = tried.filter(
    (one) =>
      one.status !== 0 && !refused(one) && (one.status >= 500 || one.status === 400 || !isEnvelope(one.text)),
  );
  const bad = new Set(wrong);
  const well = tried.filter((one) => one.status !== 0 && !refused(one) && !bad.has(one));
  const uploads = (all: readonly Attempt[]) => all.filter((one) => one.call === uploadProblemImg.name);
  const [sample] = wrong;
  if (sample) console.log(`wrong: ${sample.call} ${sample.status} ${sample.text.slice(0, 300)}`);
  return {
    fault,
    requests: tried.length,
    answered: well.length,
    refusedClearly: of(refused),
    unclear: of((one) => refused(one) && !isEnvelope(one.text)),
    unanswered: of((one) => one.status === 0),
    wrong: wrong.length,
    longestMs: Math.round(Math.max(0, ...tried.map((one) => one.ms))),
    recoveredMs: Math.round(recoveredMs),
    by: counts(well.flatMap((one) => one.by ?? [])),
    refusedBy: counts(tried.filter(refused).map((one) => one.by ?? 'balancer')),
    refused: counts(
      tried
        .filter((one) => refused(one) && one.status !== 429 && one.began + one.ms < over)
        .map((one) => one.call),
    ),
    caughtUpMs: Math.round(caughtUpMs),
    queued,
    uploads: {
      requests: uploads(tried).length,
      answered: uploads(well).length,
      longestMs: Math.round(Math.max(0, ...uploads(tried).map((one) => one.ms))),
    },
  };
}
