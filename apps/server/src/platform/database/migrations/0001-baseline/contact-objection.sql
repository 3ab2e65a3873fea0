-- The complaint in which a borrower says that an attempt to reach them was wrong: one an attempt.
create table contact_objection (
  borrower_id uuid not null,
  contact_id uuid not null,
  complaint_id uuid not null,
  primary key (borrower_id, contact_id),
  foreign key (borrower_id, contact_id) references contact (borrower_id, id),
  foreign key (borrower_id, complaint_id) references complaint (borrower_id, id)
);
create index contact_objection_complaint on contact_objection (complaint_id);
grant select, insert on contact_objection to hiram_app;
