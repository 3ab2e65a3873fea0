-- The loan desk: rights of the shipped roles, limits and tables.

insert into role_right (role, "right") values
  ('cashier', 'loan.read'),
  ('collector', 'loan.read'),
  ('controller', 'loan.read'),
  ('officer', 'loan.read'),
  ('reviewer', 'loan.read'),
  ('support', 'loan.read');

-- A person may stop late charges for a time.
alter table loan_event drop constraint loan_event_kind_check;
alter table loan_event add constraint loan_event_kind_check
  check (kind in ('disbursed', 'paid', 'extended', 'waived', 'refunded', 'reversed', 'writtenOff', 'chargesStopped'));
