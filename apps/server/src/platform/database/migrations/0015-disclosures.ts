import { type Kysely, sql } from 'kysely';

/**
 * Disclosure statements that were acknowledged before consent: word for word, with their digest and the moment. Nobody
 * changes them, and a loan's own copy says when it was acknowledged and in which language it was written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table disclosure (
  borrower_id uuid not null references borrower,
  id uuid not null,
  product_id uuid not null references product,
  amount bigint not null check (amount > 0),
  terms_hash bytea not null,
  language text not null,
  title text not null,
  html text not null,
  sha256 bytea not null,
  acknowledged_at timestamptz not null,
  primary key (borrower_id, id),
  check (sha256 = sha256(convert_to(html, 'UTF8')))
);
create unique index disclosure_once on disclosure (borrower_id, product_id, amount, sha256);
create trigger disclosure_fixed before update or delete on disclosure for each row execute function refuse_change();
create trigger disclosure_kept before truncate on disclosure execute function refuse_change();
alter table agreement add column language text not null default 'en';
alter table agreement add column acknowledged_at timestamptz;
alter table agreement add check (acknowledged_at <= agreed_at);
grant select, insert on disclosure to hiram_app;
`)
    .execute(db);
}
