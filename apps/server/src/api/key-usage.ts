import type { BorrowerId } from '@hiram/contract/ids';
import type { AppContext } from '../context/app-context.ts';
import { TooMany } from '../platform/errors/rejection.ts';
import { readKey } from '../platform/http/idempotency.ts';
import { countUsage } from '../platform/usage-limits.ts';

/**
 * Daily limits of calls with an idempotency key, including repeats. Each new key stores a row for a day. The limits are far
 * above manual use. Many phones share an address, so an address has a larger limit.
 */
export const maxKeyedCalls = { borrower: 2_000, address: 50_000 } as const;
const retryAfterSeconds = 3_600;

interface Caller {
  readonly brand: string;
  readonly borrowerId: BorrowerId;
  readonly address: string;
  readonly now: Date;
}

/**
 * Counts and returns the call's idempotency key; undefined if there is none. Throws BadRequest for a malformed key, TooMany
 * beyond the limits.
 */
export async function countedKey(
  appContext: AppContext,
  header: string | string[] | undefined,
  { brand, borrowerId, address, now }: Caller,
): Promise<string | undefined> {
  const key = readKey(header);
  if (key === undefined) return undefined;
  const limits = [
    { kind: 'key borrower', subject: borrowerId, max: maxKeyedCalls.borrower },
    { kind: 'key address', subject: address, max: maxKeyedCalls.address },
  ];
  if (!(await countUsage(appContext.db, appContext.cipher, { brand, limits, now })))
    throw new TooMany(retryAfterSeconds);
  return key;
}
