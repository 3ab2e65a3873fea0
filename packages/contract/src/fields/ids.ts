declare const kind: unique symbol;

/**
 * The id of one kind of thing. The kind exists only for the compiler: neither an order's id nor plain text compiles where a
 * borrower's id is expected. Ids come from a schema of the contract, a row of the database or `newId`.
 */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

/**
 * Names the kind of an id that arrives as text: in an address, in an operator's command, from a provider, or from a column that
 * holds ids of several kinds. It checks nothing: a query for an unknown id finds nothing.
 */
export function asId<Kind extends string = never>(text: string): Id<Kind> {
  return text as Id<Kind>;
}

export type AgencyId = Id<'agency'>;
export type AssignmentId = Id<'assignment'>;
export type PromiseId = Id<'promise'>;
export type AccountId = Id<'account'>;
export type AccountChangeId = Id<'accountChange'>;
export type AgreementId = Id<'agreement'>;
export type ApprovalId = Id<'approval'>;
export type ArrangementId = Id<'arrangement'>;
export type BorrowerId = Id<'borrower'>;
export type CardId = Id<'card'>;
export type CardPaymentId = Id<'cardPayment'>;
export type ComplaintId = Id<'complaint'>;
export type ContactAttemptId = Id<'contactAttempt'>;
export type ContactStopId = Id<'contactStop'>;
export type ContactId = Id<'contact'>;
export type DeliveryId = Id<'delivery'>;
export type DifferenceId = Id<'difference'>;
export type DisclosureId = Id<'disclosure'>;
export type DutyPeriodId = Id<'dutyPeriod'>;
export type DutyRunId = Id<'dutyRun'>;
/** A key of the feed, or an address to which it is sent. */
export type FeedAccessId = Id<'feedAccess'>;
export type ListViewId = Id<'listView'>;
export type LoanImportId = Id<'loanImport'>;
export type LenderJournalId = Id<'lenderJournal'>;
export type JournalId = Id<'journal'>;
/** The event of a payment or a payout has the same id. */
export type LoanEventId = Id<'loanEvent' | 'payment' | 'payout'>;
export type NoticeId = Id<'notice'>;
export type OneTimeCodeId = Id<'oneTimeCode'>;
export type OrderId = Id<'order'>;
export type PaymentId = Id<'payment'>;
export type MailId = Id<'mail'>;
export type PaymentCodeId = Id<'paymentCode'>;
export type PayoutId = Id<'payout'>;
export type PayoutStopId = Id<'payoutStop'>;
export type PictureId = Id<'picture'>;
export type PolicyId = Id<'policy'>;
export type ProductId = Id<'product'>;
export type BureauReportId = Id<'bureauReport'>;
export type IdentityCheckId = Id<'identityCheck'>;
export type GlJournalId = Id<'glJournal'>;
export type HitId = Id<'hit'>;
export type ReviewId = Id<'review'>;
export type SavedLoanId = Id<'savedLoan'>;
export type SessionId = Id<'session'>;
export type SmsId = Id<'sms'>;
export type StatementImportId = Id<'statementImport'>;
export type StatementLineId = Id<'statementLine'>;
export type SourcePauseId = Id<'sourcePause'>;
export type StaffId = Id<'staff'>;
export type StaffShiftId = Id<'staffShift'>;
export type StaffSessionId = Id<'staffSession'>;
export type StrategyId = Id<'strategy'>;
export type TaskId = Id<'task'>;
export type TransferId = Id<'transfer'>;
