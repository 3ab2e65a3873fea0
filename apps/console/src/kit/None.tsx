import type { ReactNode } from 'react';

/** The dash of a value that is not there. On a narrow page a row leaves it out, with its header. */
export function None(): ReactNode {
  return <span data-none="">–</span>;
}
