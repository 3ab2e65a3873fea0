import type { identityBegin, identityStep, identitySubmit, identityUploads } from '@hiram/contract/identity';
import type { BorrowerRequest, Handler, UploadHandler } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { lockBorrower } from '../../lending/borrowers/borrower-store.ts';
import { certifiedValues } from '../../lending/borrowers/profile.ts';
import {
  beginCheck,
  columnOf,
  currentCheck,
  draftCheck,
  type IdentityCheck,
  identityState,
  markPictures,
  neededParts,
  type PicturePart,
  pictureParts,
  submitCheck,
} from '../../lending/identity/identity-check.ts';
import { openOrder } from '../../lending/loans/order-store.ts';
import { applicationReview, noteAnswer } from '../../lending/loans/review-queue.ts';
import { removeUnused } from '../../pictures/remove-picture.ts';
import { storePicture } from '../../pictures/store-picture.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import { stepProgress } from './show-form.ts';

/** Tries of a picture after which it may be sent as it is. */
const tries = 3;

/** A picture with a shorter side has no text that can be read. */
const smallest = { side: 300, rejected: 'pictureTooSmall' } as const;

type Closed = 'identityDone' | 'identityNotAsked';

/** The check that the borrower may change, what is asked for again, and the check that counts; or why nothing may be sent now. */
async function openStep({ db, brand, borrower }: BorrowerRequest): Promise<
  | {
      readonly draft: IdentityCheck | undefined;
      readonly sent: IdentityCheck | undefined;
      readonly requested: readonly PicturePart[];
    }
  | Rejection<Closed>
> {
  if (brand.identity.documents.length === 0) return reject('identityNotAsked');
  const [state, sent, draft] = [
    await identityState(db, borrower.id),
    await currentCheck(db, borrower.id),
    await draftCheck(db, borrower.id),
  ];
  const requested = await requestedParts({ db, borrower });
  // Nothing that is confirmed, or that waits, is replaced unless the lender asks for it.
  if (requested.length === 0 && (state === 'open' || state === 'verified')) return reject('identityDone');
  return { draft, sent, requested };
}

/** The pictures that a reviewer of the running application asks for again. */
async function requestedParts({
  db,
  borrower,
}: Pick<BorrowerRequest, 'db' | 'borrower'>): Promise<readonly PicturePart[]> {
  const order = await openOrder(db, borrower.id);
  const corrections = order ? (await applicationReview(db, order)).corrections : [];
  return pictureParts.filter((part) => corrections.includes(part));
}

const receivedOf = (check: IdentityCheck | undefined): PicturePart[] =>
  pictureParts.filter((part) => check !== undefined && check[columnOf[part]] !== null);

/** The kinds of documents, and how far the step is. */
export const showIdentity: Handler<typeof identityStep> = async (_input, requestContext) => {
  const { appContext, db, brand, borrower, translate } = requestContext;
  const { idType } = await certifiedValues(db, appContext.cipher, borrower.id);
  const kind = brand.identity.documents.find((code) => code === idType);
  const draft = await draftCheck(db, borrower.id);
  const requested = await requestedParts({ db, borrower });
  const sent = requested.length > 0 ? await currentCheck(db, borrower.id) : undefined;
  const begun = draft?.document ?? sent?.document;
  return {
    kinds: brand.identity.documents.map((code) => ({
      code,
      name: translate(`identity.${code}`),
      parts: [...neededParts(brand, code)],
    })),
    state: await identityState(db, borrower.id),
    progress: await stepProgress('identity', requestContext),
    ...(kind === undefined ? {} : { kind }),
    ...(begun === undefined ? {} : { begun }),
    received: draft ? receivedOf(draft) : receivedOf(sent).filter((part) => !requested.includes(part)),
    asked: [...requested],
    tries,
  };
};

/** Begins a check. Pictures of the former one are kept unless they are asked for again. */
export const beginIdentity: Handler<typeof identityBegin> = async ({ kind }, requestContext) => {
  const { db, brand, borrower, now } = requestContext;
  if (!brand.identity.documents.some((other) => other === kind))
    return reject('unknownDocument', { field: 'kind' });
  await lockBorrower(db, borrower.id);
  const step = await openStep(requestContext);
  if ('rejected' in step) return step;
  const kept =
    step.requested.length > 0 && step.sent?.document === kind ? keptPictures(step.sent, step.requested) : {};
  await beginCheck(db, brand, { borrowerId: borrower.id, kind, kept, now });
  return { received: receivedOf(await draftCheck(db, borrower.id)) };
};

function keptPictures(sent: IdentityCheck, requested: readonly PicturePart[]) {
  const kept = pictureParts.filter((part) => !requested.includes(part));
  return Object.fromEntries(kept.map((part) => [columnOf[part], sent[columnOf[part]]]));
}

/** Stores a picture of the check that was begun, encrypted. */
export function addIdentityPicture<Part extends PicturePart>(
  part: Part,
): UploadHandler<(typeof identityUploads)[Part]> {
  const handler = async (
    { file, key }: { readonly file: Buffer; readonly key: string | undefined },
    requestContext: BorrowerRequest,
  ) => {
    const { appContext, brand, borrower, now } = requestContext;
    const step = await openStep(requestContext);
    if ('rejected' in step) return step;
    if (!step.draft) return reject('notBegun');
    const stored = await storePicture(
      requestContext.db,
      appContext,
      {
        brand: brand.id,
        borrowerId: borrower.id,
        purpose: 'identity',
        bytes: file,
        key: key === undefined ? undefined : `${part} ${key}`,
        now,
      },
      smallest,
    );
    if ('rejected' in stored) return reject(stored.rejected, { field: 'picture' });
    return inTransaction(appContext.db, async (db) => {
      await lockBorrower(db, borrower.id);
      const draft = await draftCheck(db, borrower.id);
      if (!draft) return reject('notBegun');
      const column = columnOf[part];
      const before = draft[column];
      await db
        .updateTable('identity_check')
        .set({ [column]: stored.id })
        .where('borrower_id', '=', borrower.id)
        .where('id', '=', draft.id)
        .execute();
      if (before !== null && before !== stored.id) await removeUnused(db, appContext, borrower.id, [before]);
      return { received: receivedOf({ ...draft, [column]: stored.id }) };
    });
  };
  return handler as UploadHandler<(typeof identityUploads)[Part]>;
}

/** Sends a check. A reviewer who asked for it sees it again, and the identity service is asked by the next decision. */
export const submitIdentity: Handler<typeof identitySubmit> = async ({ kind }, requestContext) => {
  const { appContext, db, brand, borrower, now } = requestContext;
  await lockBorrower(db, borrower.id);
  const step = await openStep(requestContext);
  if ('rejected' in step) return step;
  const { draft } = step;
  if (draft?.document !== kind) return reject('notBegun');
  const missing = missingPart(brand, draft);
  if (missing) return reject('pictureMissing', { field: missing });
  await submitCheck(db, draft, now);
  await markPictures(db, appContext, brand, draft);
  await noteAnswer(db, borrower.id, now);
  await appContext.jobs.send(db, 'ask-identity', { borrowerId: borrower.id, brand: brand.id });
  return {};
};

const missingPart = (brand: Brand, draft: IdentityCheck): PicturePart | undefined =>
  neededParts(brand, draft.document).find((part) => draft[columnOf[part]] === null);
