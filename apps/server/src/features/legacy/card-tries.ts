import type { BorrowerRequest } from '../../api/serve.ts';
import type { AppContext } from '../../context/app-context.ts';
import { giveUsageBack, takeUsage, type UsageLimit } from '../../platform/usage-limits.ts';

/**
 * Cards that may be refused in a day, by the provider or by their bank: whoever tries stolen numbers is answered no more. Many
 * phones share an address, so it has a larger limit.
 */
export const maxRefusedCards = { borrower: 10, device: 10, address: 100 } as const;

const limitsOf = ({ borrower, context, address }: BorrowerRequest): UsageLimit[] => [
  { kind: 'card address', subject: address, max: maxRefusedCards.address },
  { kind: 'card borrower', subject: borrower.id, max: maxRefusedCards.borrower },
  { kind: 'card device', subject: context.deviceId ?? borrower.id, max: maxRefusedCards.device },
];

/**
 * Asks the provider about a card, unless too many were refused today; then the answer is `refused` too, and the provider is
 * not asked. `isRefused` says of its answer whether the card was refused. The caller gives one answer for both.
 */
export async function tryCard<Answer>(
  appContext: AppContext,
  requestContext: BorrowerRequest,
  ask: () => Promise<Answer>,
  isRejection: (answer: Answer) => boolean,
): Promise<Answer | 'refused'> {
  const usage = { brand: requestContext.brand.id, limits: limitsOf(requestContext), now: requestContext.now };
  if (!(await takeUsage(appContext.db, appContext.cipher, usage))) return 'refused';
  let refused = false;
  try {
    const answer = await ask();
    refused = isRejection(answer);
    return refused ? 'refused' : answer;
  } finally {
    if (!refused) await giveUsageBack(appContext.db, appContext.cipher, usage);
  }
}
