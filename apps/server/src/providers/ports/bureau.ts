/** A question to a credit bureau about an applicant. */
export interface BureauQuestion {
  /** Ours: the same in every repetition, so that a bureau bills a report once. */
  readonly reference: string;
  readonly brand: string;
  /** ISO 3166. */
  readonly country: string;
  /** The id of the agreement that the applicant accepted with the application. */
  readonly consent: string;
  readonly name: string;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string;
  /** Numbers of identity documents; none: the borrower gave none. */
  readonly documents: readonly string[];
}

/** A bureau's report. Amounts are cents; undefined where it does not know. */
export interface BureauReport {
  readonly found: boolean;
  readonly score: number | undefined;
  readonly openLoans: number | undefined;
  /** Days, at worst. */
  readonly maxDaysLate: number | undefined;
  /** Cents a month on debts elsewhere. */
  readonly monthlyDebtService: number | undefined;
  /** The bureau's own reference. */
  readonly bureauReference: string;
  /** Cents that the report costs the lender. */
  readonly price: number;
}

export interface BureauPort {
  /** Throws Unavailable without a valid answer to exactly this question. */
  ask(question: BureauQuestion): Promise<BureauReport>;
}
