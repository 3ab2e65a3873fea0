/** Sends text messages, and reads them out by a call where `voice` is set. */
export interface SmsPort {
  /** Whether a message can be read out by a call; where not, one with `voice` is never sent. */
  readonly canCall: boolean;
  /** `reference` makes repeats harmless. Throws Unavailable when the provider does not answer in time. */
  send(message: { reference: string; phone: string; text: string; voice: boolean }): Promise<void>;
}
