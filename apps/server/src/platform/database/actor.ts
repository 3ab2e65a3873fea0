import { AsyncLocalStorage } from 'node:async_hooks';
import type { SessionId } from '@hiram/contract/ids';

const acting = new AsyncLocalStorage<{ readonly name: string; session?: string }>();

/**
 * Runs work under an actor's name. The audit trail stores the name with every entry of the work: a call, a provider, a job,
 * the scheduler, a command. Names are fixed words of ours; they never contain client input or personal data.
 */
export function actAs<Result>(name: string, work: () => Result): Result {
  return acting.run({ name }, work);
}

/** Adds the caller's session to the actor, once it is known: its id, which is not a credential. */
export function actorIs(sessionId: SessionId): void {
  const store = acting.getStore();
  if (store) store.session = sessionId;
}

/** The current actor, or undefined if none is set. */
export function actorNow(): string | undefined {
  const store = acting.getStore();
  return store?.session === undefined ? store?.name : `${store.name} session ${store.session}`;
}
