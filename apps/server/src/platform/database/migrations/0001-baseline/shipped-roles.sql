-- The roles that an installation starts with, their rights and their limits. A lender changes all of them in the console.

insert into role (name, summary) values
  ('admin', 'staff, roles and limits; sees no borrower'),
  ('agency', 'late loans that are assigned to an agency'),
  ('cashier', 'receipts, held payments, refunds and payouts'),
  ('collector', 'late loans'),
  ('controller', 'the second person; reconciliation, limits and the stop switch'),
  ('marketer', 'promotion, landing pages and partners'),
  ('officer', 'reports, data requests and the audit trail'),
  ('reviewer', 'identity and referred applications'),
  ('risk', 'decision policy, products and portfolio'),
  ('support', 'borrowers and their complaints');

insert into role_right (role, "right") select role, unnest(rights) from (values
  ('admin', array[
    'approval.approve', 'approval.read', 'borrower.showName', 'coverage.plan', 'coverage.read', 'feed.issue',
    'feed.read', 'feed.revoke', 'find.read', 'staff.approveRecovery', 'staff.approveRoles', 'staff.assignRoles', 'staff.endEmployment', 'staff.endSessions',
    'staff.invite', 'staff.read', 'staff.recover', 'staff.setLimit', 'view.save', 'view.share', 'work.approval', 'work.read'
  ]),
  ('cashier', array[
    'approval.read', 'borrower.listNames', 'borrower.read', 'coverage.read', 'find.read', 'loan.arrange', 'loan.extend', 'loan.read',
    'loan.readAgreement', 'loan.refund', 'loan.stopCharges', 'loan.undo', 'loan.waive', 'loan.writeOff', 'moneyIn.import',
    'moneyIn.post', 'moneyIn.read', 'moneyIn.refuse', 'moneyOut.cancel', 'moneyOut.read', 'moneyOut.release',
    'moneyOut.retry', 'moneyOut.setCeiling', 'moneyOut.start', 'moneyOut.stop', 'reconcile.read', 'reconcile.settle',
    'view.save', 'work.moneyIn', 'work.moneyOut', 'work.read'
  ]),
  ('agency', array['borrower.nameOfLateLoan', 'collections.contact', 'collections.read']),
  ('collector', array[
    'borrower.nameOfLateLoan', 'borrower.read', 'borrower.showName', 'collections.contact', 'collections.read', 'collections.readAll', 'find.read', 'loan.arrange', 'loan.extend', 'loan.read',
    'view.save', 'work.lateLoan', 'work.read'
  ]),
  ('controller', array[
    'approval.approve', 'approval.read', 'books.approveRequest', 'books.close', 'books.post', 'books.read', 'books.reopen',
    'borrower.approveRequest', 'borrower.block', 'borrower.changeNumber',
    'borrower.erase', 'borrower.listNames', 'borrower.read', 'borrower.unblock', 'collections.approveRequest', 'collections.assign',
    'collections.read', 'collections.readAll', 'collections.team', 'coverage.plan', 'coverage.read', 'decision.approveRequest', 'decision.read', 'duty.read', 'duty.report', 'feed.approveRequest', 'feed.read', 'feed.revoke', 'find.read', 'funnel.pause',
    'funnel.read', 'loan.approveRequest',
    'loan.arrange', 'loan.extend', 'loan.read', 'loan.readAgreement', 'loan.refund', 'loan.stopCharges', 'loan.undo', 'loan.waive',
    'loan.writeOff', 'moneyIn.approveRequest', 'moneyIn.import', 'moneyIn.post', 'moneyIn.read', 'moneyIn.refuse',
    'moneyOut.approveRequest', 'moneyOut.cancel', 'moneyOut.read', 'moneyOut.release', 'moneyOut.retry',
    'moneyOut.setCeiling', 'moneyOut.start', 'moneyOut.stop', 'policy.approveRequest', 'policy.read',
    'reconcile.approveRequest', 'reconcile.compareAgain', 'reconcile.explain', 'reconcile.read', 'reconcile.settle',
    'screening.approveRequest', 'screening.read', 'staff.approveRoles', 'staff.read', 'strategy.approveRequest', 'strategy.read', 'view.save',
    'view.share', 'work.approval', 'work.decision', 'work.duty', 'work.moneyIn', 'work.moneyOut', 'work.read'
  ]),
  ('marketer', array[
    'borrower.showName', 'find.read', 'funnel.pause', 'funnel.read', 'view.save'
  ]),
  ('officer', array[
    'approval.read', 'books.read', 'borrower.erase', 'borrower.export', 'borrower.holdErasure', 'borrower.nameInCases', 'borrower.note',
    'borrower.read', 'borrower.readEncrypted', 'borrower.showName', 'collections.team', 'complaint.answer', 'complaint.read',
    'complaint.reopen', 'coverage.read', 'duty.read', 'duty.report', 'find.read', 'loan.read', 'loan.readAgreement', 'reconcile.read',
    'screening.decide', 'screening.read', 'screening.report', 'staff.read', 'trail.export',
    'trail.read', 'view.save', 'view.share', 'work.complaint', 'work.duty', 'work.erasure', 'work.read', 'work.screening',
    'work.screeningCase'
  ]),
  ('reviewer', array[
    'borrower.block', 'borrower.listNames', 'borrower.note', 'borrower.read', 'borrower.readEncrypted', 'decision.decide',
    'decision.read', 'decision.readField', 'find.read', 'loan.read', 'screening.decide', 'screening.read', 'view.save',
    'work.decision', 'work.read', 'work.screening'
  ]),
  ('risk', array[
    'approval.approve', 'approval.read', 'collections.approveRequest', 'books.approveRequest', 'books.read', 'borrower.showName', 'coverage.read', 'find.read', 'funnel.read', 'moneyOut.read',
    'policy.activate', 'policy.approveRequest', 'policy.edit', 'policy.read', 'strategy.activate', 'strategy.approveRequest',
    'strategy.edit', 'strategy.read', 'view.save', 'view.share', 'work.approval',
    'work.read'
  ]),
  ('support', array[
    'borrower.block', 'borrower.changeNumber', 'borrower.endSessions', 'borrower.listNames', 'borrower.note',
    'borrower.read', 'borrower.readEncrypted', 'borrower.unblock', 'complaint.answer', 'complaint.read', 'complaint.reopen',
    'find.read', 'loan.read', 'loan.readAgreement', 'view.save', 'work.complaint', 'work.read'
  ])
) as shipped (role, rights);

-- Amounts are cents of pesos. What takes money out of the books, or puts a debt back, always needs two persons.
insert into authority (role, action, brand, max_per_item, max_per_day, second_person_from) values
  ('admin', 'feed.addWebhook', '*', null, null, 0),
  ('admin', 'feed.issueKey', '*', null, null, 0),
  ('admin', 'staff.assignRoles', '*', null, null, 0),
  ('admin', 'staff.endEmployment', '*', null, null, 0),
  ('admin', 'staff.recover', '*', null, null, 0),
  ('admin', 'staff.setLimit', '*', null, null, 0),
  ('cashier', 'loan.arrange', '*', null, null, 1000000),
  ('cashier', 'loan.extend', '*', null, 200000, 30000),
  ('cashier', 'loan.refund', '*', null, null, 0),
  ('cashier', 'loan.stopCharges', '*', null, 200000, 30000),
  ('cashier', 'loan.undo', '*', null, null, 0),
  ('cashier', 'loan.waive', '*', 500000, 200000, 30000),
  ('cashier', 'loan.writeOff', '*', null, null, 0),
  ('cashier', 'moneyIn.post', '*', null, 20000000, 2000000),
  -- No borrower named the payment of such a line, so two persons always decide it.
  ('cashier', 'moneyIn.postLine', '*', null, null, 0),
  ('cashier', 'moneyIn.refuse', '*', null, 20000000, 2000000),
  ('cashier', 'moneyOut.cancel', '*', null, null, null),
  ('cashier', 'moneyOut.release', '*', null, null, 0),
  ('cashier', 'moneyOut.retry', '*', null, null, null),
  ('cashier', 'moneyOut.setCeiling', '*', null, null, 0),
  ('cashier', 'moneyOut.start', '*', null, null, 0),
  ('cashier', 'reconcile.settle', '*', null, null, 0),
  ('collector', 'loan.arrange', '*', null, null, 1000000),
  ('collector', 'loan.extend', '*', null, null, 0),
  ('controller', 'books.close', '*', null, null, 0),
  ('controller', 'books.post', '*', null, null, 0),
  ('controller', 'books.reopen', '*', null, null, 0),
  -- A block is urgent and can be lifted, so one person blocks.
  ('controller', 'borrower.block', '*', null, null, null),
  ('controller', 'borrower.changeNumber', '*', null, null, 0),
  ('controller', 'borrower.erase', '*', null, null, 0),
  ('controller', 'borrower.unblock', '*', null, null, 0),
  ('controller', 'collections.addAgency', '*', null, null, 0),
  ('controller', 'funnel.pause', '*', null, null, null),
  ('controller', 'loan.arrange', '*', null, null, 1000000),
  ('controller', 'loan.extend', '*', null, null, 0),
  ('controller', 'loan.refund', '*', null, null, 0),
  ('controller', 'loan.stopCharges', '*', null, null, 0),
  ('controller', 'loan.undo', '*', null, null, 0),
  ('controller', 'loan.waive', '*', null, null, 0),
  ('controller', 'loan.writeOff', '*', null, null, 0),
  ('controller', 'moneyIn.post', '*', null, null, 10000000),
  ('controller', 'moneyIn.postLine', '*', null, null, 0),
  ('controller', 'moneyIn.refuse', '*', null, null, 10000000),
  ('controller', 'moneyOut.cancel', '*', null, null, null),
  ('controller', 'moneyOut.release', '*', null, 20000000, 2000000),
  ('controller', 'moneyOut.retry', '*', null, null, null),
  ('controller', 'moneyOut.setCeiling', '*', null, null, 0),
  ('controller', 'moneyOut.start', '*', null, null, 0),
  ('controller', 'reconcile.settle', '*', null, null, 10000000),
  ('marketer', 'funnel.pause', '*', null, null, null),
  ('officer', 'borrower.erase', '*', null, null, 0),
  ('officer', 'borrower.export', '*', null, null, 0),
  ('officer', 'screening.clear', '*', null, null, null),
  ('officer', 'screening.confirm', '*', null, null, 0),
  ('officer', 'screening.report', '*', null, null, null),
  ('risk', 'policy.activate', '*', null, null, 0),
  ('risk', 'strategy.activate', '*', null, null, 0),
  ('reviewer', 'borrower.block', '*', null, null, null),
  -- The limit of a day counts every loan and payout that the person let go alone, by whichever of these actions (`pays_out`).
  ('reviewer', 'decision.approve', '*', null, 20000000, 2000000),
  ('reviewer', 'decision.answerAppeal', '*', null, null, null),
  ('reviewer', 'decision.lookAgain', '*', null, null, null),
  ('reviewer', 'decision.requestCorrections', '*', null, null, null),
  ('reviewer', 'decision.refuse', '*', null, null, null),
  ('reviewer', 'decision.release', '*', null, 20000000, 1000000),
  -- On a confirmed document the policy may lend at the next application without a person: its day has a limit of its own.
  ('reviewer', 'identity.confirm', '*', null, 20000000, 2000000),
  ('reviewer', 'identity.fail', '*', null, null, null),
  ('reviewer', 'screening.clear', '*', null, null, null),
  ('reviewer', 'screening.confirm', '*', null, null, 0),
  ('support', 'borrower.block', '*', null, null, null),
  ('support', 'borrower.changeNumber', '*', null, null, 0),
  ('support', 'borrower.unblock', '*', null, null, 0),
  -- What everything that a person does alone in a day may cost the lender: debts given up, late charges undone by an earlier
  -- day, fees of settlements, payouts above a ceiling. A role without a row does nothing of that alone.
  ('cashier', 'cost', '*', null, 200000, null),
  ('collector', 'cost', '*', null, 200000, null),
  ('controller', 'cost', '*', null, 2000000, null);

-- A brand whose currency is worth less has the rows of its currency instead, in `brand`, so that the same things wait for a
-- second person everywhere. A brand's own row replaces both.
insert into authority (role, action, brand, max_per_item, max_per_day, second_person_from)
  select role, action, currency, max_per_item * worth, max_per_day * worth, second_person_from * worth
  from authority, (values ('IDR', 250), ('INR', 1.5)) as rate (currency, worth)
  where brand = '*' and action <> 'cost' and (max_per_item > 0 or max_per_day > 0 or second_person_from > 0);

-- The database holds the cost of a day itself and knows no brand's currency: the shipped brands have rows of their own.
insert into authority (role, action, brand, max_per_day)
  select role, action, rate.brand, max_per_day * worth
  from authority, (values ('id', 250), ('in', 1.5)) as rate (brand, worth)
  where authority.brand = '*' and action = 'cost';
