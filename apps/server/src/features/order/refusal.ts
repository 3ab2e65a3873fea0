import type { LoanDetails } from '@hiram/contract/order';
import type { LocalDate } from '@hiram/loan';
import type { BorrowerRequest } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { Order } from '../../lending/loans/order-store.ts';
import { reasonsOf } from '../../lending/origination/decision/reasons-of.ts';
import type { AppealState } from '../../lending/review/appeals.ts';
import { wordsOf } from './notice.ts';

/** The most reasons that a person can take in at once. */
const maxReasons = 4;

/** Reports whether an application was refused, and not lapsed or declined. The specification's market tells no more of it. */
export function isRefused(order: Order, brand: Brand): boolean {
  const reasons = reasonsOf(order);
  return (
    order.status === 'rejected' &&
    !markets[brand.market].specifiedCopy &&
    !reasons.includes('lapsed') &&
    !reasons.includes('declined')
  );
}

/** The reasons of a refusal, each with its remedy. Empty for another order, and for an offer that lapsed. */
export function refusalOf(
  order: Order,
  { brand, translate }: Pick<BorrowerRequest, 'brand' | 'translate'>,
  {
    today,
    applyFrom,
    remindOn,
    appeal,
  }: {
    readonly today: LocalDate;
    /** Undefined while another order is open. */
    readonly applyFrom: LocalDate | undefined;
    readonly remindOn: string | undefined;
    readonly appeal: AppealState;
  },
): Pick<LoanDetails, 'refusal'> {
  const reasons = reasonsOf(order);
  const { country } = markets[brand.market];
  if (!isRefused(order, brand)) return {};
  return {
    refusal: {
      amount: order.amount,
      appliedOn: order.applied_on,
      ...(applyFrom === undefined ? {} : { applyFrom }),
      canRemind: applyFrom !== undefined && applyFrom > today,
      ...(remindOn === undefined ? {} : { remindOn }),
      reasons: reasons.slice(0, maxReasons).map((reason) => ({
        text: translate(`decision.${reason}`, { country }),
        helps:
          reason === 'lapsed' || reason === 'declined'
            ? ''
            : translate(`decision.helps.${reason}`, { country }),
      })),
      words: wordsOf(order),
      ...(appeal === undefined ? {} : { appeal }),
    },
  };
}
