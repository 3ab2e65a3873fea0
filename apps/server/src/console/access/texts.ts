/** The console's messages by code. Each area brings those of its rejections. */
export const staffTexts = {
  notSignedIn: 'Please sign in.',
  locked: 'The session is locked. Unlock it with your passkey.',
  missingRight: 'This needs the right {right}, which none of your roles has here.',
  passkeyNeeded: 'This needs a session that a passkey opened. Sign in with your passkey.',
  noLimit: 'None of your roles has a limit for this action.',
  foreignOrigin: 'The request does not come from the console.',
  badRequest: 'The field {field} is not as expected.',
  notFound: 'This does not exist.',
  tooMany: 'Too many requests. Try again in {seconds} s.',
  fault: 'Something went wrong. Its id is {id}.',
  tooManyReads: 'You have opened as many fields as one person may in an hour. Ask somebody else.',
  cellAway: 'Cell {cell} does not answer. Nothing was lost; please try again.',
  unavailable: 'This cannot be done right now. Nothing was lost; please try again.',
} as const;

export type StaffTextId = keyof typeof staffTexts;

export function staffText(id: StaffTextId, values: Values = {}): string {
  return filledText(staffTexts[id], values);
}

type Values = Readonly<Record<string, string | number>>;

/** A text with its `{field}`s replaced. */
export function filledText(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
