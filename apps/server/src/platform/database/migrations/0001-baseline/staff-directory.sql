-- Signing in by the lender's directory (OpenID Connect).

-- Roles that the directory's groups give. They end by themselves: the directory is asked again at each sign-in.
create table staff_directory_role (
  staff_id uuid not null references staff,
  role text not null references role,
  -- '*': every brand.
  brand text not null,
  expires_at timestamptz not null,
  primary key (staff_id, role, brand)
);
create trigger staff_directory_role_audit after insert or update or delete on staff_directory_role
  for each row execute function write_audit('staff_id', 'role', 'brand');
create trigger staff_directory_role_audit_all after truncate on staff_directory_role execute function write_audit();
grant select, insert, delete on staff_directory_role to hiram_app;

-- A sign-in that the directory has not answered yet. Each is used once.
create table staff_directory_sign_in (
  state_hash bytea primary key,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz not null
);
create index staff_directory_sign_in_age on staff_directory_sign_in (expires_at);
grant select, insert, delete on staff_directory_sign_in to hiram_app;
