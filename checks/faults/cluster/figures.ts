import { problemSave, uploadProblemImg } from '@hiram/contract/complaint';
import { loanPush } from '@hiram/contract/confirm';
import { withdraw } from '@hiram/contract/order';
import { payCode } from '@hiram/contract/repay';
import type { Attempt } from '../simulator/client.ts';

export interface FaultFigures {
  readonly fault: string;
  readonly requests: number;
  readonly answered: number;
  /** Rejected as temporarily impossible, in the envelope or by the load balancer. */
  readonly refusedClearly: number;
  /** Of these, the answers without an envelope, for which the web app can only show a general error. */
  readonly unclear: number;
  /** The connection ended without an answer; the caller repeats the call. */
  readonly unanswered: number;
  /** Any other answer: a fault, or a text that is not an envelope. */
  readonly wrong: number;
  readonly longestMs: number;
  /** From the end of the fault until a request of each kind was answered again. */
  readonly recoveredMs: number;
  /** The longest time between two acknowledged writes, from the beginning of the fault on. */
  readonly withoutWriteMs: number;
  /** By server, the number of successful answers. */
  readonly by: Readonly<Record<string, number>>;
  /** By server, the number of rejections; `balancer` if no server was available. */
  readonly refusedBy: Readonly<Record<string, number>>;
  /** By call, the number of rejections before the next fault began, without those of the rate limit. */
  readonly refused: Readonly<Record<string, number>>;
  /** From the end of the fault until all jobs queued by then were done. `queued` is their number. */
  readonly caughtUpMs: number;
  readonly queued: number;
  /** The uploads of pictures among all requests. Only these need the store. */
  readonly uploads: { readonly requests: number; readonly answered: number; readonly longestMs: number };
}

/** Calls whose successful answer says that something is stored. */
const writes: ReadonlySet<string> = new Set([loanPush.name, withdraw.name, problemSave.name, payCode.name]);

const isEnvelope = (text: string) => /^\{"success":(true|false),/.test(text);

export interface Phase {
  readonly name: string;
  readonly began: number;
  readonly tried: Attempt[];
  recoveredMs: number;
  caughtUpMs: number;
  queued: number;
  /** When the next fault begins. */
  over: number;
}

function counts(names: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const name of names) found[name] = (found[name] ?? 0) + 1;
  return found;
}

/** The longest pause between acknowledged writes; the first one counts from `began`. */
function longestPause(began: number, well: readonly Attempt[]): number {
  const moments = well
    .filter((attempt) => writes.has(attempt.call) && attempt.text.startsWith('{"success":true'))
    .map((attempt) => attempt.began + attempt.ms)
    .sort((a, b) => a - b);
  return Math.max(0, ...moments.map((moment, index) => moment - (moments[index - 1] ?? began)));
}

export function figures({
  name: fault,
  began,
  tried,
  recoveredMs,
  caughtUpMs,
  queued,
  over,
}: Phase): FaultFigures {
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
    withoutWriteMs: Math.round(longestPause(began, well)),
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
