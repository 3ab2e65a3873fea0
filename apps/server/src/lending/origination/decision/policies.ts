import { createHash } from 'node:crypto';
import { type Policy, parsePolicy, weakerThanLaw } from '@hiram/decision';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Brand } from '../../../brands/brand.ts';
import { lawOnCredit } from '../../../brands/markets/laws.ts';
import { markets } from '../../../brands/markets/markets.ts';
import { canonicalJson } from '../../../platform/crypto/canonical-json.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import type { Database } from '../../../platform/database/schema/schema.ts';
import { ConfigError } from '../../../platform/errors/config-error.ts';
import { newId } from '../../../platform/ids.ts';

export type PolicyRow = Selectable<Database['decision_policy']>;

/** A version of a brand's credit policy. */
export interface StoredPolicy {
  readonly version: number;
  readonly policy: Policy;
}

/** SHA-256 of the policy's canonical JSON (RFC 8785). */
export function policyDigest(policy: Policy): Buffer {
  return createHash('sha256').update(canonicalJson(policy)).digest();
}

const parsed = new Map<string, Policy>();
const maxParsed = 100;

/** The policy of a row. Policies that decide are parsed once. */
export function policyOf({ body, sha256 }: Pick<PolicyRow, 'body' | 'sha256'>): Policy {
  const key = sha256.toString('hex');
  const known = parsed.get(key);
  if (known) return known;
  const policy = parsePolicy(body);
  if (parsed.size >= maxParsed) parsed.clear();
  parsed.set(key, policy);
  return policy;
}

/** The version that decides now, and the one that runs beside it and decides nothing, if there is one. */
export interface PoliciesInEffect {
  readonly policy: StoredPolicy;
  readonly shadow: StoredPolicy | undefined;
}

/**
 * The version that decides now, by the database's clock, and as shadow the newest checked one. Throws if the brand has none that
 * decides, which a server's start makes.
 */
export async function policiesInEffect(db: Db, brand: string): Promise<PoliciesInEffect> {
  const versions = db
    .selectFrom('decision_policy')
    .select(['version', 'body', 'sha256'])
    .where('brand', '=', brand)
    .limit(1);
  const deciding = versions
    .select(sql<boolean>`false`.as('isShadow'))
    .where('effective_at', '<=', sql<Date>`now()`)
    .orderBy('effective_at', 'desc')
    .orderBy('version', 'desc');
  const checked = versions
    .select(sql<boolean>`true`.as('isShadow'))
    .where('state', '=', 'checked')
    .orderBy('version', 'desc');
  const rows = await db
    .selectFrom(deciding.as('deciding'))
    .selectAll()
    .unionAll(db.selectFrom(checked.as('checked')).selectAll())
    .execute();
  const stored = (isShadow: boolean) => {
    const row = rows.find((found) => found.isShadow === isShadow);
    return row && { version: row.version, policy: policyOf(row) };
  };
  const policy = stored(false);
  if (!policy) throw new Error(`the brand ${brand} has no credit policy`);
  return { policy, shadow: stored(true) };
}

export async function policyInEffect(db: Db, brand: string): Promise<StoredPolicy> {
  return (await policiesInEffect(db, brand)).policy;
}

/**
 * Stores the policy of a brand's file as its first version, if the brand has none. Throws ConfigError if the version that decides
 * is weaker than the market's law.
 */
export async function saveFirstPolicy(trx: Db, brand: Brand, now: Date): Promise<void> {
  const known = await trx
    .selectFrom('decision_policy')
    .select('version')
    .where('brand', '=', brand.id)
    .limit(1)
    .executeTakeFirst();
  if (!known) await insertFirstPolicy(trx, brand, now);
  const { version, policy } = await policyInEffect(trx, brand.id);
  const [fault] = weakerThanLaw(policy, lawOnCredit(markets[brand.market].laws));
  if (fault)
    throw new ConfigError(
      `the credit policy of ${brand.id}, version ${version}: ${fault.path}: ${fault.fault}`,
    );
}

/** Two servers that start at once insert it once. */
async function insertFirstPolicy(trx: Db, brand: Brand, now: Date): Promise<void> {
  await trx
    .insertInto('decision_policy')
    .values({
      id: newId(),
      brand: brand.id,
      version: 1,
      body: JSON.stringify(brand.policy),
      sha256: policyDigest(brand.policy),
      state: 'active',
      note: 'policy.json of the brand',
      created_at: now,
      effective_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.columns(['brand', 'version']).doNothing())
    .execute();
}

/** Says of granted versions whose moment has passed that they are active, and of the ones before them that they are superseded. */
export async function recordActivations(trx: Db, brand: string): Promise<void> {
  const activated = await trx
    .updateTable('decision_policy')
    .set({ state: 'active' })
    .where('brand', '=', brand)
    .where('state', '=', 'granted')
    .where('effective_at', '<=', sql<Date>`now()`)
    .returning('version')
    .execute();
  for (const { version } of activated)
    await trx
      .updateTable('decision_policy')
      .set({ state: 'superseded' })
      .where('brand', '=', brand)
      .where('state', '=', 'active')
      .where('version', '<>', version)
      .execute();
}
