import { channel } from 'node:diagnostics_channel';
import { endSpan, newTrace, traceNow } from '../../tracing/trace.ts';

/** A statement that ended: its text, in which parameters are `$1` and so on, and its time in milliseconds. */
export interface FinishedStatement {
  readonly text: string;
  readonly ms: number;
  readonly isFailed: boolean;
}

const statements = channel('hiram.statements');
/** The reported part of a statement's text: enough to recognise it. */
const maxText = 500;

/** Tells the metrics and the trace that a statement has ended. */
export function endStatement(statement: FinishedStatement): void {
  const { ms, isFailed } = statement;
  const text = statement.text.slice(0, maxText);
  statements.publish({ text, ms, isFailed } satisfies FinishedStatement);
  // Statements of the server's own rounds are in no trace: each would be a trace of its own.
  if (!traceNow()) return;
  endSpan(newTrace(), {
    name: /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement',
    kind: 'client',
    startedAt: Date.now() - ms,
    ms,
    isFailed,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  });
}

/** Calls the listener for each statement of this process. Returns the function that unsubscribes it. */
export function onStatement(listener: (statement: FinishedStatement) => void): () => void {
  const listen = (statement: unknown) => listener(statement as FinishedStatement);
  statements.subscribe(listen);
  return () => void statements.unsubscribe(listen);
}
