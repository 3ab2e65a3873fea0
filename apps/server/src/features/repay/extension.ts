import type { delayDetail } from '@hiram/contract/repay';
import { type ExtensionQuote, type LateKind, type LocalDate, quoteExtension } from '@hiram/loan';
import type { Handler } from '../../api/serve.ts';
import { lateName } from '../../brands/texts/late-tiers.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import { engineEvents, loadEvents, loadOrder } from '../../lending/loans/order-store.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { notPayable, repaymentPage } from './repayment-page.ts';

/** The price of an extension today, and both plans (EXT-01). */
export const showExtension: Handler<typeof delayDetail> = async ({ orderId }, requestContext) => {
  const { db, borrower, translate } = requestContext;
  const order = await loadOrder(db, borrower.id, orderId);
  const today = await requestContext.today();
  const rejection = notPayable(order);
  if (rejection) return rejection;
  const events = engineEvents(await loadEvents(db, order));
  const quote = quoteExtension(order.terms, events, today);
  if (!quote.ok) return reject('notExtendable', { text: translate(`extension.${quote.reason}`) });
  return {
    ...(await repaymentPage(requestContext, order, today, { purpose: 'extension', amount: quote.amount })),
    ...extensionFigures(quote, { today, translate, lateKind: order.terms.lateKind }),
  };
};

/** The price of an extension with its parts, and both plans. The plan after it costs `addedCost` more, with the price. */
export function extensionFigures(
  quote: ExtensionOffer,
  wording: {
    readonly today: LocalDate;
    readonly translate: Translate;
    readonly lateKind: LateKind | undefined;
  },
) {
  return {
    repayAmount: quote.amount,
    repayDate: quote.newDueDate,
    extension: { amount: quote.amount, title: wording.translate('extension.title') },
    planRows: planRows(quote, wording),
    oldDueDate: quote.oldDueDate,
    dueDate: quote.newDueDate,
    addedCost: quote.added,
    oldPlan: quote.oldPlan.map(planRow),
    newPlan: quote.newPlan.map(planRow),
    lateCharges: quote.chargesPaid,
  };
}

type ExtensionOffer = Extract<ExtensionQuote, { ok: true }>;

function planRows(
  quote: ExtensionOffer,
  { today, translate, lateKind }: { today: LocalDate; translate: Translate; lateKind: LateKind | undefined },
) {
  const parts = [
    { title: translate('row.interest'), amount: quote.interest },
    { title: lateName(lateKind, translate), amount: quote.late },
    { title: translate('row.penalty'), amount: quote.penalty },
    { title: translate('row.principal'), amount: quote.principal },
  ];
  return [
    ...parts
      .filter(({ amount }) => amount > 0)
      .map((part) => ({ remark: translate('extension.today'), ...part, date: today })),
    {
      remark: translate('extension.later'),
      title: translate('extension.newAmount'),
      amount: quote.newAmount,
      date: quote.newDueDate,
    },
  ];
}

function planRow({ no, dueDate, amount }: ExtensionOffer['oldPlan'][number]) {
  return { periodNo: no, dueDate: dueDate, amount };
}
