-- Questions about a request that waits for a second person, and their answers.

create table approval_message (
  id uuid primary key,
  approval_id uuid not null references approval,
  staff_id uuid not null references staff,
  body text not null check (body ~ '\S' and char_length(body) <= 1000),
  at timestamptz not null
);
create index approval_message_list on approval_message (approval_id, id);
create trigger approval_message_append_only before update or delete on approval_message
  for each row execute function refuse_change();
create trigger approval_message_no_truncate before truncate on approval_message execute function refuse_change();
create trigger approval_message_audit after insert on approval_message
  for each row execute function write_audit('approval_id');
grant select, insert on approval_message to hiram_app;
