import type { problemInit } from '@hiram/contract/complaint';
import { formatDate } from '@hiram/loan/format';
import type { Handler } from '../../api/serve.ts';
import { replyWeekdays } from '../../brands/brand.ts';
import { collectionChoices, complaintTypes } from '../../lending/complaints/kinds.ts';
import { promisedBy } from '../../lending/complaints/promise.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { orderCards } from './order-cards.ts';

/** The content of the complaint form: types, orders, the preselected order, and the promised reply (CMP-01). */
export const startComplaint: Handler<typeof problemInit> = async ({ orderId }, requestContext) => {
  const { appContext, db, brand, borrower, lang, translate } = requestContext;
  const today = await requestContext.today();
  const cardOptions = { brand, today, lang, translate };
  const orders = await orderCards(db, borrower.id, cardOptions);
  const [selected] = orderId ? await orderCards(db, borrower.id, cardOptions, orderId) : [];
  if (orderId && !selected) throw new NotFound('order');
  const running = orders.find((order) => order.status !== 'settled' && order.status !== 'rejected');
  const order = selected ?? running ?? orders[0];
  return {
    types: complaintTypes(translate),
    subtypes: collectionChoices(translate),
    ...(order ? { order } : {}),
    orders,
    draftKey: appContext.cipher.digest(`draft ${borrower.id}`).toString('hex').slice(0, 20),
    collectionNotAllowedText: translate('rejection.collectionNotAllowed'),
    answerTime: translate('complaint.promise', {
      days: replyWeekdays,
      date: formatDate(promisedBy(today, brand.holidays), lang),
    }),
  };
};
