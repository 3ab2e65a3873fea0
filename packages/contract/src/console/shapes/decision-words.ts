/** Reasons for refusing that a person may choose; each has a text in every language. */
export const reasonsToRefuse = [
  'foreignAccount',
  'identityUnclear',
  'detailsUnclear',
  'usedElsewhere',
  'unaffordable',
  'score',
  'incomplete',
  'notFilipino',
  'underAge',
  'noCapacity',
  'noAddress',
  'blocked',
  'runningOrder',
] as const;
export type ChosenReason = (typeof reasonsToRefuse)[number];

/** The corrections that a borrower may be asked for; each has a text in every language. `front`, `back` and `selfie`:
 * pictures of an identity document. `ownAccount`: for a payout alone. */
export const correctionKinds = [
  'name',
  'document',
  'address',
  'work',
  'income',
  'front',
  'back',
  'selfie',
  'ownAccount',
] as const;
export type Correction = (typeof correctionKinds)[number];
