import type pg from 'pg';
import { serverRole } from './embedded.ts';

/**
 * `one address`: owner and server share DATABASE_URL, so the login is the owner and the check applies to the role that the
 * connection switched to.
 */
type Mode = 'own login' | 'one address';

interface Power {
  readonly role: string;
  readonly power: string;
}

/** Every role that a login is or can become, with what allows it to write the ledger without `post_journal`. */
const powers = `
with books as (select 'public.journal'::regclass::oid as oid union all select 'public.journal_line'::regclass::oid)
select role, power from (
  select rolname as role, rolname = $1 as itself, case
    when rolsuper then 'is a superuser'
    when exists (select from books join pg_class using (oid) where relowner = r.oid)
      or exists (select from pg_proc where oid = to_regproc('public.post_journal') and proowner = r.oid)
      or exists (select from pg_namespace where nspname = 'public' and nspowner = r.oid)
      or exists (select from pg_database where datname = current_database() and datdba = r.oid)
      then 'owns the ledger''s tables'
    when exists (select from books where has_any_column_privilege(r.oid, oid, 'INSERT, UPDATE'))
      then 'may write the ledger''s tables'
    when exists (select from books where has_table_privilege(r.oid, oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER'))
      then 'may change the ledger''s tables'
    when rolname in ('pg_write_server_files', 'pg_execute_server_program') then 'may write the files of PostgreSQL'
    when rolcreaterole then 'may give itself other roles'
  end as power
  from pg_roles r where rolname = $1 or pg_has_role($1, r.oid, 'MEMBER')
) as every where power is not null order by itself desc, role limit 1`;

/** Whether the login has the server's role; not everything that a server needs. */
const membership = `
select session_user::text as session, current_user::text as now,
  coalesce((select pg_has_role(current_user, oid, 'USAGE') from pg_roles where rolname = '${serverRole}'), false) as serves`;

/**
 * Checks the login that a server works with. Returns `fatal` if the server cannot work with it, and `power` if it can do
 * more than a server should: a person who takes over the server could rewrite the ledger. Returns a one-line message, or
 * undefined.
 *
 * `installed`: the installation id that `migrate` returned.
 */
export async function checkLogin(
  pool: pg.Pool,
  mode: Mode,
  installed: string,
): Promise<{ kind: 'fatal' | 'power'; line: string } | undefined> {
  const { rows } = await pool.query<{ session: string; now: string; serves: boolean }>(membership);
  const { session, now, serves } = rows[0] ?? { session: '', now: '', serves: false };
  if (mode === 'one address' && now !== serverRole)
    return {
      kind: 'power',
      line: `A pooler drops the start-up option role=${serverRole}, so the server would work as ${now}: ${remedy}`,
    };
  if (!serves)
    return {
      kind: 'fatal',
      line: `DATABASE_URL signs in as ${now}, which lacks the rights of ${serverRole}: grant ${serverRole} to ${now}`,
    };
  if ((await installationOf(pool)) !== installed)
    return { kind: 'fatal', line: 'DATABASE_URL and DATABASE_OWNER_URL are different databases' };
  const login = mode === 'one address' ? now : session;
  const excess = (await pool.query<Power>(powers, [login])).rows[0];
  if (!excess) return undefined;
  const relation = excess.role === login ? 'which' : `which may act as ${excess.role}, which`;
  return { kind: 'power', line: `DATABASE_URL signs in as ${login}, ${relation} ${excess.power}: ${remedy}` };
}

const remedy = `give the server its own login with only the rights of ${serverRole}, and set DATABASE_OWNER_URL to the owner's address`;

async function installationOf(pool: pg.Pool): Promise<string | undefined> {
  const table = await pool.query<{ exists: boolean }>(
    `select to_regclass('public.installation') is not null as exists`,
  );
  if (!table.rows[0]?.exists) return undefined;
  return (await pool.query<{ id: string }>(installationId)).rows[0]?.id;
}

/** The id of an installation: the moment of its creation. */
export const installationId = 'select extract(epoch from created_at)::text as id from public.installation';
