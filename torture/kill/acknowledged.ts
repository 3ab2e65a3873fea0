import { Broken } from '../simulator/invariants.ts';
import type { Acknowledged } from './load.ts';

/** Every acknowledged deed stands in the database, once; the books balance. Throws Broken otherwise. */
export async function checkAcknowledged(
  ask: (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>,
  told: Acknowledged,
): Promise<void> {
  for (const [table, ids] of [
    ['loan_order', told.orders],
    ['complaint', told.complaints],
  ] as const) {
    const { rows } = await ask(`select id from ${table} where id = any($1)`, [[...ids]]);
    if (rows.length !== ids.size) throw new Broken(`${ids.size - rows.length} of ${table} are gone`);
  }
  const doubled = await ask(
    `select borrower_id from complaint group by borrower_id having count(*) > 1
     union all select borrower_id from loan_order where status <> 180 group by borrower_id having count(*) > 1
     union all select borrower_id from picture group by borrower_id having count(*) > 1`,
    [],
  );
  // Everybody who applies or complains does so once.
  if (doubled.rows.length > 0) throw new Broken(`${doubled.rows.length} deeds were done twice`);
}
