import { type Kysely, sql } from 'kysely';

/**
 * Agreements and disclosure statements name the borrower, whose certified name is encrypted elsewhere: their text is encrypted
 * too, in `html_encrypted`, and `html` is empty. Rows of former versions name nobody and stay as they are. The text stays fixed:
 * the schema's owner may only encrypt it with another key, and `sha256` (a keyed digest now) shows that it is the same text.
 *
 * The last message that was refused in an hour is kept as a keyed digest: its body may bear an account's number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table agreement add column html_encrypted bytea;
alter table agreement add constraint agreement_has_text check (html <> '' or html_encrypted is not null);
alter table disclosure add column html_encrypted bytea;
alter table disclosure drop constraint disclosure_check;
alter table disclosure add constraint disclosure_sha256_check
  check (html = '' or sha256 = sha256(convert_to(html, 'UTF8')));
alter table disclosure add constraint disclosure_has_text check (html <> '' or html_encrypted is not null);

create function refuse_change_of_text() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.html_encrypted is not null and new.html_encrypted is not null
      and to_jsonb(new) - 'html_encrypted' = to_jsonb(old) - 'html_encrypted' then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger agreement_fixed on agreement;
create trigger agreement_fixed before update or delete on agreement
  for each row execute function refuse_change_of_text();
drop trigger disclosure_fixed on disclosure;
create trigger disclosure_fixed before update or delete on disclosure
  for each row execute function refuse_change_of_text();

alter table rejected_message alter column last_sha256 set default '';
update rejected_message set last_sha256 = '' where last_sha256 <> '';
alter table rejected_message add column last_digest bytea;
`)
    .execute(db);
}
