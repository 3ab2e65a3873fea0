import { disclose, formatCents, type LocalDate, position } from '@hiram/loan';
import { formatMoment } from '@hiram/loan/moments';
import type { Brand } from '../../brands/brand.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { certifiedName } from '../borrowers/profile.ts';
import { engineEvents, loadEvents, type Order, otherLoan } from '../loans/order-store.ts';
import { latestReview, type Review } from '../loans/review-queue.ts';
import { changeHold, isOwnAccount, payoutHoldReasons } from './payout-holds.ts';
import { type AccountRow, accountOf, activeAccount, latestPayout, type PayoutRow } from './payout-store.ts';

/** The payout data of an approved order's page. */
export interface PayoutFacts {
  readonly account: AccountRow | undefined;
  readonly payout: PayoutRow | undefined;
  /** The latest review of the payout. */
  readonly review: Review | undefined;
  readonly certifiedName: string;
  /** True if the account's holder has that name. */
  readonly isOwnAccount: boolean;
  /** The end of a replaced account's hold. */
  readonly heldUntil: Date | undefined;
  /** What the borrower owes on another loan that runs, in cents; undefined: none runs. */
  readonly owedElsewhere: number | undefined;
}

type SituationFacts = Pick<PayoutFacts, 'account' | 'payout' | 'review' | 'owedElsewhere'>;

/** For an order that does not wait for its payout. */
export const noPayout: PayoutFacts = {
  account: undefined,
  payout: undefined,
  review: undefined,
  certifiedName: '',
  isOwnAccount: true,
  heldUntil: undefined,
  owedElsewhere: undefined,
};

/** What the situation of an approved order follows from. Decrypts nothing. */
export async function situationFacts(db: Db, order: Order, today: LocalDate): Promise<SituationFacts> {
  const other = await otherLoan(db, order);
  const payout = await latestPayout(db, order);
  // A payout that is under way goes to its own account, although another one may have replaced that.
  const account =
    payout && isUnderWay(payout) ? await accountOf(db, payout) : await activeAccount(db, order.borrower_id);
  return {
    account,
    payout,
    review: await latestReview(db, order, 'payout'),
    owedElsewhere: other && position(other.terms, engineEvents(await loadEvents(db, other)), today).owedInAll,
  };
}

export async function payoutFacts(
  db: Db,
  appContext: AppContext,
  order: Order,
  today: LocalDate,
): Promise<PayoutFacts> {
  if (order.status !== 'approved') return noPayout;
  const facts = await situationFacts(db, order, today);
  const { account } = facts;
  return {
    ...facts,
    certifiedName: (await certifiedName(db, appContext.cipher, order.borrower_id)) ?? '',
    isOwnAccount: account === undefined || (await isOwnAccount(db, appContext, order, account)),
    heldUntil: account && (await changeHold(db, account, appContext.clock.now())),
  };
}

const isUnderWay = ({ state }: PayoutRow): boolean => state === 'requested' || state === 'sent';

/** The six situations of an approved order, with different texts and dialogs. */
export type PayoutSituation = 'otherLoan' | 'needsAccount' | 'returned' | 'ready' | 'held' | 'underWay';

export function payoutSituation({ account, payout, review, owedElsewhere }: SituationFacts): PayoutSituation {
  if (payout && isUnderWay(payout)) return 'underWay';
  // The withdrawal is refused beside another loan: one that a reversal reopened.
  if (owedElsewhere !== undefined) return 'otherLoan';
  if (review?.state === 'waiting') return 'held';
  if (account) return 'ready';
  return payout?.state === 'returned' ? 'returned' : 'needsAccount';
}

/** The values of the texts about a payout's account. */
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

/** The reasons why the payout is held, one sentence each. */
export function heldText({ review, heldUntil }: PayoutFacts, values: Values, translate: Translate): string {
  return payoutHoldReasons
    .filter((reason) => review?.reasons.includes(reason) && (reason !== 'accountChanged' || heldUntil))
    .map((reason) => translate(`order.approved.held.${reason}`, values))
    .join(' ');
}

/** The text before the withdrawal: the account, and what would hold the payout. */
export function withdrawText(facts: PayoutFacts, values: Values, translate: Translate): string {
  const parts = [
    ...(facts.isOwnAccount ? [] : [translate('order.withdraw.otherName', values)]),
    ...(facts.heldUntil ? [translate('order.withdraw.changed', values)] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : translate('order.withdraw', values);
}
