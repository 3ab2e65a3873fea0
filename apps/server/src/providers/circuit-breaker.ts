import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker as cockatielBreaker,
  fallback,
  handleType,
  wrap,
} from 'cockatiel';
import { Unavailable } from '../platform/errors/rejection.ts';

/** A missing answer costs ten seconds. After this many failures in a row the provider counts as down. */
const maxFailures = 5;
/** Longer than any run: a circuit that opened gets no further requests in its run. */
const halfOpenAfter = 86_400_000;

/**
 * Queries a provider about one item after the other. A failed query returns `unanswered` and does not stop the next. After
 * five failures in a row every further query returns `unanswered` at once. Other errors than `Unavailable` are thrown.
 */
export function circuitBreaker<Standing>(
  unanswered: Standing,
): (ask: () => Promise<Standing>) => Promise<Standing> {
  const policy = wrap(
    fallback(handleType(Unavailable).orType(BrokenCircuitError), unanswered),
    cockatielBreaker(handleType(Unavailable), {
      halfOpenAfter,
      breaker: new ConsecutiveBreaker(maxFailures),
    }),
  );
  return (ask) => policy.execute(ask);
}
