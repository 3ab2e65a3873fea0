/**
 * A code to be paid at a provider. `reference` is our id and makes repeats idempotent: the same reference gets the same
 * code.
 */
export interface CodeRequest {
  readonly reference: string;
  /** Cents. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: 'PHP' | 'INR' | 'IDR';
  /** The brand's id of the channel. */
  readonly channel: string;
  /** The provider's name of the channel: `via` in the brand file. */
  readonly via: string | undefined;
  readonly payer: { readonly name: string; readonly phone: string };
  /** The text that the payer sees at the counter or in the wallet. */
  readonly description: string;
  readonly expiresAt: Date;
}

interface IssuedCode {
  /** The provider's own id of the code. */
  readonly providerReference: string;
  /** The code for a counter, or the number to enter at a bank. */
  readonly payCode: string;
  /** The text of the QR code; undefined if there is only a pay code. */
  readonly qr: string | undefined;
}

/** Collects money. Only a signed webhook confirms a payment. */
export interface PaymentPort {
  readonly name: string;
  /** Throws Unavailable if the provider does not answer in time; a retry is safe. */
  issueCode(request: CodeRequest): Promise<IssuedCode>;
}
