import * as v from 'valibot';
import { shownIdOf, whole } from '../../fields/fields.ts';

/** Parts of the list: unanswered ones by their promise, and answered ones, the latest first. */
export const complaintLists = ['open', 'mine', 'escalated', 'answered'] as const;
export type ComplaintList = (typeof complaintLists)[number];

/** The kinds of messages by writer and reader. The borrower reads all but notes, escalations and the reason of a reopening. */
export const messageKinds = [
  'received',
  'acknowledged',
  'infoRequested',
  'replied',
  'answered',
  'note',
  'escalated',
  'reopened',
] as const;
export type MessageKind = (typeof messageKinds)[number];

const colleague = v.object({ staffId: shownIdOf<'staff'>(), name: v.string() });

export const complaintRow = v.object({
  complaintId: shownIdOf<'complaint'>(),
  brand: v.string(),
  reference: v.string(),
  /** The kind of complaint in English, as the borrower chose it. */
  type: v.string(),
  /** The beginning of the borrower's words. */
  excerpt: v.string(),
  borrowerId: shownIdOf<'borrower'>(),
  /** The borrower's full name. Absent: the caller's roles do not see it here, or the borrower gave none yet. */
  name: v.optional(v.string()),
  /** ISO 8601: when the promise is broken; of an answered one: when it was answered. */
  at: v.string(),
  isAcknowledged: v.boolean(),
  isEscalated: v.boolean(),
  owner: v.optional(colleague),
  /** True if the last words are the borrower's. */
  borrowerWaits: v.boolean(),
});
export type ComplaintRow = v.InferOutput<typeof complaintRow>;

export const message = v.object({
  kind: v.picklist(messageKinds),
  /** The member of staff; empty: the borrower, or an operator's command. */
  by: v.string(),
  /** True if the caller wrote it. */
  isOwn: v.boolean(),
  /** ISO 8601. */
  at: v.string(),
  body: v.string(),
  pictures: v.array(shownIdOf<'picture'>()),
  /** The rating that the borrower had given when the complaint was reopened. */
  stars: v.optional(whole),
});

export const clock = v.object({
  /** ISO 8601: until when. */
  dueAt: v.string(),
  /** The business day at whose end that is, ISO 8601. */
  dueOn: v.string(),
  /** ISO 8601: when it was done; absent: not yet. */
  doneAt: v.optional(v.string()),
});

export const template = v.object({ id: v.string(), title: v.string(), text: v.string() });
