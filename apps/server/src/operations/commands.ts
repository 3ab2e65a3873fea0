import { createBackup } from './backups/create.ts';
import { restore } from './backups/restore.ts';
import { closeMonth, reopenMonth } from './books/close.ts';
import { showDayBook } from './books/day-book.ts';
import { exportJournals } from './books/export.ts';
import { runDay } from './books/run.ts';
import { showBooks } from './books/show.ts';
import { showStatement } from './books/statement.ts';
import { showTaxes } from './books/taxes.ts';
import { showTrialBalance } from './books/trial-balance.ts';
import { addDigestsOf } from './borrowers/add-digests.ts';
import { block } from './borrowers/block.ts';
import { exportData } from './borrowers/export.ts';
import { showBorrower } from './borrowers/show.ts';
import { unblock } from './borrowers/unblock.ts';
import { checkBrand } from './brand/check.ts';
import { addCellTo } from './cells/add.ts';
import { indexNumbers } from './cells/index-numbers.ts';
import { checkMoves } from './cells/move/check.ts';
import { moveBorrowerTo } from './cells/move/move.ts';
import { rebalance } from './cells/move/rebalance.ts';
import { drainCell, listCells, openCellTo } from './cells/state.ts';
import type { Command } from './command.ts';
import { answer } from './complaints/answer.ts';
import { listComplaints } from './complaints/list.ts';
import { checkContact } from './contact/check.ts';
import { doctor } from './doctor/doctor.ts';
import { listDuties } from './duties/list.ts';
import { rejectLines } from './duties/reject.ts';
import { runDuty } from './duties/run.ts';
import { replayFeed } from './feed/replay.ts';
import { showFeedSecret } from './feed/secret.ts';
import { move } from './files/move.ts';
import { cutOver } from './import/cut-over.ts';
import { importLoans } from './import/loans.ts';
import { undoImport } from './import/undo.ts';
import { createKey } from './keys/create.ts';
import { rotate } from './keys/rotate.ts';
import { check } from './ledger/check.ts';
import { archive } from './loans/archive.ts';
import { refund } from './loans/refund.ts';
import { showLoan } from './loans/show.ts';
import { waive } from './loans/waive.ts';
import { writeOff } from './loans/write-off.ts';
import { migrateDatabase } from './migrate.ts';
import { listPayments } from './payments/list.ts';
import { postPayment } from './payments/post.ts';
import { receipt } from './payments/receipt.ts';
import { rejectPayment } from './payments/reject.ts';
import { checkPolicy } from './policy/check.ts';
import { replayPolicy } from './policy/replay.ts';
import { showPolicy } from './policy/show.ts';
import { showPortfolio } from './portfolio/show.ts';
import { approve } from './reviews/approve.ts';
import { listReviews } from './reviews/list.ts';
import { rejectReview } from './reviews/reject.ts';
import { release } from './reviews/release.ts';
import { requestResubmission } from './reviews/request-resubmission.ts';
import { fill } from './sandbox/fill.ts';
import { importScreeningList } from './screening/import.ts';
import { endSessions } from './sessions/end.ts';
import { inviteStaff } from './staff/invite.ts';
import { reconcile } from './statements/reconcile.ts';

/** Groups of commands, by the first word. */
export const groups: Readonly<Record<string, string>> = {
  backups: 'backups of the database and the pictures',
  books: 'the general ledger',
  borrowers: 'data export, blocks and digests of borrowers',
  brand: 'the files of a brand',
  cells: 'the parts of the borrowers, past one machine',
  complaints: 'complaints and their answers',
  contact: 'when borrowers may be contacted',
  duties: 'reports to authorities',
  feed: 'the feed for other systems',
  files: 'the files of pictures',
  import: 'loans that another system made',
  keys: 'the keys that encrypt data',
  ledger: 'checks of the books and the audit trail',
  loans: 'decisions on a loan, and the archive',
  payments: 'payments and transfers in the review queue',
  policy: 'credit policies',
  portfolio: 'the portfolio at risk',
  reviews: 'applications and payouts in the review queue',
  sandbox: 'the sandbox, to try the product',
  screening: 'lists of persons whom the lender must not deal with',
  sessions: 'sessions of borrowers',
  staff: 'the people who use the console',
  statements: 'statements of payment providers',
};

/** Every command, in the order of the help. One without a group has a name of one word. */
export const commands: readonly Command[] = [
  migrateDatabase,
  doctor,
  createBackup,
  restore,
  runDay,
  showTrialBalance,
  showStatement,
  showTaxes,
  showDayBook,
  closeMonth,
  reopenMonth,
  exportJournals,
  showBooks,
  showBorrower,
  block,
  unblock,
  exportData,
  addDigestsOf,
  checkBrand,
  addCellTo,
  openCellTo,
  drainCell,
  listCells,
  indexNumbers,
  moveBorrowerTo,
  rebalance,
  checkMoves,
  listComplaints,
  answer,
  checkContact,
  listDuties,
  runDuty,
  rejectLines,
  showFeedSecret,
  replayFeed,
  move,
  importLoans,
  undoImport,
  cutOver,
  createKey,
  rotate,
  check,
  showLoan,
  waive,
  refund,
  writeOff,
  archive,
  listPayments,
  postPayment,
  rejectPayment,
  receipt,
  showPolicy,
  checkPolicy,
  replayPolicy,
  showPortfolio,
  listReviews,
  approve,
  release,
  rejectReview,
  requestResubmission,
  fill,
  importScreeningList,
  endSessions,
  inviteStaff,
  reconcile,
];
