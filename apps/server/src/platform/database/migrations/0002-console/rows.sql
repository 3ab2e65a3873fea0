-- The roles that an installation starts with. A role gets the rights of an area with the area's own migration.

insert into role (name, summary) values
  ('admin', 'staff, roles and limits; sees no borrower'),
  ('cashier', 'receipts, held payments, refunds and payouts'),
  ('collector', 'late loans'),
  ('controller', 'the second person; reconciliation, limits and the stop switch'),
  ('marketer', 'promotion, landing pages and partners'),
  ('officer', 'reports, data requests and the audit trail'),
  ('reviewer', 'identity and referred applications'),
  ('risk', 'decision policy, products and portfolio'),
  ('support', 'borrowers and their complaints');

insert into role_right (role, "right") values
  ('admin', 'approval.grant'),
  ('admin', 'approval.read'),
  ('admin', 'staff.assignRoles'),
  ('admin', 'staff.endEmployment'),
  ('admin', 'staff.endSessions'),
  ('admin', 'staff.grantRoles'),
  ('admin', 'staff.invite'),
  ('admin', 'staff.read'),
  ('admin', 'staff.setLimit'),
  ('cashier', 'approval.read'),
  ('controller', 'approval.grant'),
  ('controller', 'approval.read'),
  ('controller', 'staff.grantRoles'),
  ('controller', 'staff.read'),
  ('officer', 'approval.read'),
  ('officer', 'staff.read'),
  ('risk', 'approval.read');

insert into authority (role, action, brand, second_person_from) values
  ('admin', 'staff.assignRoles', '*', 0),
  ('admin', 'staff.endEmployment', '*', 0),
  ('admin', 'staff.setLimit', '*', 0);

-- What everything that a person does alone in a day may cost the lender: debts given up, late charges undone by an earlier day,
-- fees of settlements, payouts above a ceiling. A role without a row does nothing of that alone.
insert into authority (role, action, brand, max_per_day) values
  ('cashier', 'cost', '*', 200000),
  ('controller', 'cost', '*', 2000000);
