import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';

/** The running operation and its trace: W3C Trace Context, so that other programs' traces go on in ours and ours in theirs. */
export interface Trace {
  readonly traceId: string;
  readonly spanId: string;
  /** The span that caused this one. */
  readonly parentSpanId: string | undefined;
}

/** One piece of work that has ended: a call, a job, a statement, a request to a provider. */
export interface FinishedSpan extends Trace {
  readonly name: string;
  readonly kind: 'server' | 'consumer' | 'client';
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly ms: number;
  readonly isFailed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
}

const running = new AsyncLocalStorage<Trace>();
const finished = channel('hiram.spans');
const pattern = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-|$)/;
const nothing = /^0+$/;

/** The span in which this code runs; undefined outside calls and jobs. */
export function traceNow(): Trace | undefined {
  return running.getStore();
}

/** A new span: in the trace of a `traceparent` header, else in the one that runs now, else in a new one. */
export function newTrace(traceparent?: string): Trace {
  const spanId = randomBytes(8).toString('hex');
  const [, traceId, parentSpanId] = pattern.exec(traceparent ?? '') ?? [];
  if (traceId && parentSpanId && !nothing.test(traceId) && !nothing.test(parentSpanId))
    return { traceId, spanId, parentSpanId };
  const outer = traceNow();
  if (outer) return { traceId: outer.traceId, spanId, parentSpanId: outer.spanId };
  return { traceId: randomBytes(16).toString('hex'), spanId, parentSpanId: undefined };
}

/** The header by which another program, or a later job, goes on in this trace. */
export function traceparentOf({ traceId, spanId }: Trace): string {
  return `00-${traceId}-${spanId}-01`;
}

export function runInTrace<Result>(trace: Trace, work: () => Result): Result {
  return running.run(trace, work);
}

/** Tells who exports spans that one has ended. Costs nothing while nobody does. */
export function endSpan(trace: Trace, span: Omit<FinishedSpan, keyof Trace>): void {
  if (finished.hasSubscribers) finished.publish({ ...trace, ...span } satisfies FinishedSpan);
}

/** Runs work in a span. */
export async function inSpan<Result>(
  trace: Trace,
  span: Pick<FinishedSpan, 'name' | 'kind' | 'attributes'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = Date.now();
  let isFailed = true;
  try {
    const result = await runInTrace(trace, work);
    isFailed = false;
    return result;
  } finally {
    endSpan(trace, { ...span, startedAt, ms: Date.now() - startedAt, isFailed });
  }
}

/** Calls the listener for each span of this process. Returns the function that unsubscribes it. */
export function onSpan(listener: (span: FinishedSpan) => void): () => void {
  const listen = (span: unknown) => listener(span as FinishedSpan);
  finished.subscribe(listen);
  return () => void finished.unsubscribe(listen);
}
