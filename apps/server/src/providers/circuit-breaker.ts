import { Unavailable } from '../platform/errors/rejection.ts';

/** A missing answer costs ten seconds. After this many failures in a row the provider counts as down. */
const maxFailures = 5;

/**
 * Queries a provider about one item after the other, for one run. A failed query returns `unanswered` and does not stop the next.
 * After five failures in a row every further query returns `unanswered` at once. Other errors than `Unavailable` are thrown.
 */
export function circuitBreaker<Standing>(
  unanswered: Standing,
): (ask: () => Promise<Standing>) => Promise<Standing> {
  let failures = 0;
  return async (ask) => {
    if (failures >= maxFailures) return unanswered;
    try {
      const standing = await ask();
      failures = 0;
      return standing;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      failures += 1;
      return unanswered;
    }
  };
}
