import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { CannotPost } from './cannot-post.ts';

export const currencyOf = (brand: Brand): string => markets[brand.market].currency;

/**
 * Opens the books of a brand, and brings its accounts up to its chart: new ones are added, names, parents and external codes
 * change. Accounts that the chart no longer has keep their balance. Throws CannotPost if an account changed its type or currency.
 */
export async function syncAccounts(trx: Db, brand: Brand): Promise<void> {
  const currency = currencyOf(brand);
  await sql`select open_gl_book(${brand.id}, ${currency}) from installation`.execute(trx);
  const rows = await trx.selectFrom('gl_account').selectAll().where('brand', '=', brand.id).execute();
  const existing = new Map(rows.map((row) => [row.code, row]));
  const added = brand.chart.accounts.filter(({ code }) => !existing.has(code));
  // One statement: an account may stand before the one above it.
  if (added.length > 0)
    await trx
      .insertInto('gl_account')
      .values(
        added.map(({ code, name, type, parent, externalCode }) => ({
          brand: brand.id,
          code,
          name,
          type,
          currency,
          parent,
          external_code: externalCode,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const { code, name, type, parent = null, externalCode = null } of brand.chart.accounts) {
    const before = existing.get(code);
    if (!before) continue;
    if (before.type !== type || before.currency !== currency)
      throw new CannotPost(
        `accounts.${code}: it is an account of type ${before.type} in ${before.currency}, and stays one: take a new code`,
      );
    if (before.name !== name || before.parent !== parent || before.external_code !== externalCode)
      await trx
        .updateTable('gl_account')
        .set({ name, parent, external_code: externalCode })
        .where('brand', '=', brand.id)
        .where('code', '=', code)
        .execute();
  }
}
