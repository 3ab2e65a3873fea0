/** Reasons to refuse an application (TERM-06 and the lender's policy). Each has a text and a help in every language. */
export const refusalReasons = [
  'notFilipino',
  'underAge',
  'noCapacity',
  'noAddress',
  'incomplete',
  'blocked',
  'runningOrder',
  'unaffordable',
  'score',
  'limit',
  'otherLenders',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Further reasons that a person of the lender's staff may give for refusing an application. */
export const reviewerReasons = [
  'foreignAccount',
  'identityUnclear',
  'detailsUnclear',
  'usedElsewhere',
] as const;
export type ReasonToRefuse = RefusalReason | (typeof reviewerReasons)[number];

/** Reasons of the lender's own that would tell somebody what was found out about them. The borrower reads `score` instead. */
const internalReasons: readonly string[] = ['screening', 'fraud'];

/** The reason that a borrower reads for a policy's reason; undefined: it has no text. */
export function publicReason(reason: string): RefusalReason | undefined {
  if (internalReasons.includes(reason)) return 'score';
  return refusalReasons.find((known) => known === reason);
}
