import type { ReasonOf, RequestOf } from '@hiram/contract/console/action-calls';
import type { issueFeedKey } from '@hiram/contract/console/feed';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { Action } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';

type Calls = typeof issueFeedKey;

/** Lets a system read the feed with a key that whoever asks has made. */
export const issueKeyAction: Action<RequestOf<Calls>, ReasonOf<Calls>> = {
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
