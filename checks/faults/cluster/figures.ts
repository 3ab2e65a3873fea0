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
  const of = (isSo: (attempt: Attempt) => boolean) => tried.filter(isSo).length;
  const refused = (attempt: Attempt) => [429, 502, 503, 504].includes(attempt.status);
  const wrong = tried.filter(
    (attempt) =>
      attempt.status !== 0 &&
      !refused(attempt) &&
      (attempt.status >= 500 || attempt.status === 400 || !isEnvelope(attempt.text)),
  );
  const bad = new Set(wrong);
  const well = tried.filter((attempt) => attempt.status !== 0 && !refused(attempt) && !bad.has(attempt));
  const uploads = (all: readonly Attempt[]) =>
    all.filter((attempt) => attempt.call === uploadProblemImg.name);
  const [sample] = wrong;
  if (sample) console.log(`wrong: ${sample.call} ${sample.status} ${sample.text.slice(0, 300)}`);
  return {
    fault,
    requests: tried.length,
    answered: well.length,
    refusedClearly: of(refused),
    unclear: of((attempt) => refused(attempt) && !isEnvelope(attempt.text)),
    unanswered: of((attempt) => attempt.status === 0),
    wrong: wrong.length,
    longestMs: Math.round(Math.max(0, ...tried.map((attempt) => attempt.ms))),
    recoveredMs: Math.round(recoveredMs),
    by: counts(well.flatMap((attempt) => attempt.by ?? [])),
    refusedBy: counts(tried.filter(refused).map((attempt) => attempt.by ?? 'balancer')),
    refused: counts(
      tried
        .filter((attempt) => refused(attempt) && attempt.status !== 429 && attempt.began + attempt.ms < over)
        .map((attempt) => attempt.call),
    ),
    caughtUpMs: Math.round(caughtUpMs),
    queued,
    uploads: {
      requests: uploads(tried).length,
      answered: uploads(well).length,
      longestMs: Math.round(Math.max(0, ...uploads(tried).map((upload) => upload.ms))),
    },
  };
}
