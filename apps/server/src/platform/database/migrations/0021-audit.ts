import { type Kysely, sql } from 'kysely';

/**
 * The audit trail: written by the database itself, so that no way of changing what matters leaves nothing behind, whoever goes
 * it. It holds which row, what was done and by which login or actor, and never a value of a person's. Nobody changes it: the
 * same guards as the ledger's, and checkpoints that chain one hour to the next show whether they were ever switched off.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  login text not null,
  actor text,
  action text not null,
  subject text not null,
  subject_id text not null,
  borrower_id uuid,
  detail text
);
create index audit_entry_at on audit_entry (at);
create index audit_entry_borrower on audit_entry (borrower_id, at);
create table audit_checkpoint (
  no bigint primary key,
  upto timestamptz not null,
  entries bigint not null,
  sha256 bytea not null,
  sealed_at timestamptz not null default now()
);
create trigger audit_entry_fixed before update or delete on audit_entry for each row execute function refuse_change();
create trigger audit_entry_kept before truncate on audit_entry execute function refuse_change();
create trigger audit_checkpoint_fixed before update or delete on audit_checkpoint for each row execute function refuse_change();
create trigger audit_checkpoint_kept before truncate on audit_checkpoint execute function refuse_change();
grant select on audit_entry, audit_checkpoint to hiram_app;

-- Its arguments: the column that names the row, and the columns whose change is worth an entry. Values of 'status' and
-- 'state' are told, of all others only that they changed.
create function write_audit() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  fresh jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  old_row jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  subject jsonb := coalesce(fresh, old_row);
  changed text;
begin
  if tg_op = 'UPDATE' then
    select string_agg(
      case when name in ('status', 'state') then name || ' ' || (old_row ->> name) || ' to ' || (fresh ->> name) else name end,
      ', ' order by name
    ) into changed
    from unnest(tg_argv[1:]) as name where old_row -> name is distinct from fresh -> name;
    if changed is null then
      return null;
    end if;
  elsif tg_op = 'INSERT' then
    select string_agg(name || ' ' || (fresh ->> name), ', ' order by name) into changed
    from unnest(tg_argv[1:]) as name where name in ('status', 'state') and fresh ->> name is not null;
  end if;
  insert into public.audit_entry (at, login, actor, action, subject, subject_id, borrower_id, detail) values (
    clock_timestamp(), session_user, nullif(current_setting('hiram.actor', true), ''), lower(tg_op), tg_table_name,
    coalesce(subject ->> tg_argv[0], ''),
    coalesce(subject ->> 'borrower_id', case when tg_table_name = 'borrower' then subject ->> 'id' end)::uuid,
    changed
  );
  return null;
end $$;

create trigger borrower_audit after insert or update or delete on borrower
  for each row execute function write_audit('id', 'phone', 'password_hash', 'blocked_reason', 'erased_at');
create trigger session_audit after insert or update on session
  for each row execute function write_audit('id', 'revoked_at', 'device_id');
create trigger profile_audit after insert or update or delete on borrower_profile
  for each row execute function write_audit('data_group', 'revision');
create trigger account_audit after insert or update or delete on bank_account
  for each row execute function write_audit('id', 'state', 'number_encrypted', 'holder_encrypted', 'institution');
create trigger consent_audit after insert or update or delete on consent
  for each row execute function write_audit('kind', 'version', 'given_at', 'withdrawn_at');
create trigger erasure_audit after insert or delete on erasure_request
  for each row execute function write_audit('borrower_id');
create trigger order_audit after insert or update or delete on loan_order
  for each row execute function write_audit('id', 'status', 'terms', 'amount', 'withdrawn_at', 'decision');
create trigger agreement_audit after insert or delete on agreement for each row execute function write_audit('id');
create trigger disclosure_audit after insert or delete on disclosure for each row execute function write_audit('id');
create trigger payout_audit after insert or update or delete on payout
  for each row execute function write_audit('id', 'state', 'amount', 'account_id');
create trigger payment_audit after insert or update or delete on payment
  for each row execute function write_audit('id', 'state', 'amount', 'paid_on');
create trigger code_audit after insert on payment_code for each row execute function write_audit('id');
create trigger complaint_audit after insert or update or delete on complaint
  for each row execute function write_audit('id', 'answer', 'score');
create trigger product_audit after insert or update or delete on product
  for each row execute function write_audit('id', 'terms', 'amount_min', 'amount_max', 'withdrawn_at');
create trigger card_audit after insert or delete on debit_card for each row execute function write_audit('id');

-- What is checkpointed is old enough that no transaction can add to it any more.
create function audit_digest(p_after timestamptz, p_upto timestamptz, p_before bytea, out entries bigint, out digest bytea)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select count(*), sha256(p_before || convert_to(coalesce(string_agg(
    concat_ws('|', id, extract(epoch from at), login, coalesce(actor, '-'), action, subject, subject_id, coalesce(borrower_id::text, '-'), coalesce(detail, '-')),
    e'\\n' order by id), ''), 'UTF8'))
  from public.audit_entry where at > p_after and at <= p_upto
$$;

create function write_audit_checkpoint() returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  former record;
  until timestamptz := now() - interval '10 minutes';
  found record;
begin
  lock table public.audit_checkpoint in share row exclusive mode;
  select no, upto, sha256 into former from public.audit_checkpoint order by no desc limit 1;
  if former.upto is not null and former.upto > until - interval '1 hour' then
    return null;
  end if;
  select * into found from public.audit_digest(coalesce(former.upto, '-infinity'), until, coalesce(former.sha256, '\\x'));
  insert into public.audit_checkpoint (no, upto, entries, sha256)
    values (coalesce(former.no, 0) + 1, until, found.entries, found.digest);
  return found.entries;
end $$;
revoke all on function write_audit, write_audit_checkpoint, audit_digest from public;
grant execute on function write_audit_checkpoint, audit_digest to hiram_app;
`)
    .execute(db);
}
