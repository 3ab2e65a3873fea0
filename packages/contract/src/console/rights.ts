/**
 * Rights of the lender's staff. A role has rights (`role_right`), a person has roles in a brand or in all of them
 * (`staff_role`). Each call of the console names the right that it needs. One section for each area.
 */
export const rights = [
  // approval
  'approval.approve',
  'approval.read',
  // books
  'books.approveRequest',
  'books.close',
  'books.post',
  'books.read',
  'books.reopen',
  // borrower
  'borrower.block',
  'borrower.changeNumber',
  'borrower.endSessions',
  'borrower.erase',
  'borrower.export',
  'borrower.approveRequest',
  'borrower.holdErasure',
  'borrower.listNames',
  'borrower.nameInCases',
  'borrower.nameOfLateLoan',
  'borrower.note',
  'borrower.read',
  'borrower.readEncrypted',
  'borrower.showName',
  'borrower.unblock',
  // collections
  'collections.approveRequest',
  'collections.assign',
  'collections.contact',
  'collections.read',
  'collections.readAll',
  'collections.team',
  // complaint
  'complaint.answer',
  'complaint.read',
  'complaint.reopen',
  // coverage
  'coverage.plan',
  'coverage.read',
  // decision
  'decision.decide',
  'decision.approveRequest',
  'decision.read',
  'decision.readField',
  // duty
  'duty.read',
  'duty.report',
  // feed
  'feed.approveRequest',
  'feed.issue',
  'feed.read',
  'feed.revoke',
  // find
  'find.read',
  // funnel
  'funnel.pause',
  'funnel.read',
  // loan
  'loan.arrange',
  'loan.extend',
  'loan.approveRequest',
  'loan.read',
  'loan.readAgreement',
  'loan.refund',
  'loan.stopCharges',
  'loan.undo',
  'loan.waive',
  'loan.writeOff',
  // moneyIn
  'moneyIn.approveRequest',
  'moneyIn.import',
  'moneyIn.post',
  'moneyIn.read',
  'moneyIn.refuse',
  // moneyOut
  'moneyOut.cancel',
  'moneyOut.approveRequest',
  'moneyOut.read',
  'moneyOut.release',
  'moneyOut.retry',
  'moneyOut.setCeiling',
  'moneyOut.start',
  'moneyOut.stop',
  // policy
  'policy.activate',
  'policy.approveRequest',
  'policy.edit',
  'policy.read',
  // reconcile
  'reconcile.compareAgain',
  'reconcile.explain',
  'reconcile.approveRequest',
  'reconcile.read',
  'reconcile.settle',
  // screening
  'screening.approveRequest',
  'screening.decide',
  'screening.read',
  'screening.report',
  // staff
  'staff.assignRoles',
  'staff.endEmployment',
  'staff.endSessions',
  'staff.approveRecovery',
  'staff.approveRoles',
  'staff.invite',
  'staff.read',
  'staff.recover',
  'staff.setLimit',
  // strategy
  'strategy.activate',
  'strategy.approveRequest',
  'strategy.edit',
  'strategy.read',
  // trail
  'trail.export',
  'trail.read',
  // view
  'view.save',
  'view.share',
  // work
  'work.approval',
  'work.complaint',
  'work.decision',
  'work.duty',
  'work.erasure',
  'work.lateLoan',
  'work.moneyIn',
  'work.moneyOut',
  'work.read',
  'work.screening',
  'work.screeningCase',
] as const;
export type Right = (typeof rights)[number];

/** The roles that an installation starts with. A lender may add others as rows. */
export const shippedRoles = [
  'admin',
  'agency',
  'cashier',
  'collector',
  'controller',
  'marketer',
  'officer',
  'reviewer',
  'risk',
  'support',
] as const;
export type ShippedRole = (typeof shippedRoles)[number];

/** Actions that a second person may have to approve. `authority` holds the limits of each role. One section for each area. */
export const actions = [
  // books
  'books.close',
  'books.post',
  'books.reopen',
  // borrower
  'borrower.block',
  'borrower.changeNumber',
  'borrower.erase',
  'borrower.export',
  'borrower.unblock',
  // collections
  'collections.addAgency',
  // complaint
  // decision
  'decision.approve',
  'decision.answerAppeal',
  'decision.lookAgain',
  'decision.requestCorrections',
  'decision.refuse',
  'decision.release',
  'identity.confirm',
  'identity.fail',
  // duty
  // feed
  'feed.addWebhook',
  'feed.issueKey',
  // funnel
  'funnel.pause',
  // loan
  'loan.arrange',
  'loan.extend',
  'loan.refund',
  'loan.stopCharges',
  'loan.undo',
  'loan.waive',
  'loan.writeOff',
  // moneyIn
  'moneyIn.post',
  'moneyIn.postLine',
  'moneyIn.refuse',
  // moneyOut
  'moneyOut.cancel',
  'moneyOut.release',
  'moneyOut.retry',
  'moneyOut.setCeiling',
  'moneyOut.start',
  // policy
  'policy.activate',
  // reconcile
  'reconcile.settle',
  // screening
  'screening.clear',
  'screening.confirm',
  'screening.report',
  // staff
  'staff.assignRoles',
  'staff.endEmployment',
  'staff.recover',
  'staff.setLimit',
  // strategy
  'strategy.activate',
  // work
] as const;
export type ActionName = (typeof actions)[number];

/** In place of an action: what everything that a person does alone in a day may cost the lender. */
export const costLimit = 'cost';

/** In place of a brand: every brand of the lender. */
export const allBrands = '*';
