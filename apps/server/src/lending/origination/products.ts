import { createHash } from 'node:crypto';
import type { ProductId } from '@hiram/contract/ids';
import { type Cents, cents, type Product, type Terms, termsFor } from '@hiram/loan';
import type { Selectable } from 'kysely';
import type { Brand, BrandProduct } from '../../brands/brand.ts';
import { canonicalJson } from '../../platform/crypto/canonical-json.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId, newId } from '../../platform/ids.ts';

export type ProductRow = Selectable<Database['product']>;

/** The shown parts of a product besides its figures. Each is optional. */
export interface Display {
  readonly confirmPrompt?: { readonly title: string; readonly content: string };
  readonly popAgreement?: boolean;
  readonly quiet?: boolean;
  /** No collection of repayments, and therefore no complaints about collectors (CMP-04). */
  readonly uncollected?: boolean;
  /** The code of the product of which this is an unlisted variant: a policy's limits name that one. */
  readonly variantOf?: string;
}

/** The code by which a policy knows a product. */
export function policyCode({ code, display }: Pick<ProductRow, 'code' | 'display'>): string {
  return (display as Display).variantOf ?? code;
}

/** A stored product with its figures for the engine. */
export interface StoredProduct {
  readonly row: ProductRow;
  readonly figures: Product;
  readonly display: Display;
}

type Figures = Pick<BrandProduct, 'termDays' | 'periods' | 'dailyPpm' | 'feePpm' | 'extensions'>;

/** The columns of a product's figures. */
export type FigureColumns = Pick<ProductRow, 'kind' | 'terms' | 'amount_min' | 'amount_max' | 'amount_step'>;

export const figuresOf = (row: FigureColumns): Product => ({
  // `saveProduct` wrote it from a checked brand file.
  ...(row.terms as Figures),
  kind: row.kind,
  amountMin: cents(row.amount_min),
  amountMax: cents(row.amount_max),
  amountStep: cents(row.amount_step),
});

function storedProduct(row: ProductRow): StoredProduct {
  return { row, figures: figuresOf(row), display: row.display as Display };
}

/** Inserts or updates a product by its code, and offers a withdrawn one again. Returns its id. */
export async function saveProduct(
  db: Db,
  brand: Brand,
  product: BrandProduct,
  options: { display?: Display; listed?: boolean; logo?: string; now: Date },
): Promise<ProductId> {
  const { termDays, periods, dailyPpm, feePpm, extensions } = product;
  const figures: Figures = { termDays, periods, dailyPpm, feePpm, extensions };
  const values = {
    name: product.name,
    logo: options.logo ?? product.code,
    kind: product.kind,
    terms: JSON.stringify(figures),
    amount_min: product.amountMin,
    amount_max: product.amountMax,
    amount_step: product.amountStep,
    amount_offered: product.amountOffered,
    display: JSON.stringify(options.display ?? {}),
    listed: options.listed ?? true,
  };
  const saved = await db
    .insertInto('product')
    .values({ id: newId(), brand: brand.id, code: product.code, created_at: options.now, ...values })
    .onConflict((conflict) =>
      conflict.columns(['brand', 'code']).doUpdateSet({ ...values, withdrawn_at: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return saved.id;
}

/**
 * Updates the products of the database from the brand's file. A product that the file no longer has is withdrawn, never deleted.
 */
export async function saveProducts(db: Db, brand: Brand, now: Date): Promise<void> {
  for (const product of brand.products) await saveProduct(db, brand, product, { now });
  await db
    .updateTable('product')
    .set({ withdrawn_at: now })
    .where('brand', '=', brand.id)
    .where('listed', '=', true)
    .where('withdrawn_at', 'is', null)
    .where(
      'code',
      'not in',
      brand.products.map((product) => product.code),
    )
    .execute();
}

/** A product of the brand. Throws NotFound for an unknown product and for another brand's. */
export async function loadProduct(db: Db, brand: Brand, productId: ProductId): Promise<StoredProduct> {
  const row = await db
    .selectFrom('product')
    .selectAll()
    .where('id', '=', knownId(productId))
    .where('brand', '=', brand.id)
    .executeTakeFirst();
  if (!row) throw new NotFound('product');
  return storedProduct(row);
}

/** A product of any brand, for pages without a borrower. Throws NotFound. */
export async function loadAnyProduct(db: Db, productId: ProductId): Promise<StoredProduct> {
  const row = await db
    .selectFrom('product')
    .selectAll()
    .where('id', '=', knownId(productId))
    .executeTakeFirst();
  if (!row) throw new NotFound('product');
  return storedProduct(row);
}

export async function listProducts(db: Db, brand: Brand): Promise<readonly StoredProduct[]> {
  const rows = await db
    .selectFrom('product')
    .selectAll()
    .where('brand', '=', brand.id)
    .where('listed', '=', true)
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(storedProduct);
}

/** Reports whether the amount (cents) is in the product's range and on one of its steps. */
export function isOffered(product: StoredProduct, amount: number): boolean {
  const { amountMin, amountMax, amountStep } = product.figures;
  return amount >= amountMin && amount <= amountMax && (amount - amountMin) % amountStep === 0;
}

export function termsOf(
  brand: Brand,
  product: StoredProduct,
  amount: Cents,
  client: 'new' | 'repeat',
): Terms {
  return termsFor(product.figures, amount, client, brand.rules);
}

/** A digest of all terms: equal for two offers with the same terms. */
export function termsHash(terms: Terms): Buffer {
  return createHash('sha256').update(canonicalJson(terms)).digest();
}
