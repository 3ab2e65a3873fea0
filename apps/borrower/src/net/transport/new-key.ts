/** A new id for one attempt, sent as `Idempotency-Key`: repeated sends have one effect. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) =>
    (byte + 256).toString(16).slice(1),
  ).join('');
}
