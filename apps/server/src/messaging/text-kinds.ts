/**
 * Every kind of text message, and how many of each one number of a brand gets within 24 hours. Texts cost money, and
 * repeating an action must not flood somebody's phone. Beyond the cap a text is omitted and the action continues. Two
 * actions are rejected instead: requesting a code, and replacing an account whose notice cannot be sent. Codes have further
 * caps (`code-caps.ts`).
 */
export const textKinds = {
  login: { aDay: 20 },
  reset: { aDay: 20 },
  register: { aDay: 20 },
  account: { aDay: 20 },
  /** A sign-in by password on a new device. */
  newDevice: { aDay: 3 },
  passwordSet: { aDay: 3 },
  /** The account for payouts was replaced. */
  accountChanged: { aDay: 3 },
  deletionRequested: { aDay: 3 },
  notice: { aDay: 6 },
  /** Application, decision, payout, payment, due date. */
  loan: { aDay: 12 },
} as const satisfies Readonly<Record<string, { readonly aDay: number }>>;

export type TextKind = keyof typeof textKinds;

/** Texts of all kinds to one number of a brand within 24 hours. */
export const maxTextsADay = 40;
