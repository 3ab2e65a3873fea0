import type { FastifyBaseLogger } from 'fastify';

/**
 * Works on one row after the other. A row whose work fails is logged by its `ids` and left for the next run, so that it keeps the
 * work from no other row.
 */
export async function eachRow<Row>(
  { log }: { readonly log: FastifyBaseLogger },
  rows: readonly Row[],
  ids: (row: Row) => Readonly<Record<string, string>>,
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (const row of rows)
    await work(row).catch((error: unknown) =>
      log.error({ err: error, ...ids(row) }, 'daily work: row skipped'),
    );
}
