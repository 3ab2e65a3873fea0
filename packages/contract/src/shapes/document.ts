/** A figure of a loan as its document writes it. */
export interface DocumentFigure {
  readonly label: string;
  readonly value: string;
  /** The figures of the document that it is worked out from, such as `₱10,000.00 − ₱200.00`. */
  readonly workedOut?: string;
}

/** The figures of an agreement. Every value is in the agreement's own text too. */
export interface DocumentSummary {
  /** Amount, received, to repay, rate. */
  readonly figures: readonly DocumentFigure[];
  /** The repayments: cents, and the day (`YYYY-MM-DD`), which is an example until the payout. */
  readonly repayments: readonly { readonly amount: number; readonly dueDate: string }[];
}

/**
 * The text of an agreement or a stored contract, which its URL answers to `Accept: application/json`. `html` has tables,
 * paragraphs and one footer; the title is plain text.
 */
export interface DocumentText {
  readonly title: string;
  readonly html: string;
  readonly summary: DocumentSummary;
}
