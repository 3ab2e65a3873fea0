import type { BorrowerId, NoticeId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { MessageChannel } from '../../platform/database/schema/messages/notices.ts';
import { isAnyOf } from '../../platform/database/statements/is-any-of.ts';
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

/**
 * The addresses of messages' borrowers on a channel each. One without an address has none, nor one that
 * messages do not reach.
 */
export async function addressesOf(
  trx: Db,
  { cipher, ports }: Pick<AppContext, 'cipher' | 'ports'>,
  messages: readonly {
    readonly notice: { readonly id: NoticeId; readonly borrower_id: BorrowerId };
    readonly channel: MessageChannel;
    readonly locale: Pick<BorrowerLocale, 'brand' | 'phone'>;
  }[],
): Promise<ReadonlyMap<NoticeId, Address>> {
  if (messages.length === 0) return new Map();
  const borrowerIds = messages.map(({ notice }) => notice.borrower_id);
  const bounced = await trx
    .selectFrom('bounced_address')
    .select(['borrower_id', 'channel', 'digest'])
    .where(isAnyOf('borrower_id', borrowerIds))
    .where('bounces', '>=', maxBounces)
    .execute();
  const unreached = new Set(
    bounced.map((row) => `${row.borrower_id} ${row.channel} ${row.digest.toString('hex')}`),
  );
  const addresses = new Map<NoticeId, Address>();
  for (const { notice, channel, locale } of messages) {
    const text =
      channel === 'sms'
        ? locale.phone
        : channel === 'push'
          ? ports.push && notice.borrower_id
          : ports.mail && (await mailAddress(trx, cipher, notice.borrower_id, locale));
    if (text === undefined) continue;
    const digest = cipher.digest(`address ${channel} ${text}`);
    if (!unreached.has(`${notice.borrower_id} ${channel} ${digest.toString('hex')}`))
      addresses.set(notice.id, { text, digest });
  }
  return addresses;
}

async function mailAddress(
  trx: Db,
  cipher: AppContext['cipher'],
  borrowerId: BorrowerId,
  { brand }: Pick<BorrowerLocale, 'brand'>,
): Promise<string | undefined> {
  const asks = Object.values(brand.forms).some((step) => step.items.some(({ code }) => code === mailItem));
  if (!asks) return undefined;
  const { [mailItem]: address } = await certifiedValues(trx, cipher, borrowerId);
  return typeof address === 'string' && address.includes('@') ? address : undefined;
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
