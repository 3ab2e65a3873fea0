interface CardData {
  /** The full card number. It is passed to the provider and never stored. */
  readonly number: string;
  /** `MM/YY`. */
  readonly validThru: string;
  readonly holder: string;
}

type ChargeResult =
  /** The charge was accepted. A signed webhook confirms the payment. */
  | { readonly state: 'captured'; readonly charge: string }
  /** The card's bank requires its code first. */
  | { readonly state: 'needsCode'; readonly charge: string }
  | { readonly state: 'declined' };

/**
 * Charges debit cards by token. Only a signed webhook confirms that a charge was paid. Each method throws Unavailable if the
 * provider does not answer.
 */
export interface CardPort {
  readonly name: string;
  /** A token for the card, or undefined if the provider rejects the card. */
  tokenise(card: CardData): Promise<string | undefined>;
  /** `reference` is our id: the same reference charges once. `amount` in cents. */
  charge(request: { reference: string; token: string; amount: number; phone: string }): Promise<ChargeResult>;
  /** Sends the bank's code again. */
  sendCode(charge: string, phone: string): Promise<void>;
  confirm(charge: string, code: string): Promise<'captured' | 'wrongCode' | 'declined'>;
}
