/** A question to a screening service about an applicant. */
interface ScreeningQuestion {
  /** Ours: the same in every repetition. */
  readonly reference: string;
  readonly brand: string;
  /** ISO 3166. */
  readonly country: string;
  readonly name: string;
  /** `YYYY-MM-DD`; undefined: the borrower gave none. */
  readonly birthDate: string | undefined;
}

/** An entry of a service's lists that may be the applicant. */
export interface OutsideEntry {
  readonly list: string;
  readonly reference: string;
  readonly name: string;
  readonly birthYears: readonly number[];
}

export interface ScreeningAnswer {
  readonly state: 'clear' | 'possible' | 'confirmed';
  readonly entries: readonly OutsideEntry[];
}

export interface ScreeningPort {
  /** Throws Unavailable without a valid answer to exactly this question. */
  ask(question: ScreeningQuestion): Promise<ScreeningAnswer>;
}
