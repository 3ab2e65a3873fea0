import type { Brand } from '../../brands/brand.ts';
import { loadProduct, type StoredProduct } from '../../lending/origination/products.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/** Every product that the brand ever offered, by its code. */
export async function productsByCode(db: Db, brand: Brand): Promise<ReadonlyMap<string, StoredProduct>> {
  const rows = await db.selectFrom('product').select(['id', 'code']).where('brand', '=', brand.id).execute();
  const products = new Map<string, StoredProduct>();
  for (const { id, code } of rows) products.set(code, await loadProduct(db, brand, id));
  return products;
}
