declare const kind: unique symbol;

/**
 * The id of one kind of thing. The kind exists only for the compiler: an order's id does not compile where a
 * borrower's id is expected. Plain text compiles, because ids arrive as text.
 */
export type Id<Kind extends string> = string & { readonly [kind]?: Kind };

export type AccountId = Id<'account'>;
export type AccountChangeId = Id<'accountChange'>;
export type AgreementId = Id<'agreement'>;
export type ApprovalId = Id<'approval'>;
export type BorrowerId = Id<'borrower'>;
export type CardId = Id<'card'>;
export type CardPaymentId = Id<'cardPayment'>;
export type ComplaintId = Id<'complaint'>;
export type ContactId = Id<'contact'>;
export type DifferenceId = Id<'difference'>;
export type DisclosureId = Id<'disclosure'>;
export type LenderJournalId = Id<'lenderJournal'>;
export type JournalId = Id<'journal'>;
/** The event of a payment or a payout has the same id. */
export type LoanEventId = Id<'loanEvent' | 'payment' | 'payout'>;
export type OneTimeCodeId = Id<'oneTimeCode'>;
export type OrderId = Id<'order'>;
export type PaymentId = Id<'payment'>;
export type PaymentCodeId = Id<'paymentCode'>;
export type PayoutId = Id<'payout'>;
export type PayoutStopId = Id<'payoutStop'>;
export type PictureId = Id<'picture'>;
export type ProductId = Id<'product'>;
export type ReviewId = Id<'review'>;
export type SavedLoanId = Id<'savedLoan'>;
export type SessionId = Id<'session'>;
export type SmsId = Id<'sms'>;
export type StatementImportId = Id<'statementImport'>;
export type StatementLineId = Id<'statementLine'>;
export type SourcePauseId = Id<'sourcePause'>;
export type StaffId = Id<'staff'>;
export type StaffSessionId = Id<'staffSession'>;
export type TaskId = Id<'task'>;
export type TransferId = Id<'transfer'>;
