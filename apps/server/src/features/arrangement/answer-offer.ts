import type { acceptArrangement, declineArrangement } from '@hiram/contract/arrangement';
import { asId } from '@hiram/contract/ids';
import type { Handler } from '../../api/serve.ts';
import { storeArrangementText } from '../../lending/arrangements/arrangement-agreement.ts';
import {
  changeArrangement,
  countAccepted,
  declineOpen,
  openArrangement,
  proposalOf,
} from '../../lending/arrangements/arrangement-store.ts';
import { appendEvent } from '../../lending/loans/append-event.ts';
import { lockOrder } from '../../lending/loans/order-store.ts';
import { notify } from '../../lending/notices/notify.ts';
import { textHash } from '../../lending/origination/agreements/agreed-text.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import { textOf } from './ways-out.ts';

/** Accepts the proposal as it is today, with its agreement. It counts from today on. */
export const accept: Handler<typeof acceptArrangement> = async ({ orderId, sha256 }, requestContext) => {
  const { appContext, db, brand, borrower, lang, now } = requestContext;
  const order = await lockOrder(db, borrower.id, orderId);
  const today = await requestContext.today();
  const proposal = await proposalOf(db, order, today);
  if (!proposal) return reject('noArrangement');
  const text = await textOf(proposal, order, requestContext, today);
  if (textHash(text.html) !== sha256) return reject('arrangementChanged');
  const { row, quote } = proposal;
  const given = await db
    .selectFrom('approval')
    .select(['id', 'reference', 'reason', 'effect_digest'])
    .where('id', '=', asId<'approval'>(row.approval_id ?? ''))
    .executeTakeFirstOrThrow();
  const position = await countAccepted(db, order);
  const agreed = { ...text, language: lang, position, now };
  const agreementId = await storeArrangementText(db, appContext, order, agreed);
  const eventId = newId<'loanEvent'>();
  const accepted = { agreement_id: agreementId, event_id: eventId, closed_at: now };
  await changeArrangement(db, row, { state: 'accepted', ...accepted });
  await appendEvent(
    db,
    order,
    {
      kind: 'arranged',
      id: eventId,
      valueDate: today,
      instalments: quote.instalments,
      amount: quote.amount,
      parts: quote.parts,
      note: {
        reference: given.reference,
        reason: given.reason,
        approval: given.id,
        digest: given.effect_digest.toString('hex'),
      },
    },
    { brand, today, now },
  );
  const [first] = quote.parts;
  if (first)
    await notify(db, appContext, order, {
      kind: 'arranged',
      event: `arranged ${eventId}`,
      values: { amount: first.amount, date: first.date },
    });
  return {};
};

/** The borrower does not want the proposal, or takes back the request. */
export const decline: Handler<typeof declineArrangement> = async ({ orderId }, requestContext) => {
  const { db, borrower, now } = requestContext;
  const order = await lockOrder(db, borrower.id, orderId);
  const open = await openArrangement(db, order, await requestContext.today());
  if (!open) return reject('noArrangement');
  await declineOpen(db, open, now);
  return {};
};
