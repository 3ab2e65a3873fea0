import type { confirmDetail } from '@hiram/contract/confirm';
import type { Handler } from '../../api/serve.ts';
import { acknowledgedFor } from '../../lending/origination/agreements/disclosures.ts';
import { offerFor, rememberOffer } from '../../lending/origination/apply.ts';
import { amountsFor } from '../../lending/origination/decision/limit.ts';
import { nameOf } from './agreement-of-offer.ts';
import { offerView } from './offer-view.ts';
import { rejectedOffer } from './rejected-offer.ts';

/** The data that the borrower confirms: the offer, its costs and its repayments. */
export const showConfirmDetail: Handler<typeof confirmDetail> = async (input, requestContext) => {
  const { appContext, db, brand, borrower, now } = requestContext;
  const today = await requestContext.today();
  const offer = await offerFor(requestContext, input, today);
  if ('reason' in offer) return rejectedOffer(offer, requestContext);
  await rememberOffer(db, borrower.id, offer, now);
  const acknowledged = await acknowledgedFor(db, appContext, borrower.id, offer);
  const name = await nameOf(requestContext);
  const { most } = await amountsFor(db, appContext, offer.product, { brand, borrowerId: borrower.id, today });
  return offerView(offer, requestContext, {
    today,
    name,
    isAcknowledged: acknowledged !== undefined,
    amountMax: Math.max(most, offer.amount),
  });
};
