import type { ReasonOf, RequestOf } from '@hiram/contract/console/action-calls';
import type { addFeedWebhook, issueFeedKey } from '@hiram/contract/console/feed';
import { numberEvents } from '../../lending/feed/feed-events.ts';
import { isSecureAddress, newSecret } from '../../lending/feed/send-feed.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { Action } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';

/** Lets a system read the feed with a key that whoever asks has made. */
export const issueKeyAction: Action<RequestOf<typeof issueFeedKey>, ReasonOf<typeof issueFeedKey>> = {
  name: 'feed.issueKey',
  right: 'feed.issue',
  approvalRight: 'feed.approveRequest',
  // The hash is unique: a second one fails.
  async lock() {},
  async preview(scope, { keyHash, name, topics }) {
    oneBrandOf(scope);
    const used = await scope.db
      .selectFrom('feed_key')
      .select('id')
      .where('key_hash', '=', Buffer.from(keyHash, 'hex'))
      .executeTakeFirst();
    if (used) return reject('keyInUse', { field: 'keyHash' });
    return {
      subject: 'feed_key',
      subjectId: keyHash,
      amount: undefined,
      needsTwo: true,
      lines: [
        { label: 'System', before: '', after: name, format: 'text' },
        { label: 'It may read', before: '', after: topics.join(', '), format: 'text' },
        { label: 'Digest of its key', before: '', after: keyHash, format: 'text' },
      ],
      notes: ['It reads all events of this brand on these topics, past ones too, until it is revoked.'],
    };
  },
  async perform(scope, { keyHash, name, topics }, { approvalId }) {
    await scope.db
      .insertInto('feed_key')
      .values({
        id: newId(),
        brand: oneBrandOf(scope),
        name,
        topics,
        key_hash: Buffer.from(keyHash, 'hex'),
        approval_id: approvalId,
        created_at: scope.now,
      })
      .execute();
  },
};

/** Sends the feed to an address. An operator's command shows the secret that its system verifies it with. */
export const addWebhookAction: Action<RequestOf<typeof addFeedWebhook>, ReasonOf<typeof addFeedWebhook>> = {
  name: 'feed.addWebhook',
  right: 'feed.issue',
  approvalRight: 'feed.approveRequest',
  async lock() {},
  async preview(scope, { url, name, topics }) {
    const brand = oneBrandOf(scope);
    if (!isSecureAddress(url, scope.appContext.config.sandbox)) return reject('notSecure', { field: 'url' });
    const used = await scope.db
      .selectFrom('feed_webhook')
      .select('id')
      .where('brand', '=', brand)
      .where('url', '=', url)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (used) return reject('urlInUse', { field: 'url' });
    return {
      subject: 'feed_webhook',
      subjectId: url,
      amount: undefined,
      needsTwo: true,
      lines: [
        { label: 'System', before: '', after: name, format: 'text' },
        { label: 'Address', before: '', after: url, format: 'text' },
        { label: 'It is sent', before: '', after: topics.join(', '), format: 'text' },
      ],
      notes: ['It is sent what happens from now on. An operator sends what was before: hiram feed replay.'],
    };
  },
  async perform(scope, { url, name, topics }, { approvalId }) {
    const { db, now, appContext } = scope;
    await db
      .insertInto('feed_webhook')
      .values({
        id: newId(),
        brand: oneBrandOf(scope),
        name,
        topics,
        url,
        secret_encrypted: newSecret(appContext),
        approval_id: approvalId,
        created_at: now,
        delivered_to: (await numberEvents(db)).last,
      })
      .execute();
  },
};
