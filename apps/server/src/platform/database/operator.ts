import type pg from 'pg';

/** Sets the actor that the audit trail records for this connection's changes from now on. */
export async function setActor(client: pg.ClientBase, actor: string): Promise<void> {
  await client.query(`select set_config('hiram.actor', $1, false)`, [actor]);
}

/** Like `setActor`, for an operator's command: `command keys rotate`. */
export function setCommandActor(client: pg.ClientBase, command: string): Promise<void> {
  return setActor(client, `command ${command}`);
}

/** Two people who stand for a decision about money from the shell. */
export interface TwoPersons {
  readonly by: string;
  readonly second: string;
}

/**
 * Names the two people who stand for this connection's decisions about money from now on. The database records them once for
 * each decision, and accepts such a decision from the schema's owner alone.
 */
export async function setTwoPersons(
  client: pg.ClientBase,
  decisionId: string,
  { by, second }: TwoPersons,
): Promise<void> {
  const named = JSON.stringify({ id: decisionId, by, second });
  await client.query(`select set_config('hiram.break_glass', $1, false)`, [named]);
}

/** The action of the audit entry of a backup that is complete; `backup` says that one began. */
export const backupDone = 'backup complete';

/**
 * Adds an audit entry for an action that concerns the whole installation, in the client's transaction if it has one. Returns
 * false without an entry if the schema is older than the audit trail.
 */
export async function addAuditEntry(client: pg.ClientBase, action: string, detail: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass(current_schema() || '.audit_entry') is not null as exists`,
  );
  if (!rows[0]?.exists) return false;
  await client.query(
    `insert into audit_entry (at, login, actor, action, subject, subject_id, detail)
     values (clock_timestamp(), session_user, current_setting('hiram.actor', true), $1, 'installation', 'all', $2)`,
    [action, detail],
  );
  return true;
}
