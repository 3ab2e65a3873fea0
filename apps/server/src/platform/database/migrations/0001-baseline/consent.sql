create table consent (
  borrower_id uuid not null references borrower,
  kind text not null check (kind in ('privacy', 'marketing', 'location', 'contacts', 'anyHour')),
  version text not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (borrower_id, kind)
);
create trigger consent_audit after insert or update or delete on consent
  for each row execute function write_audit('kind', 'version', 'given_at', 'withdrawn_at');
create trigger consent_audit_all after truncate on consent execute function write_audit();
grant select, insert, delete, update (version, given_at, withdrawn_at) on consent to hiram_app;
