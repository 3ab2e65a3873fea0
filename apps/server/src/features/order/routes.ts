import {
  askPerson,
  declineOffer,
  loanDetails,
  milestoneSeen,
  orderList,
  quoteSteps,
  rateOrder,
  recommendedClick,
  remindToPay,
  withdraw,
} from '@hiram/contract/order';
import type { Server } from '../../api/serve.ts';
import { ask } from './ask-person.ts';
import { decline } from './counter-offer.ts';
import { showOrders } from './list.ts';
import { recordMilestone } from './milestone-seen.ts';
import { orderOfSession } from './order-rows.ts';
import { requestReminder, showQuoteOfSteps } from './quote-steps.ts';
import { saveRating } from './rate-order.ts';
import { openRecommended } from './recommended-click.ts';
import { showOrder } from './show-order.ts';
import { requestPayout } from './withdraw.ts';

export function orderRoutes({ serve, serveRead }: Server): void {
  serveRead(loanDetails, orderOfSession, showOrder);
  serve(milestoneSeen, recordMilestone);
  serve(quoteSteps, showQuoteOfSteps);
  serve(remindToPay, requestReminder);
  serve(askPerson, ask);
  serve(withdraw, requestPayout);
  serve(declineOffer, decline);
  serve(rateOrder, saveRating);
  serve(orderList, showOrders);
  serve(recommendedClick, openRecommended);
}
