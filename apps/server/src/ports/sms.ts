/** Sends text messages. */
export interface SmsPort {
  /** `reference` makes repeats harmless. Throws Unavailable when the provider does not answer in time. */
  send(message: { reference: string; phone: string; text: string }): Promise<void>;
}
