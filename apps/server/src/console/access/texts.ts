/** The console's messages by code or reason of rejection. Its page translates codes; these are for logs, tools and tests. */
export const staffTexts = {
  notSignedIn: 'Please sign in.',
  locked: 'The session is locked. Unlock it with your passkey.',
  missingRight: 'This needs the right {right}, which none of your roles has here.',
  noLimit: 'None of your roles has a limit for this action.',
  foreignOrigin: 'The request does not come from the console.',
  badRequest: 'The field {field} is not as expected.',
  notFound: 'This does not exist.',
  tooMany: 'Too many requests. Try again in {seconds} s.',
  fault: 'Something went wrong. Its id is {id}.',
  unavailable: 'This cannot be done right now. Nothing was lost; please try again.',
  alreadyAsked: 'The same is already waiting for a second person.',
  alreadyClosed: 'This request is already closed.',
  alreadyEnded: 'This person’s employment has ended.',
  askerWithoutRight: 'Who asked for this may not ask for it any more.',
  changed: 'The effect has changed since it was shown. Nothing was done; look at it again.',
  emailTaken: 'Somebody else has this address.',
  expired: 'This request has expired.',
  invitationUnusable: 'This invitation was used, withdrawn or has expired. Ask for another one.',
  notOwnRequest: 'Only the person who asked can withdraw a request.',
  nothingChanges: 'The person already has exactly these roles.',
  overLimit: 'This exceeds your limit.',
  ownEmployment: 'Nobody ends their own employment.',
  ownRequest: 'Another person must grant what you asked for.',
  passkeyRefused: 'This passkey was not accepted.',
  needsSecondPerson: 'This needs a second person.',
  unknownRole: 'There is no such role.',
} as const;

export type StaffTextId = keyof typeof staffTexts;

export function isStaffTextId(id: string): id is StaffTextId {
  return Object.hasOwn(staffTexts, id);
}

export function staffText(id: StaffTextId, values: Readonly<Record<string, string | number>> = {}): string {
  return staffTexts[id].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
