/** The text of the three fields. */
export interface LoanTyped {
  readonly principal: string;
  readonly rate: string;
  readonly tenure: string;
}
