import type { Component } from '@hiram/books';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { accountOf } from '../../brands/chart.ts';
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
  const existing = new Map(
    (await trx.selectFrom('gl_account').selectAll().where('brand', '=', brand.id).execute()).map((row) => [
      row.code,
      row,
    ]),
  );
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

/** The components and their accounts, as two lists of the same length for a function of the database. */
export function accountLists(
  { chart }: Brand,
  components: readonly Component[],
): { readonly components: string[]; readonly accounts: string[] } {
  return {
    components: [...components],
    accounts: components.map((component) => accountOf(chart, component)),
  };
}
