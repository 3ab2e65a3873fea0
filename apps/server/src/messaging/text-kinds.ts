/**
 * Every kind of text message that is sent, and how many of it go to one number of a brand within 24 hours: texts cost, and
 * whoever repeats what causes one must not ring somebody's phone for it. Beyond its cap a text is left out, and what caused
 * it goes on; a code that cannot be sent is refused, and so is replacing an account whose notice cannot be sent. Codes have further caps before this one (`code-caps.ts`).
 */
export const textKinds = {
  login: { aDay: 20 },
  reset: { aDay: 20 },
  register: { aDay: 20 },
  account: { aDay: 20 },
  /** Somebody signed in by password on a device that is new. */
  newDevice: { aDay: 3 },
  passwordSet: { aDay: 3 },
  /** Another account for payouts. */
  accountChanged: { aDay: 3 },
  deletionAsked: { aDay: 3 },
  notice: { aDay: 6 },
  /** A loan was applied for, where its product says so by text. */
  applied: { aDay: 5 },
  /** Decision, payout, payment, due date. */
  loan: { aDay: 12 },
} as const satisfies Readonly<Record<string, { readonly aDay: number }>>;

export type TextKind = keyof typeof textKinds;

/** Texts of all kinds to one number of a brand within 24 hours. */
export const textsADay = 40;
