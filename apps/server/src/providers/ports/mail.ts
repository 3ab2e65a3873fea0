/** A message of electronic mail to one recipient. */
export interface Mail {
  /** Our id: the same at each attempt, so that a mail that arrives twice is recognised as one. */
  readonly reference: string;
  /** The address alone, without a name. */
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The same as HTML; undefined: as text alone. */
  readonly html?: string;
  /** Where its reader switches such mail off; undefined: they cannot. */
  readonly unsubscribe?: string;
}

/** `rejected`: the receiving side said for good that it does not take the mail. `reason` names no person. */
export type MailResult =
  | { readonly state: 'accepted' }
  | { readonly state: 'rejected'; readonly reason: string };

/** Sends electronic mail. */
export interface MailPort {
  /** Throws Unavailable if nobody answers in time, or asks to try again later. */
  send(mail: Mail): Promise<MailResult>;
}
