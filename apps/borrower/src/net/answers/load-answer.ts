import {
  canSend,
  change,
  type Entry,
  failed,
  finish,
  type Observer,
  type StoreEnvironment,
} from './answer-store.ts';
import { shareEqual } from './share-equal.ts';

/** Milliseconds before a second try. */
const secondTryMs = 1_000;

/** Loads the answer of an entry. A request that failed is sent once more if that can help. */
export async function loadAnswer(
  entry: Entry,
  send: Observer['load'],
  signal: AbortSignal,
  environment: StoreEnvironment,
): Promise<void> {
  for (let failures = 0; ; failures += 1)
    try {
      const data = await send(signal, entry.answered.data);
      if (signal.aborted) return;
      entry.loadedAt = environment.now();
      finish(entry, { data: shareEqual(entry.answered.data, data), error: undefined });
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (failures > 0 || !environment.isRepeatable(error)) return failed(entry, error, signal);
      await untilSendable(entry, signal, environment);
      if (signal.aborted) return;
      change(entry, { phase: 'fetching' });
    }
}

async function untilSendable(
  entry: Entry,
  signal: AbortSignal,
  environment: StoreEnvironment,
): Promise<void> {
  await environment.wait(secondTryMs);
  if (canSend(environment) || signal.aborted) return;
  const resumed = new Promise<void>((resolve) => {
    entry.resume = resolve;
  });
  change(entry, { phase: 'paused' });
  await resumed;
}
