export interface CardData {
  /** The whole number: it goes through here to the provider and stays nowhere. */
  readonly number: string;
  /** `MM/YY`. */
  readonly validThru: string;
  readonly holder: string;
}

export type ChargeResult =
  /** Done; that the money came is told by signed webhook. */
  | { readonly state: 'taken'; readonly charge: string }
  /** The card's bank wants its code first. */
  | { readonly state: 'needsCode'; readonly charge: string }
  | { readonly state: 'declined' };

/** Charges debit cards by token. That a charge was paid comes by signed webhook only. Each throws Unavailable when the provider does not answer. */
export interface CardPort {
  readonly name: string;
  /** A token for the card, or undefined where the provider refuses it. */
  tokenise(card: CardData): Promise<string | undefined>;
  /** `reference` is ours: the same one charges once. */
  charge(request: { reference: string; token: string; amount: number; phone: string }): Promise<ChargeResult>;
  /** Sends the bank's code again. */
  sendCode(charge: string, phone: string): Promise<void>;
  confirm(charge: string, code: string): Promise<'taken' | 'wrongCode' | 'declined'>;
}
