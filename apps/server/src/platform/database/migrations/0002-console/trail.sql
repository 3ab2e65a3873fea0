-- The trail desk: rights of the shipped roles, limits and tables.

insert into role_right (role, "right") values
  ('officer', 'trail.export'),
  ('officer', 'trail.read');

-- Entries of one row, and of one member of staff, whose id the actor names after `staff`.
create index audit_entry_subject on audit_entry (subject_id, at);
create index audit_entry_staff on audit_entry (substring(actor from ' staff ([0-9a-f-]{36})'), at)
  where actor like '% staff %';
create index staff_read_at on staff_read (at);
create index approval_subject on approval (subject_id);
