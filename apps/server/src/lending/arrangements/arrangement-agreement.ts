import { arrangementScene } from '@hiram/contract/arrangement-scene';
import type { AgreementId, OrderId } from '@hiram/contract/ids';
import { type ArrangementQuote, formatCents, type LocalDate } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { Order } from '../loans/order-store.ts';
import { encryptText } from '../origination/agreements/agreed-text.ts';
import { paragraphs, partiesTable, table } from '../origination/agreements/agreement-parts.ts';

interface AgreedArrangement {
  readonly brand: Brand;
  readonly translate: Translate;
  /** The borrower's certified name. */
  readonly borrower: string | undefined;
  readonly orderId: OrderId;
  readonly today: LocalDate;
  readonly quote: Extract<ArrangementQuote, { ok: true }>;
}

/** Title and body of the agreement: the parts with their days, what stays, and what ends it. */
export function arrangementText({ brand, translate, borrower, orderId, today, quote }: AgreedArrangement): {
  readonly title: string;
  readonly html: string;
} {
  const money = (amount: number) => formatCents(amount, brand.money);
  const day = (date: LocalDate) => formatDate(date, brand.language);
  const { amount, charges, added, parts, instalments } = quote;
  const costs = added.kept - added.plain;
  const figures = table([
    [translate('arrangement.repayments'), instalments.join(', ')],
    [translate('arrangement.repaymentsOwed'), money(amount - charges)],
    [translate('arrangement.chargesSoFar'), money(charges)],
    [translate('arrangement.chargesAfter'), money(0)],
    [translate('arrangement.inAll'), money(amount)],
    [translate('arrangement.plain'), money(added.plain)],
    ...(added.kept > 0 ? [[translate('arrangement.besides'), money(added.kept)]] : []),
    ...(costs > 0 ? [[translate('arrangement.costs'), money(costs)]] : []),
  ]);
  const plan = table([
    [translate('arrangement.part'), translate('agreement.dueDay'), translate('arrangement.amount')],
    ...parts.map((part, index) => [String(index + 1), day(part.date), money(part.amount)]),
  ]);
  return {
    title: translate('arrangement.title'),
    html: [
      partiesTable({ translate, borrower, orderId, brand }),
      figures,
      plan,
      paragraphs([
        translate('arrangement.from', { date: day(today) }),
        translate('arrangement.others'),
        translate('arrangement.breaks'),
        translate('arrangement.early'),
      ]),
    ].join(''),
  };
}

/** Stores the agreement as the borrower agreed to it. `position` counts the arrangements of the order from 0. */
export async function storeArrangementText(
  trx: Db,
  appContext: AppContext,
  order: Order,
  agreed: {
    readonly title: string;
    readonly html: string;
    readonly language: string;
    readonly position: number;
    readonly now: Date;
  },
): Promise<AgreementId> {
  const id = newId<'agreement'>();
  await trx
    .insertInto('agreement')
    .values({
      borrower_id: order.borrower_id,
      id,
      order_id: order.id,
      scene: arrangementScene,
      position: agreed.position,
      title: agreed.title,
      ...encryptText(appContext, order.brand, agreed.html),
      agreed_at: agreed.now,
      language: agreed.language,
    })
    .execute();
  return id;
}
