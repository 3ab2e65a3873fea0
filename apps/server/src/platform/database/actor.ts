import { AsyncLocalStorage } from 'node:async_hooks';

const acting = new AsyncLocalStorage<{ readonly name: string; session?: string }>();

/**
 * Does work in somebody's name, which the audit trail keeps with every entry that the work leaves: a call, a provider, a job,
 * the tick, a tool. Names are our own words, never what somebody sent and never a value of a person's.
 */
export function actAs<Result>(name: string, work: () => Result): Result {
  return acting.run({ name }, work);
}

/** Says whose session it is that calls, once that is known: by its id, which opens nothing. */
export function actorIs(sessionId: string): void {
  const store = acting.getStore();
  if (store) store.session = sessionId;
}

/** Who acts now, or undefined where nobody was named. */
export function actorNow(): string | undefined {
  const store = acting.getStore();
  return store?.session === undefined ? store?.name : `${store.name} session ${store.session}`;
}
