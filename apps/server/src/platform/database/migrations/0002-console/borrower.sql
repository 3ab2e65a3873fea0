-- The borrower desk: rights of the shipped roles, limits and tables.

insert into role_right (role, "right") values
  ('cashier', 'borrower.read'),
  ('collector', 'borrower.read'),
  ('controller', 'borrower.read'),
  ('officer', 'borrower.read'),
  ('reviewer', 'borrower.read'),
  ('support', 'borrower.read');
