/** Cents as the decimal number that a provider wants in JSON: 123456 → 1234.56, to the last digit. */
export function toDecimal(cents: number): number {
  return cents / 100;
}

/** A provider's decimal amount in cents; undefined for what is no whole number of cents. */
export function fromDecimal(amount: number): number | undefined {
  const cents = Math.round(amount * 100);
  return Number.isSafeInteger(cents) && cents / 100 === amount ? cents : undefined;
}
