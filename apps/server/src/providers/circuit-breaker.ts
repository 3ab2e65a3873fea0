import { Unavailable } from '../platform/errors/rejection.ts';

/** Each answer that does not come costs ten seconds: after so many in a row a provider is away, and no more is asked. */
const maxInVain = 5;

/**
 * Asks a provider about one thing after the other. One that cannot be asked about now keeps no other from being asked about: it
 * is `unanswered`, and so is everything that is left once the provider is plainly away.
 */
export function circuitBreaker<Standing>(
  unanswered: Standing,
): (ask: () => Promise<Standing>) => Promise<Standing> {
  let inVain = 0;
  return async (ask) => {
    if (inVain >= maxInVain) return unanswered;
    try {
      const standing = await ask();
      inVain = 0;
      return standing;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      inVain += 1;
      return unanswered;
    }
  };
}
