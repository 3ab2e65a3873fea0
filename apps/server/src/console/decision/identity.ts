import type { openIdentity } from '@hiram/contract/console/decision';
import type { ApprovalId, IdentityCheckId, ReviewId } from '@hiram/contract/ids';
import { type Cents, cents } from '@hiram/loan';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { certifiedValues } from '../../lending/borrowers/profile.ts';
import { typedNumber } from '../../lending/identity/compare.ts';
import {
  compareIdentity,
  currentCheck,
  decideCheck,
  type IdentityCheck,
  identityState,
  lockCheck,
  pictureOf,
  pictureParts,
  readOf,
} from '../../lending/identity/identity-check.ts';
import { loadOrder } from '../../lending/loans/order-store.ts';
import type { Review } from '../../lending/loans/review-queue.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { readEncrypted } from '../access/personal-data/read-encrypted.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import type { Action, ActionScope } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { loadReview, lockReview } from './load-review.ts';

/** The newest document that the borrower of a review sent, without a value of theirs; undefined: the brand asks for none. */
export async function shownIdentity(db: Db, review: Review) {
  const state = await identityState(db, review.borrower_id);
  if (state === 'notAsked') return undefined;
  const check = await currentCheck(db, review.borrower_id);
  if (!check) return { state, pictures: [], contradictions: [] };
  return {
    state,
    checkId: check.id,
    document: check.document,
    ...(check.answer === null ? {} : { answer: check.answer }),
    ...(check.face === null ? {} : { face: check.face }),
    contradictions: check.contradictions,
    pictures: pictureParts.filter((part) => check[`${part}_id`] !== null),
  };
}

/** Opens the pictures of a document beside what was typed and what was read. The read is recorded as one, with its reason. */
export const showIdentity: StaffHandler<typeof openIdentity> = async (input, staffRequest) => {
  const { context, db, now, session } = staffRequest;
  const { appContext } = context;
  const review = await loadReview(db, staffRequest.brand, input.reviewId);
  const { borrower_id: borrowerId } = review;
  const check = await currentCheck(db, borrowerId);
  if (!check) throw new NotFound('identity check');
  const opened = await readEncrypted(
    staffRequest,
    { borrowerId, subject: 'review', subjectId: review.id, field: 'identityDocument', reason: input.reason },
    async (trx, decrypt) => {
      const certified = await certifiedValues(trx, { decrypt }, borrowerId);
      const { read } = readOf({ decrypt }, check);
      return {
        typed: {
          name: textOf(certified.fullName),
          birthDate: textOf(certified.birthDate),
          number: typedNumber(check.document, certified) ?? '',
        },
        read: { name: read.name ?? '', birthDate: read.birthDate ?? '', number: read.number ?? '' },
        pictures: await picturesOf(trx, appContext, check),
      };
    },
  );
  if ('rejected' in opened) return opened;
  return { ...opened.value, watermark: `${session.name} · ${now.toISOString().slice(0, 13)}:00 UTC` };
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

async function picturesOf(trx: Db, appContext: AppContext, check: IdentityCheck) {
  const pictures = [];
  for (const part of pictureParts) {
    const bytes = await pictureOf(trx, appContext, check, part);
    if (bytes) pictures.push({ part, jpeg: bytes.toString('base64') });
  }
  return pictures;
}

interface OfCheck {
  readonly reviewId: ReviewId;
  readonly checkId: IdentityCheckId;
}

async function reviewedCheck(
  { db, brand }: ActionScope,
  { reviewId, checkId }: OfCheck,
): Promise<IdentityCheck> {
  const review = await loadReview(db, oneBrandOf({ brand }), reviewId);
  const check = await lockCheck(db, review.borrower_id, checkId);
  if (!check) throw new NotFound('identity check');
  return check;
}

const contradictionWords: Readonly<Record<string, string>> = {
  name: 'the name',
  birthDate: 'the birth date',
  number: 'the number',
  expired: 'the last valid day',
  mrz: 'the machine-readable lines',
  face: 'the face',
};

/** What the application of a review asks for: a confirmed document lets the policy lend it. */
async function amountAsked({ db, brand }: ActionScope, { reviewId }: OfCheck): Promise<Cents> {
  const review = await loadReview(db, oneBrandOf({ brand }), reviewId);
  return cents((await loadOrder(db, review.borrower_id, review.order_id)).amount);
}

/** A person looked at the pictures and says whose document it is. */
function decision(
  name: 'identity.confirm' | 'identity.fail',
  state: 'verified' | 'failed',
  after: string,
): Action<OfCheck, 'identityDecided'> {
  return {
    name,
    right: 'decision.decide',
    approvalRight: 'decision.approveRequest',
    lock: lockReview,
    async preview(scope, request) {
      const check = await reviewedCheck(scope, request);
      const isAsItWas = (await identityState(scope.db, check.borrower_id)) === state;
      if (isAsItWas) return reject('identityDecided') satisfies Rejection<'identityDecided'>;
      return {
        subject: 'identity_check',
        subjectId: check.id,
        amount: state === 'verified' ? await amountAsked(scope, request) : undefined,
        lines: [{ label: 'Identity document', before: 'waits for a person', after }],
        notes: check.contradictions.map((one) => `Not as certified: ${contradictionWords[one] ?? one}.`),
      };
    },
    async perform(scope, request, { approvalId }: { readonly approvalId: ApprovalId }) {
      const { db, appContext } = scope;
      const check = await reviewedCheck(scope, request);
      const brand = brandOf(appContext, check);
      await decideCheck(db, appContext, brand, { check, state, approvalId });
      await compareIdentity(db, appContext, brand, check.borrower_id);
    },
  };
}

export const confirmIdentityAction = decision('identity.confirm', 'verified', 'the borrower’s own');
export const failIdentityAction = decision('identity.fail', 'failed', 'not the borrower’s');
