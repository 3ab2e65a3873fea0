/** The calls under way, and when the last one ended. */
export const line = { calls: 0, usedAt: Date.now() };

/** Milliseconds without a call after which the line is quiet. */
const quietMs = 800;

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Reports whether the phone may fetch what the borrower has not asked for: not with *Save-Data*, and not on a very slow line. */
export function mayFetchAhead(
  connection: Connection | undefined = (navigator as { readonly connection?: Connection }).connection,
): boolean {
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '');
}

/** Runs what fetches ahead once the page is shown and its line is quiet. Returns the function that cancels it. */
export function whenQuiet(run: () => Promise<unknown>): () => void {
  if (!mayFetchAhead()) return () => undefined;
  const timer = setInterval(() => {
    if (
      line.calls > 0 ||
      Date.now() - line.usedAt < quietMs ||
      document.visibilityState === 'hidden' ||
      !navigator.onLine
    )
      return;
    clearInterval(timer);
    // What was not fetched ahead is fetched when it is needed.
    run().catch(() => undefined);
  }, quietMs / 2);
  return () => clearInterval(timer);
}
