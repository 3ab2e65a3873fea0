/** A name for one attempt, so that its repeats have one effect (`Idempotency-Key`). */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) =>
    (byte + 256).toString(16).slice(1),
  ).join('');
}
