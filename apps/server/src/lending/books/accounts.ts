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
  const rows = await trx
    .selectFrom('gl_account')
    .select(['code', 'type', 'currency'])
    .where('brand', '=', brand.id)
    .execute();
  const types = new Map(brand.chart.accounts.map(({ code, type }) => [code, type]));
  for (const before of rows)
    if ((types.get(before.code) ?? before.type) !== before.type || before.currency !== currency)
      throw new CannotPost(
        `accounts.${before.code}: it is an account of type ${before.type} in ${before.currency}, and stays one: take a new code`,
      );
  // One statement: an account may stand before the one above it.
  await sql`
    insert into gl_account (brand, code, name, type, currency, parent, external_code)
    select ${brand.id}, code, name, type, ${currency}, parent, "externalCode"
    from jsonb_to_recordset(${JSON.stringify(brand.chart.accounts)}::jsonb)
      as account (code text, name text, type text, parent text, "externalCode" text)
    on conflict (brand, code) do update
      set name = excluded.name, parent = excluded.parent, external_code = excluded.external_code
      where (gl_account.name, gl_account.parent, gl_account.external_code)
        is distinct from (excluded.name, excluded.parent, excluded.external_code)`.execute(trx);
}
