import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connect.ts';
import type { MessageChannel } from '../../platform/database/schema/notices.ts';
import type { BorrowerLocale } from '../borrowers/locale.ts';
import { certifiedValues } from '../borrowers/profile.ts';

/** Messages that did not reach an address in a row, after which it is not used. */
const maxBounces = 3;

/** The certified item with an address of electronic mail, where a brand's forms ask for one. */
const mailItem = 'email';

interface Address {
  readonly text: string;
  readonly digest: Buffer;
}

/** The address of a borrower on a channel; undefined without one, and for one that messages do not reach. */
export async function addressOf(
  trx: Db,
  { cipher, ports }: Pick<AppContext, 'cipher' | 'ports'>,
  borrowerId: BorrowerId,
  { brand, phone }: Pick<BorrowerLocale, 'brand' | 'phone'>,
  channel: MessageChannel,
): Promise<Address | undefined> {
  const text = await (async () => {
    if (channel === 'sms') return phone;
    if (channel === 'push') return ports.push && borrowerId;
    const asks = Object.values(brand.forms).some((step) => step.items.some(({ code }) => code === mailItem));
    if (!ports.mail || !asks) return undefined;
    const { [mailItem]: address } = await certifiedValues(trx, cipher, borrowerId);
    return typeof address === 'string' && address.includes('@') ? address : undefined;
  })();
  if (text === undefined) return undefined;
  const digest = cipher.digest(`address ${channel} ${text}`);
  const bounced = await trx
    .selectFrom('bounced_address')
    .select('bounces')
    .where('borrower_id', '=', borrowerId)
    .where('channel', '=', channel)
    .where('digest', '=', digest)
    .where('bounces', '>=', maxBounces)
    .executeTakeFirst();
  return bounced ? undefined : { text, digest };
}

/** Counts a message that did not reach an address, or forgets earlier ones because it reached it. */
export async function countBounce(
  trx: Db,
  of: { readonly borrowerId: BorrowerId; readonly channel: MessageChannel; readonly digest: Buffer },
  hasReached: boolean,
  now: Date,
): Promise<void> {
  const { borrowerId, channel, digest } = of;
  await trx
    .insertInto('bounced_address')
    .values({ borrower_id: borrowerId, channel, digest, bounces: hasReached ? 0 : 1, at: now })
    .onConflict((conflict) =>
      conflict.columns(['borrower_id', 'channel', 'digest']).doUpdateSet({
        bounces: hasReached ? 0 : sql<number>`bounced_address.bounces + 1`,
        at: now,
      }),
    )
    .execute();
}
