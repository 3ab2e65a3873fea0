import type { AppContext } from '../context/app-context.ts';
import { TooMany } from '../platform/errors/rejection.ts';
import { readKey } from '../platform/http/idempotency.ts';
import { takeUsage } from '../platform/usage-limits.ts';

/**
 * Calls under an idempotency key in a day, repeats included: each new key is a row that is kept for a day. Far above what people
 * do by hand. Many phones share an address, so it has a larger limit.
 */
export const maxKeyedCalls = { borrower: 2_000, address: 50_000 } as const;
const againSeconds = 3_600;

interface Caller {
  readonly brand: string;
  readonly borrowerId: string;
  readonly address: string;
  readonly now: Date;
}

/** The call's key, counted; undefined where there is none. Throws BadRequest for a malformed one, TooMany beyond the limits. */
export async function takeKey(
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
  if (!(await takeUsage(appContext.db, appContext.cipher, { brand, limits, now })))
    throw new TooMany(againSeconds);
  return key;
}
