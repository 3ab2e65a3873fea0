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

/** Version and digest of the policy that decides and of its shadow, null without one. */
export interface PolicyColumns {
  readonly deciding: number | null;
  readonly deciding_sha256: Buffer | null;
  readonly shadow: number | null;
  readonly shadow_sha256: Buffer | null;
}

export const policyColumns = sql`deciding.version as deciding, deciding.sha256 as deciding_sha256,
  shadow.version as shadow, shadow.sha256 as shadow_sha256`;

/** Joins the version that decides now, by the database's clock, and as shadow the newest checked one. */
export const policyJoins = (brand: string) => sql`
  left join lateral (select version, sha256 from decision_policy where brand = ${brand} and effective_at <= now()
    order by effective_at desc, version desc limit 1) deciding on true
  left join lateral (select version, sha256 from decision_policy where brand = ${brand} and state = 'checked'
    order by version desc limit 1) shadow on true`;

/** The policies of a row. Throws if the brand has none that decides, which a server's start makes. */
export async function policiesIn(
  db: Db,
  brand: string,
  row: PolicyColumns | undefined,
): Promise<PoliciesInEffect> {
  const policy = await storedPolicy(db, brand, row?.deciding, row?.deciding_sha256);
  if (!policy) throw new Error(`the brand ${brand} has no credit policy`);
  return { policy, shadow: await storedPolicy(db, brand, row?.shadow, row?.shadow_sha256) };
}

/** The body is read once. A draft keeps its version when it changes, so the digest names it. */
async function storedPolicy(
  db: Db,
  brand: string,
  version: number | null | undefined,
  sha256: Buffer | null | undefined,
): Promise<StoredPolicy | undefined> {
  if (!version || !sha256) return undefined;
  const known = parsed.get(sha256.toString('hex'));
  if (known) return { version, policy: known };
  const row = await db
    .selectFrom('decision_policy')
    .select(['body', 'sha256'])
    .where('brand', '=', brand)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return { version, policy: policyOf(row) };
}

/** The version that decides a brand's applications now. */
export async function policyInEffect(db: Db, brand: string): Promise<StoredPolicy> {
  const { rows } = await sql<PolicyColumns>`
    select ${policyColumns} from (values (1)) always ${policyJoins(brand)}`.execute(db);
  return (await policiesIn(db, brand, rows[0])).policy;
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

/**
 * Says of granted versions whose moment has passed that they are active, and of the ones before them that
 * they are superseded.
 */
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
