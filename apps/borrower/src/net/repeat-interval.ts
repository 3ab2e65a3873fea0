/** How much longer each wait is than the one before it, and the longest, in milliseconds. */
const growth = 1.4;
const longestMs = 30_000;

/** How long to wait before asking again, in milliseconds: `first` after the first answer, longer after each further one. */
export function repeatInterval(first: number, answers: number): number {
  return Math.min(longestMs, Math.round(first * growth ** Math.max(0, answers - 1)));
}
