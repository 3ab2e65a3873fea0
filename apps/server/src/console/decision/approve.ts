import { cents, disclose, formatCents } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import { localeOf } from '../../lending/borrowers/locale.ts';
import { isIdentified } from '../../lending/identity/identity-check.ts';
import type { Order } from '../../lending/loans/order-store.ts';
import { smallerOffers } from '../../lending/origination/decision/offer-options.ts';
import { firedReasons } from '../../lending/origination/decision/outcome.ts';
import { loadProduct, termsOf } from '../../lending/origination/products.ts';
import { policyOn, sharingBorrowers } from '../../lending/review/evidence.ts';
import { isListed } from '../../lending/screening/screen.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { decide } from './decide.ts';
import { reviewAction } from './load-review.ts';

/**
 * Approves a referred application. What the policy refuses cannot be approved, nor a borrower with a match
 * that nobody cleared.
 */
export const approveAction = reviewAction<
  { amount?: number | undefined },
  'notOffered' | 'onAList' | 'notIdentified' | 'policyRefuses'
>({
  name: 'decision.approve',
  kinds: ['application'],
  async effect({ db, appContext }, { review, order }, { amount: wanted }) {
    const { policy, result, inputs } = await policyOn(db, appContext, order);
    if (result.outcome === 'refuse' || !result.offered) {
      const { refuse } = firedReasons(policy.policy, result);
      return reject('policyRefuses', { values: { rules: refuse.join(', ') } });
    }
    if (await isListed(db, order.borrower_id)) return reject('onAList');
    if (!(await isIdentified(db, order.borrower_id))) return reject('notIdentified');
    const offers = smallerOffers(inputs.offer, result.offered);
    const offered = offers.find((offer) => offer.amount === (wanted ?? result.offered?.amount));
    if (!offered) return reject('notOffered', { field: 'amount' });
    const amount = cents(offered.amount);
    const isLess = amount !== order.amount;
    const { brand, translate } = await localeOf(db, appContext, order.borrower_id);
    const shared = new Set((await sharingBorrowers(db, order.borrower_id)).map((other) => other.borrowerId));
    return {
      amount,
      lines: [
        {
          label: 'Application',
          before: 'waits for a person',
          after: isLess ? 'approved for less' : 'approved as asked',
        },
        { label: 'Why it waited', before: review.reasons.join(', '), after: '', format: 'words' },
        { label: 'Loan', before: String(order.amount), after: String(amount), format: 'money' },
        ...(isLess ? await costLines(db, brand, order, offered) : []),
        { label: 'Offer open', before: '', after: `${brand.offerDays} days` },
      ],
      borrowerReads: translate(isLess ? 'sms.smallerOffer' : 'sms.approved', {
        name: brand.names.english,
        amount: formatCents(amount, brand.money),
      }),
      notes: shared.size === 0 ? [] : [`Other borrowers with the same details: ${shared.size}.`],
    };
  },
  perform: (scope, { reviewId, amount }, performer) =>
    decide(scope, reviewId, { kind: 'approve', amount }, performer),
});

/**
 * What a smaller loan is for its borrower, beside the one that was asked for: nothing for a term that the
 * product has no longer.
 */
async function costLines(
  db: Db,
  brand: Brand,
  order: Order,
  offered: { readonly amount: number; readonly termDays: number; readonly periods: number },
) {
  const product = await loadProduct(db, brand, order.product_id);
  const terms = termsOf(brand, product, cents(offered.amount), order.client_kind);
  if (terms.termDays !== offered.termDays || terms.periods !== offered.periods) return [];
  const [before, after] = [disclose(order.terms), disclose(terms)];
  const line = (label: string, of: (disclosure: typeof before) => number) => ({
    label,
    before: String(of(before)),
    after: String(of(after)),
    format: 'money' as const,
  });
  return [
    line('Paid out', ({ netProceeds }) => netProceeds),
    line('First payment', ({ instalments: [first] }) => first?.payment ?? 0),
    line('Repaid in all', ({ totalToRepay }) => totalToRepay),
  ];
}
