import { asId, type OrderId, type ProductId } from '@hiram/contract/ids';
import type { DueCard } from '@hiram/contract/loan';
import type { LoanDetails } from '@hiram/contract/order';
import type { RecommendedProduct } from '@hiram/contract/recommended-product';

export const productId: ProductId = asId<'product'>('01a1faab-728d-71e6-bd97-000000000001');
export const orderId: OrderId = asId<'order'>('01a1faab-728d-71e6-bd97-d0c87c1a2291');

/** The amount due of a loan of ₱12,000.00 in four repayments: the first is due in two days. */
export function due(changes: Partial<DueCard> = {}): DueCard {
  return {
    repayAmount: 346_310,
    rows: [
      { text: 'Principal', amount: 274_310 },
      { text: 'Interest', amount: 72_000 },
    ],
    kind: 'instalment',
    dueDate: '2026-12-20',
    daysLeft: 2,
    overdueDays: 0,
    periodNo: 1,
    periods: 4,
    perDay: 0,
    owedInAll: 1_385_238,
    chargesOwed: 0,
    credit: 0,
    refundReceivable: 0,
    underReview: 0,
    payoff: { isAllowed: false, date: '2027-01-20', amount: 0, saves: 0 },
    quotedFor: '2026-12-18',
    ...changes,
  };
}

/** An order that was applied for, as the server answers it, with `changes`; `order`: changes of its figures. */
export function shownOrder({
  order = {},
  ...changes
}: Partial<Omit<LoanDetails, 'order'>> & {
  readonly order?: Partial<LoanDetails['order']>;
} = {}): LoanDetails {
  return {
    status: 'applied',
    statusTitle: 'We have your application',
    statusText: 'A person looks at it.',
    recommendedProducts: [],
    productName: 'Salapi Loan',
    productLogo: '',
    awaitsWithdrawal: false,
    withdrawalUrl: '',
    canExtend: false,
    servicePhone: '+63285550100',
    asksForRating: false,
    partnerUrl: '',
    withdrawalPrompt: '',
    paysAtOnce: false,
    needsAccount: false,
    accountPromptTitle: '',
    accountPromptText: '',
    productId,
    ...changes,
    order: { rows: [], credit: 0, refundReceivable: 0, paid: 0, repayments: [], payments: [], ...order },
  };
}

export const recommended = (changes: Partial<RecommendedProduct> = {}): RecommendedProduct => ({
  key: 'hakbang',
  name: 'Hakbang Loan',
  logo: '',
  buttonText: 'Apply',
  amountRange: '₱5.000 – ₱100.000',
  amountRangeLabel: 'Amount',
  rate: '0.16% a day',
  description: 'Six repayments',
  tags: ['180 days'],
  availability: 'enabled',
  ...changes,
});
