import type pg from 'pg';
import { serverRole } from '../embedded/embedded.ts';

interface Power {
  readonly role: string;
  readonly power: string;
}

/**
 * Every role that a login is or can become, with what allows it to write the ledger without `posting`, to update
 * whole tables, or to sign as cell 0's database.
 */
const powers = `
with books as (select to_regclass(name)::oid as oid from unnest(array['journal', 'journal_line']) as name where to_regclass(name) is not null)
select role, power from (
  select rolname as role, rolname = $1 as itself, case
    when rolsuper then 'is a superuser'
    when exists (select from books join pg_class using (oid) where relowner = r.oid)
      or exists (select from pg_proc where oid = to_regproc('post_journal') and proowner = r.oid)
      or exists (select from pg_namespace where nspname = current_schema() and nspowner = r.oid)
      or exists (select from pg_database where datname = current_database() and datdba = r.oid)
      then 'owns the ledger''s tables'
    when exists (select from books where has_any_column_privilege(r.oid, oid, 'INSERT, UPDATE'))
      then 'may write the ledger''s tables'
    when exists (select from books where has_table_privilege(r.oid, oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER'))
      then 'may change the ledger''s tables'
    -- Updates are granted by column.
    when exists (select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v')
      and has_table_privilege(r.oid, oid, 'UPDATE')) then 'may update whole tables'
    when rolname in ('pg_write_server_files', 'pg_execute_server_program') then 'may write the files of PostgreSQL'
    when has_any_column_privilege(r.oid, to_regclass('reference_key'), 'SELECT') then 'may read the secret of the cells'
    when rolcreaterole then 'may give itself other roles'
  end as power
  from pg_roles r where rolname = $1 or pg_has_role($1, r.oid, 'MEMBER')
) as every where power is not null order by itself desc, role limit 1`;

/**
 * Returns the rights of a server's login beyond a server's needs as a one-line message, or undefined: with
 * them a person who takes over the server could rewrite the ledger. `setting`: where the address comes from.
 * A database without a ledger may have the servers' role, and nothing that leads to its owner.
 */
export async function checkLogin(pool: pg.Pool, setting = 'DATABASE_URL'): Promise<string | undefined> {
  const { rows } = await pool.query<{ login: string }>('select session_user::text as login');
  const login = rows[0]?.login ?? '';
  const excess = (await pool.query<Power>(powers, [login])).rows[0];
  if (!excess) return undefined;
  const relation = excess.role === login ? 'which' : `which may act as ${excess.role}, which`;
  return `${setting} signs in as ${login}, ${relation} ${excess.power}: give the server its own login with only the rights of ${serverRole}; the owner's address is for \`hiram migrate\` alone`;
}

/** The id of an installation: the moment of its creation. */
export const installationId = 'select extract(epoch from created_at)::text as id from installation';
