import { type Kysely, sql } from 'kysely';

/**
 * The server's login cannot change a borrower's number: this erases it, once the borrower's request has come to its day, and
 * can put nothing else in its place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create function erase_borrower(p_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.erasure_request where borrower_id = p_id) then
    raise exception 'borrower % did not ask to be erased', p_id using errcode = 'check_violation';
  end if;
  update public.borrower
    set phone = 'erased ' || p_id, password_hash = null, invite_code = null, came_from = null, erased_at = p_at
    where id = p_id;
end $$;
revoke all on function erase_borrower from public;
grant execute on function erase_borrower to hiram_app;
`)
    .execute(db);
}
