/** A code to be paid at a provider. `reference` is ours and makes repeats harmless: the same reference gets the same code. */
export interface CodeRequest {
  readonly reference: string;
  /** Cents. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: 'PHP' | 'INR' | 'IDR';
  /** The brand's number of the channel. */
  readonly channel: string;
  /** What the provider calls that channel: the brand file's `via`. */
  readonly via: string | undefined;
  readonly payer: { readonly name: string; readonly phone: string };
  /** What the payer reads at the counter or in the wallet. */
  readonly description: string;
  readonly expiresAt: Date;
}

export interface IssuedCode {
  /** The provider's own id of the code. */
  readonly providerReference: string;
  /** What a counter reads, or the number that a bank keys in. */
  readonly payCode: string;
  /** The text inside the QR code; undefined where there is only a code. */
  readonly qr: string | undefined;
}

/** Collects money. That a code was paid comes by signed webhook only. */
export interface PaymentPort {
  readonly name: string;
  /** Throws Unavailable when the provider does not answer in time; asking again is harmless. */
  issueCode(request: CodeRequest): Promise<IssuedCode>;
}
