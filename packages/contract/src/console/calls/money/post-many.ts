import * as v from 'valibot';
import { idOf, shownIdOf, text, whole } from '../../../fields/fields.ts';
import { passkeyAssertion, passkeyRequest } from '../../account/passkey.ts';
import { journalLine } from '../../shapes/effect.ts';
import { brandCall } from '../../staff-call.ts';

/** Payments that one signature posts at most. */
export const maxPosts = 50;

/** Reasons for which a claim is not posted together with others. */
export const postFaults = [
  'alreadyPosted',
  'changed',
  'notOfBrand',
  'doesNotMatch',
  'secondPerson',
  'overLimit',
  'failed',
] as const;
export type PostFault = (typeof postFaults)[number];

const pair = v.object({ before: whole, after: whole });
const item = v.object({
  transferId: shownIdOf<'transfer'>(),
  lineId: shownIdOf<'statementLine'>(),
  orderId: shownIdOf<'order'>(),
  borrowerId: shownIdOf<'borrower'>(),
  /** Empty for whoever may not read it. */
  name: v.string(),
  lineNo: whole,
  amount: whole,
  due: pair,
  owed: pair,
  /** Days by which the loan is late afterwards. */
  daysLate: whole,
  /** ISO 8601 dates of the repayment that is due or next; empty once the loan is settled. */
  dueDate: v.object({ before: v.string(), after: v.string() }),
  /** Identifies the effect: `postMany` sends it back. */
  digest: v.string(),
});
export type PlannedPost = v.InferOutput<typeof item>;

/**
 * Previews posting several claims by their lines, each by itself, and a challenge for one passkey over all of it. Claims
 * that do not match, or need a second person, are left out with the reason.
 */
export const planPosts = brandCall({
  name: 'planPosts',
  path: '/money-in/plan-posts',
  right: 'moneyIn.post',
  action: 'moneyIn.post',
  input: v.strictObject({
    transferIds: v.pipe(v.array(idOf<'transfer'>()), v.minLength(1), v.maxLength(maxPosts)),
  }),
  output: v.object({
    posts: v.array(item),
    leftOut: v.array(v.object({ transferId: shownIdOf<'transfer'>(), fault: v.picklist(postFaults) })),
    journal: v.array(journalLine),
    /** Cents that the caller posted alone today, and may post in a day; absent: no limit. */
    postedToday: whole,
    maxPerDay: v.optional(whole),
    /** From this amount on a second person posts one; absent: never. */
    secondPersonFrom: v.optional(whole),
    publicKey: passkeyRequest,
  }),
});

/**
 * Posts claims that the caller saw, with one signature over all of them. Each is an event of its own: one that changed meanwhile,
 * was posted by somebody else or is of another brand fails with its reason, and the others are posted. Without `passkey` only in
 * a sandbox, in a session that was opened by a click.
 */
export const postMany = brandCall({
  name: 'postMany',
  path: '/money-in/post-many',
  right: 'moneyIn.post',
  action: 'moneyIn.post',
  input: v.strictObject({
    posts: v.pipe(
      v.array(
        v.strictObject({
          transferId: idOf<'transfer'>(),
          lineId: idOf<'statementLine'>(),
          digest: text(64),
        }),
      ),
      v.minLength(1),
      v.maxLength(maxPosts),
    ),
    passkey: v.optional(passkeyAssertion),
  }),
  output: v.object({
    results: v.array(
      v.object({
        transferId: shownIdOf<'transfer'>(),
        /** Absent: it is posted. */
        fault: v.optional(v.picklist(postFaults)),
        /** The person who posted it before, and when; absent: nobody. */
        postedBy: v.optional(v.string()),
        postedAt: v.optional(v.string()),
      }),
    ),
  }),
  rejections: ['passkeyRefused'],
});
