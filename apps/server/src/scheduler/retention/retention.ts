import { addDays, type LocalDate } from '@hiram/loan';
import { type RawBuilder, sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { Retention } from '../../brands/validation/retention.ts';
import type { AppContext } from '../../context/app-context.ts';
import { oncePerDay } from '../../platform/jobs/daily-run.ts';

const batch = 5_000;
/** Maximum number of batches of a rule in a run. The rest is deleted on the next day. */
const maxBatches = 200;
const dayMs = 86_400_000;

/** The age limit of rows: a time, and a business day for tables with days. */
interface Age {
  readonly brand: string;
  readonly before: Date;
  readonly day: LocalDate;
}

interface Rule {
  readonly kind: keyof Retention;
  readonly table: string;
  readonly aged: (age: Age) => RawBuilder<unknown>;
  /** The columns that identify a row; by default `ctid`, by which a batch is deleted much faster than by a primary key. */
  readonly row?: RawBuilder<unknown>;
  /** True if the rows belong to the lender and not to a brand: they expire by the shortest term of its brands. */
  readonly isShared?: boolean;
}

const ofBorrower = (brand: string) => sql`borrower_id in (select id from borrower where brand = ${brand})`;

/** The tables whose rows expire, and the setting with their age. A test compares the tables with the database's catalogue. */
export const retentionRules: readonly Rule[] = [
  {
    kind: 'visitors',
    table: 'visitor',
    aged: ({ brand, before }) => sql`brand = ${brand} and created_at < ${before}`,
  },
  {
    kind: 'codes',
    table: 'one_time_code',
    aged: ({ brand, before }) => sql`brand = ${brand} and created_at < ${before}`,
  },
  {
    kind: 'codes',
    table: 'sign_in_try',
    aged: ({ brand, before }) => sql`brand = ${brand} and at < ${before}`,
  },
  {
    kind: 'codes',
    table: 'usage_count',
    aged: ({ brand, before }) => sql`brand = ${brand} and window_start < ${before}`,
  },
  {
    kind: 'sessions',
    table: 'ticket',
    aged: ({ brand, before }) =>
      sql`session_hash in (select token_hash from session where brand = ${brand} and coalesce(revoked_at, expires_at) < ${before})`,
  },
  {
    kind: 'sessions',
    table: 'session',
    aged: ({ brand, before }) => sql`brand = ${brand} and coalesce(revoked_at, expires_at) < ${before}`,
  },
  {
    kind: 'sessions',
    table: 'staff_session',
    isShared: true,
    aged: ({ before }) => sql`coalesce(revoked_at, expires_at) < ${before}`,
  },
  {
    kind: 'sessions',
    table: 'staff_invitation',
    isShared: true,
    aged: ({ before }) => sql`expires_at < ${before}`,
  },
  {
    kind: 'codes',
    table: 'staff_challenge',
    isShared: true,
    aged: ({ before }) => sql`expires_at < ${before}`,
  },
  {
    kind: 'codes',
    table: 'staff_directory_sign_in',
    isShared: true,
    aged: ({ before }) => sql`expires_at < ${before}`,
  },
  {
    kind: 'codes',
    table: 'staff_directory_role',
    isShared: true,
    aged: ({ before }) => sql`expires_at < ${before}`,
  },
  {
    kind: 'locations',
    table: 'device_location',
    aged: ({ brand, before }) => sql`at < ${before} and ${ofBorrower(brand)}`,
  },
  {
    kind: 'texts',
    table: 'sms',
    aged: ({ brand, before }) => sql`brand = ${brand} and created_at < ${before}`,
  },
  {
    kind: 'texts',
    table: 'mail',
    isShared: true,
    aged: ({ before }) => sql`created_at < ${before}`,
  },
  {
    kind: 'drafts',
    table: 'profile_draft',
    aged: ({ brand, before }) => sql`updated_at < ${before} and ${ofBorrower(brand)}`,
  },
  {
    kind: 'offers',
    table: 'offer',
    aged: ({ brand, before }) => sql`shown_at < ${before} and ${ofBorrower(brand)}`,
  },
  {
    kind: 'offers',
    table: 'application_address',
    aged: ({ brand, before }) => sql`brand = ${brand} and applied_at < ${before}`,
  },
  {
    kind: 'offers',
    table: 'refused_link',
    aged: ({ brand, before }) => sql`brand = ${brand} and seen_at < ${before}`,
  },
  {
    kind: 'repeats',
    table: 'idempotency',
    aged: ({ brand, before }) => sql`created_at < ${before} and ${ofBorrower(brand)}`,
  },
  {
    kind: 'tracking',
    table: 'tracking_event',
    row: sql`day, id`,
    aged: ({ brand, day }) => sql`brand = ${brand} and day < ${day}::date`,
  },
  {
    kind: 'promotion',
    table: 'promotion_event',
    aged: ({ brand, day }) => sql`brand = ${brand} and day < ${day}::date`,
  },
  {
    kind: 'blocks',
    table: 'blocked_person',
    aged: ({ brand, before }) => sql`brand = ${brand} and blocked_at < ${before}`,
  },
  {
    kind: 'identity',
    table: 'identity_check',
    aged: ({ brand, before }) => sql`brand = ${brand} and created_at < ${before}`,
  },
  {
    kind: 'bureau',
    table: 'bureau_report',
    aged: ({ brand, before }) => sql`brand = ${brand} and asked_at < ${before}`,
  },
];

/**
 * Deletes expired rows of a brand (`retention` of its file), once a business day among all servers, in batches. Also drops whole
 * days of tracking that no brand keeps.
 */
export async function deleteByAge(appContext: AppContext, brand: Brand, today: LocalDate): Promise<void> {
  await oncePerDay(appContext, { name: 'retention', brand: brand.id, day: today }, async () => {
    const now = appContext.clock.now().getTime();
    const maxDays = Math.max(
      ...[...appContext.brands.values()].map((configured) => configured.retention.tracking),
    );
    const { rows } = await sql<{ dropped: number }>`
      select drop_tracking_days(least(${addDays(today, -maxDays)}::date, current_date - 30)) as dropped`.execute(
      appContext.db,
    );
    const counts: Record<string, number> = { trackingDays: rows[0]?.dropped ?? 0 };
    const failed: unknown[] = [];
    for (const rule of retentionRules) {
      const days = brand.retention[rule.kind];
      const age = { brand: brand.id, before: new Date(now - days * dayMs), day: addDays(today, -days) };
      try {
        counts[rule.table] = await deleteAged(appContext, rule, age);
      } catch (error) {
        // A failure of one table must not stop the others.
        failed.push(error);
      }
    }
    if (failed.length > 0)
      throw new AggregateError(failed, `${failed.length} tables still have expired rows`);
    return counts;
  });
}

async function deleteAged(
  appContext: AppContext,
  { table, aged, row = sql`ctid` }: Rule,
  age: Age,
): Promise<number> {
  let deleted = 0;
  for (let round = 0; round < maxBatches; round += 1) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where (${row}) in (
      select ${row} from ${sql.table(table)} where ${aged(age)} limit ${batch})`.execute(appContext.db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BigInt(batch)) break;
  }
  return deleted;
}
