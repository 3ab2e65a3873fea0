import { isMessageKind, type MessageKindName } from '../../brands/messages/message-kinds.ts';

/** What a message told the borrower, in English as the console speaks. */
const words: Readonly<Record<MessageKindName, string>> = {
  applied: 'application received',
  approved: 'application approved',
  smallerOffer: 'a smaller loan offered',
  declined: 'application refused',
  appealUpheld: 'refusal stays after a review',
  appealReopened: 'may apply again after a review',
  paidOut: 'loan paid out',
  paymentReceived: 'payment received',
  paymentNext: 'payment received, with what is next',
  paymentLate: 'payment received, with what is late',
  dateNotMoved: 'payment received, due date not moved',
  paymentReversed: 'payment reversed',
  settled: 'loan settled',
  settledCredit: 'loan settled, with a credit',
  payCode: 'payment code',
  waived: 'amount waived',
  refunded: 'money refunded',
  extendedFree: 'due date moved',
  chargesStopped: 'late charges stopped',
  corrected: 'loan corrected',
  creditCorrected: 'credit corrected',
  applyReminder: 'reminder to apply, as requested',
  requestedReminder: 'reminder to pay, as requested',
  dueSoon: 'due soon',
  dueToday: 'due today',
  late: 'late',
  lateLong: 'late for long',
  promiseDue: 'promised payment due',
  promiseBroken: 'promise broken',
  arrangementOffered: 'arrangement offered',
  arrangementDeclined: 'arrangement declined',
  arranged: 'arrangement made',
  arrangementKept: 'arrangement kept',
  arrangementBroken: 'arrangement broken',
  agencyAssigned: 'passed to an agency',
  complaintAnswered: 'complaint answered',
};

/** A message's kind in words. One that an earlier version wrote keeps its name. */
export const messageWords = (kind: string): string => (isMessageKind(kind) ? words[kind] : kind);
