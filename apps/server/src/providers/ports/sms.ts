/** Sends text messages. With `voice` a call reads the message out. */
export interface SmsPort {
  /** True if the provider can call. If not, a message with `voice` is never sent. */
  readonly canCall: boolean;
  /** `reference` makes repeats idempotent. Throws Unavailable if the provider does not answer in time. */
  send(message: { reference: string; phone: string; text: string; voice: boolean }): Promise<void>;
}
