/** The factor by which each wait grows, and the longest wait in milliseconds. */
const growth = 1.4;
const maxWaitMs = 30_000;

/** The milliseconds to wait before the next request: `first` after the first answer, longer after each further one. */
export function repeatInterval(firstWaitMs: number, answers: number): number {
  return Math.min(maxWaitMs, Math.round(firstWaitMs * growth ** Math.max(0, answers - 1)));
}
