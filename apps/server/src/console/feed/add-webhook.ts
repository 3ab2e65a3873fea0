import type { ReasonOf, RequestOf } from '@hiram/contract/console/action-calls';
import type { addFeedWebhook } from '@hiram/contract/console/feed';
import { numberEvents } from '../../lending/feed/feed-events.ts';
import { isSecureAddress, newSecret } from '../../lending/feed/send-feed.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { Action } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';

type Calls = typeof addFeedWebhook;

/** Sends the feed to an address. An operator's command shows the secret that its system verifies it with. */
export const addWebhookAction: Action<RequestOf<Calls>, ReasonOf<Calls>> = {
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
