import * as v from 'valibot';
import { filled, idOf, nothing, shownIdOf, text, whole } from '../../../fields/fields.ts';
import { actionCalls } from '../../action-calls.ts';
import { brandCall } from '../../staff-call.ts';

/** The topics of the feed for other systems, in words. An event's type is `<topic>.<event>`. */
export const topicWords = {
  complaint: 'Complaints',
  contact: 'Contacts',
  decision: 'Decisions',
  ledger: 'Journals',
  loan: 'Loans',
  order: 'Orders',
  payment: 'Payments',
  payout: 'Payouts',
} as const;
export type FeedTopic = keyof typeof topicWords;
export const feedTopics = Object.keys(topicWords) as readonly FeedTopic[];

/** At least one topic, each once. */
const topics = v.pipe(
  v.array(v.picklist(feedTopics)),
  v.minLength(1, 'must not be empty'),
  v.check((chosen) => new Set(chosen).size === chosen.length, 'names a topic twice'),
);

const name = filled(80);

const access = {
  name: v.string(),
  topics: v.array(v.picklist(feedTopics)),
  brand: v.string(),
  /** ISO 8601. */
  createdAt: v.string(),
  /** ISO 8601; absent: in use. */
  revokedAt: v.optional(v.string()),
};

/** The systems that read the feed: by a key, or at an address to which it is sent. */
export const listFeedAccess = brandCall({
  name: 'listFeedAccess',
  cells: 'home',
  path: '/feed/list',
  right: 'feed.read',
  input: nothing,
  output: v.object({
    keys: v.array(v.object({ accessId: shownIdOf<'feedAccess'>(), ...access })),
    webhooks: v.array(
      v.object({
        accessId: shownIdOf<'feedAccess'>(),
        ...access,
        url: v.string(),
        /** Events that wait for it. */
        waiting: whole,
        /** ISO 8601; absent: the last try was accepted. */
        failingSince: v.optional(v.string()),
      }),
    ),
  }),
});

/**
 * Lets a system read the feed. Whoever asks makes the key, `hfk_` and 43 characters of base64url, and sends its SHA-256 in
 * hexadecimal, so that nobody else ever has it.
 */
export const issueFeedKey = actionCalls({
  name: 'issueFeedKey',
  cells: 'reference',
  path: '/feed/issue-key',
  action: 'feed.issueKey',
  right: 'feed.issue',
  request: { keyHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'is no SHA-256')), name, topics },
  rejections: ['keyInUse'],
});

/** Sends the feed to an address, from now on. */
export const addFeedWebhook = actionCalls({
  name: 'addFeedWebhook',
  cells: 'reference',
  path: '/feed/add-webhook',
  action: 'feed.addWebhook',
  right: 'feed.issue',
  request: { url: text(500), name, topics },
  rejections: ['notSecure', 'urlInUse'],
});

/** Ends the access of a system, for good and at once. One person does it. */
export const revokeFeedAccess = brandCall({
  name: 'revokeFeedAccess',
  cells: 'reference',
  path: '/feed/revoke',
  right: 'feed.revoke',
  input: v.strictObject({ accessId: idOf<'feedAccess'>() }),
  output: v.object({ revokedAt: v.string() }),
  rejections: ['alreadyRevoked'],
});
