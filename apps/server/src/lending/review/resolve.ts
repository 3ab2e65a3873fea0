import { asId } from '@hiram/contract/ids';
import { validate } from 'uuid';
import type { AppContext } from '../../context/app-context.ts';
import { CannotResolve } from '../../platform/errors/cannot-resolve.ts';
import type { Decision } from './decision.ts';
import { resolveMessage } from './resolve-message.ts';
import { resolvePayment } from './resolve-payment.ts';
import { resolveTransfer } from './resolve-transfer.ts';

/**
 * Resolves an entry of the review queue by its id. `post` posts only what the provider confirms in a query, with the same
 * amount; for a transfer, what the reviewer found on the bank's statement. `refuse` moves no money here; the payer is refunded
 * at the provider. The same decision again changes nothing. Throws CannotResolve with the reason, and Unavailable if the
 * provider is unavailable.
 */
export async function resolveEntry(
  appContext: AppContext,
  id: string,
  decision: Decision,
): Promise<'done' | 'repeated'> {
  if (!validate(id)) return resolveMessage(appContext, id, decision);
  return (await resolveClaim(appContext, id, decision)) ?? resolvePayment(appContext, asId(id), decision);
}

/** Resolves a borrower's claim of a transfer; undefined for another id. */
async function resolveClaim(
  appContext: AppContext,
  id: string,
  decision: Decision,
): Promise<'done' | 'repeated' | undefined> {
  const { kind } = decision;
  const settled = await resolveTransfer(
    appContext,
    asId(id),
    kind === 'post'
      ? {
          isFound: true,
          amount: decision.amount,
          on: decision.on,
          reassign: decision.reassign,
          approvalId: decision.approvalId,
        }
      : { isFound: false, reason: decision.reason, approvalId: decision.approvalId },
    decision.by,
  );
  if (!settled) return undefined;
  if (settled.state !== (kind === 'post' ? 'accepted' : 'rejected'))
    throw new CannotResolve(`The transfer ${id} is not waiting: it is ${settled.state}.`);
  // If the day is outside the life of the code, the payment is held. The reviewer has confirmed the day, so post it.
  if (settled.isNew && settled.heldPayment) return resolvePayment(appContext, settled.heldPayment, decision);
  return settled.isNew ? 'done' : 'repeated';
}
