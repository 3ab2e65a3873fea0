import { createHash, randomBytes } from 'node:crypto';
import type { EffectLine, JournalLine } from '@hiram/contract/console/effect';
import type { PasskeyAssertion } from '@hiram/contract/console/passkey';
import type { PlannedPost, PostFault, planPosts, postMany } from '@hiram/contract/console/post-many';
import { asId, type StatementLineId, type TransferId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { type ClaimMatch, matchClaims } from '../../lending/payments/statements/match-claims.ts';
import { canonicalJson } from '../../platform/crypto/canonical-json.ts';
import { isRejection, NotFound, reject } from '../../platform/errors/rejection.ts';
import { namesInList } from '../access/personal-data/names.ts';
import type { Authority } from '../access/rights.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { assertionOptions, verifyPasskey } from '../access/sign-in/passkeys.ts';
import { type ActionScope, type Effect, effectDigest } from '../actions/action.ts';
import { doWithinLimit, verdictNow } from '../actions/request.ts';
import { actionScope } from '../actions/scope.ts';
import type { PostRequest } from './entry.ts';
import { namedOf, transferRows } from './list-transfers.ts';
import { postAction } from './post-money.ts';

const nonceBytes = 32;

/** The request of the action that posts a claim by a line. */
const requestOf = (transferId: TransferId, lineId: StatementLineId): PostRequest => ({
  entry: 'transfer',
  id: transferId,
  lineId,
});

interface SignedPost {
  readonly transferId: TransferId;
  readonly lineId: StatementLineId;
  readonly digest: string;
}

/** SHA-256 of the posts that a person signs: each claim, its line and the digest of its effect. */
function digestOf(posts: readonly SignedPost[]): Buffer {
  const signed = posts.map(({ transferId, lineId, digest }) => ({ transferId, lineId, digest }));
  return createHash('sha256').update(canonicalJson(signed)).digest();
}

/** The challenge of one passkey over several posts. */
const challengeOf = (digest: Buffer, nonce: Buffer) =>
  createHash('sha256').update(digest).update(nonce).digest();

/** Plans several posts, each by itself, and offers one signature over those that the caller may post alone. */
export const plan: StaffHandler<typeof planPosts> = async ({ transferIds }, request) => {
  const { db, brand, session, context, authority } = request;
  if (authority === undefined) throw new Error('planPosts names an action');
  const scope = await actionScope(request);
  const ids = [...new Set(transferIds)];
  const rows = await transferRows(db, brand).where('utr_submission.id', 'in', ids).execute();
  const matches = await matchClaims(
    context.appContext,
    db,
    rows.map(({ id }) => id),
  );
  const nameOf = await namesInList(request, 'posts', rows.map(namedOf));
  const posts: PlannedPost[] = [];
  const leftOut: { transferId: TransferId; fault: PostFault }[] = [];
  const journal = new Map<string, number>();
  let sum = 0;
  for (const transferId of ids) {
    const row = rows.find(({ id }) => id === transferId);
    const match = matches.get(transferId);
    const leave = (fault: PostFault) => leftOut.push({ transferId, fault });
    if (!row) leave('notOfBrand');
    else if (row.state !== 'review') leave('alreadyPosted');
    else if (!match || Number(row.rivals) > 0 || !isPostable(match)) leave('doesNotMatch');
    else {
      const planned = await planOne(scope, { authority, staffId: session.staffId, sum }, transferId, match);
      if ('fault' in planned) leave(planned.fault);
      else {
        const name = nameOf(namedOf(row)) ?? '';
        const whose = { orderId: row.order_id, borrowerId: row.borrower_id, name };
        posts.push({ transferId, ...whose, ...shownPost(planned, match) });
        sum += match.amount;
        for (const { account, debit, credit } of planned.effect.journal ?? [])
          journal.set(account, (journal.get(account) ?? 0) + debit - credit);
      }
    }
  }
  const nonce = randomBytes(nonceBytes);
  const bytes = challengeOf(digestOf(posts), nonce);
  const [limit] = authority.limits;
  const { doneToday } = await verdictNow(
    postAction,
    scope,
    { subject: '', subjectId: '', amount: 0, lines: [] },
    { request: {}, staffId: session.staffId, authority },
  );
  return {
    posts,
    leftOut,
    journal: [...journal].flatMap(([account, amount]): JournalLine[] =>
      amount === 0 ? [] : [{ account, debit: Math.max(0, amount), credit: Math.max(0, -amount) }],
    ),
    postedToday: doneToday.amount,
    ...(limit?.maxPerDay === undefined ? {} : { maxPerDay: limit.maxPerDay }),
    ...(limit?.secondPersonFrom === undefined ? {} : { secondPersonFrom: limit.secondPersonFrom }),
    publicKey: await assertionOptions(context, { purpose: 'post', staffId: session.staffId, nonce }, bytes),
  };
};

/** Reports whether nothing speaks against a claim: the line names it, has its amount, and no other sender. */
const isPostable = ({ agrees }: ClaimMatch) =>
  agrees.reference === 'yes' && agrees.sum === 'yes' && agrees.sender !== 'no';

interface Planner {
  readonly authority: Authority;
  readonly staffId: StaffRequest['session']['staffId'];
  /** Cents of the posts before this one. */
  readonly sum: number;
}

interface Planned {
  readonly effect: Effect;
  readonly digest: string;
}

async function planOne(
  scope: ActionScope,
  { authority, staffId, sum }: Planner,
  transferId: TransferId,
  match: ClaimMatch,
): Promise<Planned | { readonly fault: PostFault }> {
  const wanted = requestOf(transferId, match.lineId);
  const effect = await postAction.preview(scope, wanted);
  if (isRejection(effect)) return { fault: faults[effect.rejected] ?? 'doesNotMatch' };
  const { verdict, limit, doneToday } = await verdictNow(postAction, scope, effect, {
    request: wanted,
    staffId,
    authority,
  });
  if (verdict === 'secondPerson') return { fault: 'secondPerson' };
  const { maxPerDay } = limit;
  const total = doneToday.amount + sum + (effect.amount ?? 0);
  if (verdict === 'overLimit' || (maxPerDay !== undefined && total > maxPerDay))
    return { fault: 'overLimit' };
  return { effect, digest: effectDigest(postAction, scope.brand, wanted, effect).toString('hex') };
}

function shownPost(planned: Planned, match: ClaimMatch) {
  const lineOf = (of: EffectLine['of']) => planned.effect.lines.find((line) => line.of === of);
  const pair = (of: 'due' | 'owed') => {
    const { before = 0, after = 0 } = lineOf(of) ?? {};
    return { before: Number(before), after: Number(after) };
  };
  const { before = '', after = '' } = lineOf('dueDate') ?? {};
  return {
    lineId: match.lineId,
    lineNo: match.lineNo,
    amount: match.amount,
    due: pair('due'),
    owed: pair('owed'),
    daysLate: Number(lineOf('daysLate')?.after ?? 0),
    dueDate: { before, after },
    digest: planned.digest,
  };
}

/** Posts each of several claims in a transaction of its own, with one signature over all of them. */
export const post: StaffHandler<typeof postMany> = async ({ posts, passkey }, request) => {
  if (!(await isSigned(request, posts, passkey))) return reject('passkeyRefused');
  const { session, authority } = request;
  if (authority === undefined) throw new Error('postMany names an action');
  const scope = await actionScope(request);
  const { staffId, token } = session;
  const results = [];
  for (const { transferId, lineId, digest } of posts) {
    const wanted = requestOf(transferId, lineId);
    const submission = { request: wanted, digest, staffId, token, authority };
    const done = await doWithinLimit(postAction, scope, {
      ...submission,
      reference: digestOf(posts).toString('hex').slice(0, 16),
      reason: 'sender, reference and sum agree with the bank’s line',
    }).catch((error: unknown) => {
      if (error instanceof NotFound) return reject('notOfBrand');
      throw error;
    });
    results.push({
      transferId,
      ...(isRejection(done) ? await faultOf(request, transferId, done.rejected) : {}),
    });
  }
  return { results };
};

const faults: Readonly<Record<string, PostFault>> = {
  notOfBrand: 'notOfBrand',
  changed: 'changed',
  needsSecondPerson: 'secondPerson',
  overLimit: 'overLimit',
  notWaitingHere: 'alreadyPosted',
  lineIsUsed: 'alreadyPosted',
  givenElsewhere: 'alreadyPosted',
  postedByLine: 'alreadyPosted',
};

/** The reason for which a claim was not posted, and the person who was first, if any. */
async function faultOf({ db, brand }: StaffRequest, transferId: TransferId, reason: string) {
  const fault = faults[reason] ?? 'failed';
  if (fault !== 'alreadyPosted') return { fault };
  const first = await db
    .selectFrom('utr_submission')
    .innerJoin('approval', 'approval.id', 'utr_submission.approval_id')
    .innerJoin('staff', (join) =>
      join.on((eb) => eb('staff.id', '=', eb.fn.coalesce('approval.approved_by', 'approval.requested_by'))),
    )
    .select(['staff.name', 'approval.closed_at'])
    .where('utr_submission.id', '=', asId(transferId))
    .where('utr_submission.brand', '=', brand)
    .executeTakeFirst();
  return {
    fault,
    ...(first ? { postedBy: first.name } : {}),
    ...(first?.closed_at ? { postedAt: first.closed_at.toISOString() } : {}),
  };
}

/** Reports whether a passkey of the caller signed exactly these posts. In a sandbox a session opened by a click needs none. */
async function isSigned(
  { context, db, session, now }: StaffRequest,
  posts: readonly SignedPost[],
  passkey: PasskeyAssertion | undefined,
): Promise<boolean> {
  const { appContext } = context;
  if (passkey === undefined)
    return session.keyId === undefined && !session.isByDirectory && appContext.config.sandbox;
  const assertion = await verifyPasskey(context, db, 'post', passkey);
  const { nonce } = assertion?.challenge ?? {};
  if (assertion?.staffId !== session.staffId || nonce === undefined) return false;
  const digest = digestOf(posts);
  const signed: { readonly challenge?: unknown } = JSON.parse(
    Buffer.from(passkey.response.clientDataJSON, 'base64url').toString('utf8'),
  );
  if (signed.challenge !== challengeOf(digest, nonce).toString('base64url')) return false;
  const what = `post ${digest.toString('hex')} ${nonce.toString('hex')}`;
  await sql`select use_post_signature(${session.token}, ${assertion.keyId}, ${what}, ${now}) from installation`.execute(
    db,
  );
  return true;
}
