-- Contracts word for word. Nobody changes them; the owner may only encrypt the text with another key.
create table agreement (
  borrower_id uuid not null references borrower,
  id uuid not null,
  order_id uuid not null references loan_order (id),
  scene integer not null,
  position integer not null,
  -- 2: agreed to again for a smaller offer; the former one is kept and superseded.
  version smallint not null default 1 check (version between 1 and 2),
  language text not null default 'en',
  title text not null,
  -- The text names the borrower.
  html_encrypted bytea not null,
  -- A keyed digest of the text.
  sha256 bytea not null,
  -- When it was acknowledged separately, where the market requires that.
  acknowledged_at timestamptz,
  agreed_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, order_id, scene, position, version),
  check (acknowledged_at <= agreed_at)
);
create trigger agreement_append_only before update or delete on agreement
  for each row execute function refuse_change_of_text();
create trigger agreement_no_truncate before truncate on agreement execute function refuse_change();
create trigger agreement_audit after insert or delete on agreement for each row execute function write_audit('id');
create trigger agreement_audit_all after truncate on agreement execute function write_audit();
grant select, insert on agreement to hiram_app;

-- Disclosure statements that were acknowledged before the agreement, word for word.
create table disclosure (
  borrower_id uuid not null references borrower,
  id uuid not null,
  product_id uuid not null references product,
  amount bigint not null check (amount > 0),
  terms_hash bytea not null,
  language text not null,
  title text not null,
  -- As in agreement.
  html_encrypted bytea not null,
  sha256 bytea not null,
  acknowledged_at timestamptz not null,
  primary key (borrower_id, id)
);
create unique index disclosure_once on disclosure (borrower_id, product_id, amount, sha256);
create trigger disclosure_append_only before update or delete on disclosure
  for each row execute function refuse_change_of_text();
create trigger disclosure_no_truncate before truncate on disclosure execute function refuse_change();
create trigger disclosure_audit after insert or delete on disclosure for each row execute function write_audit('id');
create trigger disclosure_audit_all after truncate on disclosure execute function write_audit();
grant select, insert on disclosure to hiram_app;
