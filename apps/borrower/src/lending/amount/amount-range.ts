/** The amounts that a product lends, in cents: from `amountMin` to `amountMax` in steps. */
export interface AmountRange {
  readonly amountMin: number;
  readonly amountMax: number;
  readonly amountStep: number;
}
