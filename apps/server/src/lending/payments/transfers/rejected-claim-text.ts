import type { Translate } from '../../../brands/texts/translate.ts';

/** Reasons for which a claim of a transfer is refused, each with a text in every language. */
const reasons = ['notArrived', 'wrongAmount', 'usedElsewhere', 'wrongReceipt', 'unreadable'] as const;

/** The borrower's text about a refused claim. A reason that is none of ours is an operator's own words. */
export function rejectedClaimText(translate: Translate, reason: string): string {
  const known = reasons.find((candidate) => candidate === reason);
  return known === undefined ? reason : translate(`transfer.${known}`);
}
