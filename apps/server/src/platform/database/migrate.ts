import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { actorNow } from './actor.ts';
import { installationId } from './check-login.ts';
import { serverRole } from './embedded.ts';
import { installJobs } from './install-queue.ts';
import * as foundation from './migrations/0001-foundation.ts';
import * as sandboxProvider from './migrations/0002-sandbox-provider.ts';
import * as trackingDays from './migrations/0003-tracking-days.ts';
import * as serverRights from './migrations/0004-server-rights.ts';
import * as complaints from './migrations/0005-complaints.ts';
import * as account from './migrations/0006-account.ts';
import * as certification from './migrations/0007-certification.ts';
import * as calculator from './migrations/0008-calculator.ts';
import * as contracts from './migrations/0009-contracts.ts';
import * as repayment from './migrations/0010-repayment.ts';
import * as promotion from './migrations/0011-promotion.ts';
import * as pictureRemoval from './migrations/0012-picture-removal.ts';
import * as captchaWork from './migrations/0014-captcha-work.ts';
import * as disclosures from './migrations/0015-disclosures.ts';
import * as nextLook from './migrations/0016-next-look.ts';
import * as keyCheck from './migrations/0017-key-check.ts';
import * as retention from './migrations/0018-retention.ts';
import * as reconciliation from './migrations/0019-reconciliation.ts';
import * as watching from './migrations/0020-watching.ts';
import * as audit from './migrations/0021-audit.ts';
import * as auditActors from './migrations/0022-audit-actors.ts';
import * as money from './migrations/0023-money.ts';
import * as sessions from './migrations/0025-sessions.ts';
import * as webhooksRecorded from './migrations/0027-webhooks-recorded.ts';
import * as erasure from './migrations/0028-erasure.ts';
import * as unsentPayouts from './migrations/0029-unsent-payouts.ts';
import * as adjustments from './migrations/0030-adjustments.ts';
import * as cardConfirming from './migrations/0031-card-confirming.ts';
import * as givenSessions from './migrations/0032-given-sessions.ts';
import * as reckonedOrders from './migrations/0045-reckoned-orders.ts';
import * as accountBranches from './migrations/0055-account-branches.ts';
import * as webBuilds from './migrations/0060-web-builds.ts';
import * as statusComputedOn from './migrations/0061-status-computed-on.ts';
import * as writeProbe from './migrations/0062-write-probe.ts';
import * as identity from './migrations/0065-identity.ts';
import * as sessionProofs from './migrations/0075-session-proofs.ts';
import * as requestDigests from './migrations/0076-request-digests.ts';
import * as codeAskers from './migrations/0077-code-askers.ts';
import * as codeCaptchas from './migrations/0078-code-captchas.ts';
import * as erasing from './migrations/0085-erasing.ts';
import * as usageLimits from './migrations/0086-usage-limits.ts';
import * as limitsByRow from './migrations/0087-limits-by-row.ts';
import * as encryptedAgreements from './migrations/0110-encrypted-agreements.ts';
import * as usageByBrand from './migrations/0111-usage-by-brand.ts';
import { setActor } from './operator.ts';
import type { Tables } from './schema.ts';
import { grantUpdates } from './updatable-columns.ts';

/** Every migration, in the order of its name. */
export const migrations = {
  '0001-foundation': foundation,
  '0002-sandbox-provider': sandboxProvider,
  '0003-tracking-days': trackingDays,
  '0004-server-rights': serverRights,
  '0005-complaints': complaints,
  '0006-account': account,
  '0007-certification': certification,
  '0008-calculator': calculator,
  '0009-contracts': contracts,
  '0010-repayment': repayment,
  '0011-promotion': promotion,
  '0012-picture-removal': pictureRemoval,
  '0014-captcha-work': captchaWork,
  '0015-disclosures': disclosures,
  '0016-next-look': nextLook,
  '0017-key-check': keyCheck,
  '0018-retention': retention,
  '0019-reconciliation': reconciliation,
  '0020-watching': watching,
  '0021-audit': audit,
  '0022-audit-actors': auditActors,
  '0023-money': money,
  '0025-sessions': sessions,
  '0027-webhooks-recorded': webhooksRecorded,
  '0028-erasure': erasure,
  '0029-unsent-payouts': unsentPayouts,
  '0030-adjustments': adjustments,
  '0031-card-confirming': cardConfirming,
  '0032-given-sessions': givenSessions,
  '0045-reckoned-orders': reckonedOrders,
  '0055-account-branches': accountBranches,
  '0060-web-builds': webBuilds,
  '0061-status-computed-on': statusComputedOn,
  '0062-write-probe': writeProbe,
  '0065-identity': identity,
  '0075-session-proofs': sessionProofs,
  '0076-request-digests': requestDigests,
  '0077-code-askers': codeAskers,
  '0078-code-captchas': codeCaptchas,
  '0085-erasing': erasing,
  '0086-usage-limits': usageLimits,
  '0087-limits-by-row': limitsByRow,
  '0110-encrypted-agreements': encryptedAgreements,
  '0111-usage-by-brand': usageByBrand,
};

/**
 * Whether a newer version has migrated the schema. Migrations only add, so this version works on it too: during an upgrade a
 * server of the previous version may start again.
 */
async function isNewer(db: Kysely<Tables>): Promise<boolean> {
  const table = await sql<{
    name: string | null;
  }>`select to_regclass('kysely_migration')::text as name`.execute(db);
  if (table.rows[0]?.name === null) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(rows.map((row) => row.name));
  const own = Object.keys(migrations);
  return own.every((name) => done.has(name)) && done.size > own.length;
}

/** The key of the advisory lock: any number that no other lock of ours uses. */
const installLockKey = 7_262_931;

export class WrongInstallation extends Error {}

/**
 * Migrates the schema to the latest version as its owner, on a connection of its own. Several servers may do it at once. The
 * first migration records whether this is a sandbox's database. Throws WrongInstallation if it is the other mode's. Returns
 * the installation id.
 */
export async function migrate(owner: pg.PoolConfig, sandbox: boolean): Promise<string> {
  const actor = actorNow() ?? 'migration';
  const pool = new pg.Pool({ ...owner, max: 2, onConnect: (client) => setActor(client, actor) });
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const newer = await isNewer(db);
    if (!newer) {
      const migrator = new Migrator({
        db,
        provider: { getMigrations: async () => migrations },
        // Each migration only adds, so one may run after a later number has run.
        allowUnorderedMigrations: true,
      });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    }
    const { isSandbox, id } = await db.transaction().execute(async (trx) => {
      // Two concurrent grants of the same right fail, so servers that start together do it one after the other.
      await sql`select pg_advisory_xact_lock(${installLockKey})`.execute(trx);
      await installJobs(owner, serverRole, (statement) => sql.raw(statement).execute(trx));
      if (!newer) await grantUpdates(trx, serverRole);
      await sql`insert into installation (sandbox) values (${sandbox}) on conflict do nothing`.execute(trx);
      const { rows } = await sql<{ sandbox: boolean }>`select sandbox from installation`.execute(trx);
      const installation = await sql.raw<{ id: string }>(installationId).execute(trx);
      return { isSandbox: rows[0]?.sandbox, id: installation.rows[0]?.id ?? '' };
    });
    if (isSandbox !== sandbox)
      throw new WrongInstallation(
        sandbox
          ? 'this database is not a sandbox: start without SANDBOX=1, or give the sandbox a database of its own'
          : 'this database is a sandbox: it never becomes a lender’s; give production a database of its own',
      );
    return id;
  } finally {
    await db.destroy();
  }
}
