/** Converts cents to the decimal number that a provider expects in JSON: 123456 → 1234.56, exactly. */
export function toDecimal(cents: number): number {
  return cents / 100;
}

/** Converts a provider's decimal amount to cents; undefined if it is not a whole number of cents. */
export function fromDecimal(amount: number): number | undefined {
  const cents = Math.round(amount * 100);
  return Number.isSafeInteger(cents) && cents / 100 === amount ? cents : undefined;
}
