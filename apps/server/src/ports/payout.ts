/** Money to a borrower's account. `reference` is ours and makes repeats harmless. */
export interface PayoutRequest {
  readonly reference: string;
  readonly amount: number;
  readonly institution: string;
  readonly accountNumber: string;
  readonly holder: string;
}

/** Pays out. How it ended (paid, returned) comes by signed webhook only. */
export interface PayoutPort {
  readonly name: string;
  /** Answers the provider's own id. Throws Unavailable when it does not answer in time; asking again is harmless. */
  send(request: PayoutRequest): Promise<string>;
}
