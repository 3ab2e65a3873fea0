/** A message to the lender's own app server, which shows it on the borrower's phones. */
interface PushMessage {
  /** Our id: the same at each attempt. */
  readonly reference: string;
  readonly brand: string;
  /** Our id of the borrower. */
  readonly borrower: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  /** The address that opens the app at what the message is about. */
  readonly deepLink: string;
}

/** Sends messages to phones through the lender's app server. */
export interface PushPort {
  /** Throws Unavailable unless the server takes over this message in time. */
  send(message: PushMessage): Promise<void>;
}
