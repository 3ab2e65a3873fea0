import type pg from 'pg';
import { serverRole } from './embedded.ts';

/** One address for both: who signs in is the owner, and what counts is what the connection has given up. */
type Mode = 'own login' | 'one address';

interface Power {
  readonly role: string;
  readonly power: string;
}

/** Every role that a login is, or can become, with what of it reaches the books past `post_journal`. */
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

/** Not all that a server needs, and what it lacks first where a login is another's. */
const standing = `
select session_user::text as session, current_user::text as now,
  coalesce((select pg_has_role(current_user, oid, 'USAGE') from pg_roles where rolname = '${serverRole}'), false) as serves`;

/**
 * What is wrong with the login that a server works with: `fatal` where it could not work with it at all, `power` where it
 * could do more than a server should, so that whoever takes a server over could rewrite the books. One line, or undefined.
 *
 * `installed`: what the database said that `migrate` worked on.
 */
export async function checkLogin(
  pool: pg.Pool,
  mode: Mode,
  installed: string,
): Promise<{ kind: 'fatal' | 'power'; line: string } | undefined> {
  const { rows } = await pool.query<{ session: string; now: string; serves: boolean }>(standing);
  const { session, now, serves } = rows[0] ?? { session: '', now: '', serves: false };
  if (mode === 'one address' && now !== serverRole)
    return {
      kind: 'power',
      line: `Something on the way to the database drops the start-up option role=${serverRole}, so that the server would work as ${now}: ${remedy}`,
    };
  if (!serves)
    return {
      kind: 'fatal',
      line: `DATABASE_URL signs in as ${now}, which has not the rights of ${serverRole}: grant ${serverRole} to ${now}`,
    };
  if ((await installationOf(pool)) !== installed)
    return { kind: 'fatal', line: 'DATABASE_URL and DATABASE_OWNER_URL name different databases' };
  const login = mode === 'one address' ? now : session;
  const found = (await pool.query<Power>(powers, [login])).rows[0];
  if (!found) return undefined;
  const who = found.role === login ? 'which' : `which may act as ${found.role}, which`;
  return { kind: 'power', line: `DATABASE_URL signs in as ${login}, ${who} ${found.power}: ${remedy}` };
}

const remedy = `give the server a login of its own that can do no more than ${serverRole}, and the owner's address in DATABASE_OWNER_URL`;

async function installationOf(pool: pg.Pool): Promise<string | undefined> {
  const there = await pool.query<{ stands: boolean }>(
    `select to_regclass('public.installation') is not null as stands`,
  );
  if (!there.rows[0]?.stands) return undefined;
  return (await pool.query<{ id: string }>(installationId)).rows[0]?.id;
}

/** Tells one installation from another: the moment at which it was made. */
export const installationId = 'select extract(epoch from created_at)::text as id from public.installation';
