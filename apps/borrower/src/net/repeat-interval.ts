/** The factor by which each wait grows, and the longest wait in milliseconds. */
const growth = 1.4;
const longestMs = 30_000;

/** The milliseconds to wait before the next request: `first` after the first answer, longer after each further one. */
export function repeatInterval(first: number, answers: number): number {
  return Math.min(longestMs, Math.round(first * growth ** Math.max(0, answers - 1)));
}
