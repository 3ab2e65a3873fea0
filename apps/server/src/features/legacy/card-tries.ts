import type { BorrowerRequest } from '../../api/serve.ts';
import type { AppContext } from '../../context/app-context.ts';
import { countUsage, returnUsage, type UsageLimit } from '../../platform/usage-limits.ts';

/**
 * Maximum numbers of cards refused in a day by the provider or the bank, against testing of stolen numbers. Many phones share an
 * address, so its limit is larger.
 */
const maxRefusedCards = { borrower: 10, device: 10, address: 100 } as const;

const limitsOf = ({ borrower, context, address }: BorrowerRequest): UsageLimit[] => [
  { kind: 'card address', subject: address, max: maxRefusedCards.address },
  { kind: 'card borrower', subject: borrower.id, max: maxRefusedCards.borrower },
  { kind: 'card device', subject: context.deviceId ?? borrower.id, max: maxRefusedCards.device },
];

/**
 * Calls the provider about a card, unless too many cards were refused today; then it returns `refused` without a call.
 * `isRejection` tells whether an answer is a rejection. The caller gives the same answer for both.
 */
export async function tryCard<Answer>(
  appContext: AppContext,
  requestContext: BorrowerRequest,
  callProvider: () => Promise<Answer>,
  isRejection: (answer: Answer) => boolean,
): Promise<Answer | 'rejected'> {
  const usage = { brand: requestContext.brand.id, limits: limitsOf(requestContext), now: requestContext.now };
  if (!(await countUsage(appContext.db, appContext.cipher, usage))) return 'rejected';
  let isRefused = false;
  try {
    const answer = await callProvider();
    isRefused = isRejection(answer);
    return isRefused ? 'rejected' : answer;
  } finally {
    if (!isRefused) await returnUsage(appContext.db, appContext.cipher, usage);
  }
}
