import type pg from 'pg';

/** In the audit trail, what this connection changes from now on is in that name. */
export async function actFor(client: pg.ClientBase, actor: string): Promise<void> {
  await client.query(`select set_config('hiram.actor', $1, false)`, [actor]);
}

/** As `actFor`, for one of the operators' commands: `command keys rotate`. */
export function actAsCommand(client: pg.ClientBase, command: string): Promise<void> {
  return actFor(client, `command ${command}`);
}

/**
 * Leaves an entry of a action that concerns everything at once, in the client's transaction where it has one. A schema from
 * before the trail has nowhere to put it: then nothing happens, and the answer is false.
 */
export async function leaveEntry(client: pg.ClientBase, action: string, detail: string): Promise<boolean> {
  const { rows } = await client.query<{ stands: boolean }>(
    `select to_regclass('public.audit_entry') is not null as stands`,
  );
  if (!rows[0]?.stands) return false;
  await client.query(
    `insert into audit_entry (at, login, actor, action, subject, subject_id, detail)
     values (clock_timestamp(), session_user, current_setting('hiram.actor', true), $1, 'installation', 'all', $2)`,
    [action, detail],
  );
  return true;
}
