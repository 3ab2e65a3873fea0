import type { acknowledgeDisclosure } from '@hiram/contract/confirm';
import type { Handler } from '../../api/serve.ts';
import { textHash } from '../../lending/origination/agreements/agreed-text.ts';
import { storeDisclosure } from '../../lending/origination/agreements/disclosures.ts';
import { offerFor } from '../../lending/origination/apply.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { nameOf, statementOf } from './agreement-of-offer.ts';
import { rejectedOffer } from './rejected-offer.ts';

/** Stores the disclosure statement that the borrower acknowledges, if it is still the one of this offer. */
export const acknowledge: Handler<typeof acknowledgeDisclosure> = async (input, requestContext) => {
  const { appContext, db, brand, borrower } = requestContext;
  const today = await requestContext.today();
  const offer = await offerFor(requestContext, input, today);
  if ('reason' in offer) return rejectedOffer(offer, requestContext);
  const name = await nameOf(requestContext);
  const statement = statementOf(offer, requestContext, { today, name });
  if (textHash(statement.html) !== input.hash) return reject('offerChanged', { field: 'hash' });
  await storeDisclosure(db, appContext, {
    borrowerId: borrower.id,
    offer,
    statement: { ...statement, language: brand.language },
  });
  return { acknowledged: true };
};
