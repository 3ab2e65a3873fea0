import { disclose, formatCents } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import { formatMoment } from '../../brands/texts/dates.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import { certifiedName } from '../../lending/borrowers/profile.ts';
import type { Order } from '../../lending/loans/loans.ts';
import { latestReview, payoutHoldReasons, type Review } from '../../lending/loans/review-queue.ts';
import { changeHold, isOwnAccount } from '../../lending/payouts/payout-holds.ts';
import {
  type AccountRow,
  activeAccount,
  latestPayout,
  type PayoutRow,
} from '../../lending/payouts/payouts.ts';
import type { Db } from '../../platform/database/connect.ts';

/** What the page of an approved order says about where its money goes. */
export interface PayoutFacts {
  readonly account: AccountRow | undefined;
  readonly payout: PayoutRow | undefined;
  /** What the payout waits for, or what became of that. */
  readonly review: Review | undefined;
  readonly certifiedName: string;
  /** Is the account in that name? */
  readonly isOwnAccount: boolean;
  /** A replaced account is paid to from then on. */
  readonly heldUntil: Date | undefined;
}

/** Of an order that does not wait for its money. */
export const noPayout: PayoutFacts = {
  account: undefined,
  payout: undefined,
  review: undefined,
  certifiedName: '',
  isOwnAccount: true,
  heldUntil: undefined,
};

export async function payoutFacts(db: Db, appContext: AppContext, order: Order): Promise<PayoutFacts> {
  if (order.status !== 151) return noPayout;
  const account = await activeAccount(db, order.borrower_id);
  return {
    account,
    payout: await latestPayout(db, order),
    review: await latestReview(db, order, 'payout'),
    certifiedName: (await certifiedName(db, appContext.cipher, order.borrower_id)) ?? '',
    isOwnAccount: account === undefined || (await isOwnAccount(db, appContext, order, account)),
    heldUntil: account && (await changeHold(db, account, appContext.clock.now())),
  };
}

/** 151 is one status with five situations; the page's words and dialogs differ by these. */
export type Waiting = 'needsAccount' | 'returned' | 'ready' | 'held' | 'underWay';

export function waitingFor({ account, payout, review }: PayoutFacts): Waiting {
  const live = payout?.state === 'requested' || payout?.state === 'sent';
  if (live) return 'underWay';
  if (review?.state === 'waiting') return 'held';
  if (account) return 'ready';
  return payout?.state === 'returned' ? 'returned' : 'needsAccount';
}

/** What the texts about a payout's account name. */
export function accountValues(
  order: Order,
  facts: PayoutFacts,
  brand: Brand,
  lang: string,
): Readonly<Record<string, string>> {
  return {
    amount: formatCents(disclose(order.terms).netProceeds, brand.money),
    tail: facts.account?.number_tail ?? '',
    holder: facts.certifiedName,
    name: brand.names.english,
    date: facts.heldUntil ? formatMoment(facts.heldUntil, lang, brand.timeZone) : '',
  };
}

type Values = ReturnType<typeof accountValues>;

/** Why the money has not gone out yet: each reason in a sentence of its own. */
export function heldText({ review, heldUntil }: PayoutFacts, values: Values, translate: Translate): string {
  return payoutHoldReasons
    .filter((reason) => review?.reasons.includes(reason) && (reason !== 'accountChanged' || heldUntil))
    .map((reason) => translate(`order.151.held.${reason}`, values))
    .join(' ');
}

/** What the borrower reads before they withdraw: where the money goes, and what it would wait for. */
export function withdrawText(facts: PayoutFacts, values: Values, translate: Translate): string {
  const parts = [
    ...(facts.isOwnAccount ? [] : [translate('order.withdraw.otherName', values)]),
    ...(facts.heldUntil ? [translate('order.withdraw.changed', values)] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : translate('order.withdraw', values);
}
