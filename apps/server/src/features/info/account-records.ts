import { type StatementLine, statementOf } from '@hiram/books';
import type { DocumentFigure } from '@hiram/contract/document';
import {
  type Allocation,
  allocations,
  cents,
  formatCents,
  inForce,
  type LocalDate,
  localDate,
} from '@hiram/loan';
import { formatDate, orderNumber } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import { lateName } from '../../brands/texts/late-tiers.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import type { Order, StoredEvent } from '../../lending/loans/order-store.ts';
import { engineEvents } from '../../lending/loans/order-store.ts';
import { lenderLine, paragraphs, table } from '../../lending/origination/agreements/agreement-parts.ts';
import { paidInAll } from '../../lending/payments/history/payment-history.ts';
import { receiptNumber } from '../../lending/payments/history/receipt-number.ts';
import type { Certificate } from './certificates.ts';

/** A document about a loan's account, written from its events each time it is opened. `html` has tables and paragraphs. */
export interface AccountRecord {
  readonly title: string;
  readonly figures: readonly DocumentFigure[];
  readonly html: string;
  /** The text of the QR code beside it. */
  readonly qr?: string;
}

/** A loan that was paid out, and who reads about it. */
export interface AccountOf {
  readonly brand: Brand;
  readonly translate: Translate;
  readonly order: Order;
  readonly events: readonly StoredEvent[];
  readonly borrower: string;
  readonly today: LocalDate;
}

/** The days of a statement, both included. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The loan's account over a period, each line explained: what a payoff would take, day by day. */
export function accountStatement(account: AccountOf, { from, to }: Period): AccountRecord {
  const { brand, translate, order, events } = account;
  const money = (amount: number) => formatCents(cents(amount), brand.money);
  const day = (date: LocalDate, length?: 'short') => formatDate(date, brand.language, length);
  const { opening, lines, closing } = statementOf(order.terms, engineEvents(events), { from, to });
  const owedText = (amount: number) =>
    amount < 0 ? translate('record.credit', { amount: money(-amount) }) : money(amount);
  const change = closing - opening;
  return {
    title: translate('record.statement'),
    figures: [
      {
        label: translate('record.owedOn', { day: day(to) }),
        value: owedText(closing),
        ...(opening === 0 || change === 0
          ? {}
          : { workedOut: `${owedText(opening)} ${change < 0 ? '−' : '+'} ${money(Math.abs(change))}` }),
      },
    ],
    html: [
      partiesOf(account),
      table([
        [
          translate('record.day'),
          translate('record.what'),
          translate('record.amount'),
          translate('record.owed'),
        ],
        [day(from), translate('record.opening'), '', owedText(opening)],
        ...lines.map((line) => [
          day(line.date),
          textOf(line, account),
          line.amount < 0 ? `−${money(-line.amount)}` : money(line.amount),
          owedText(line.owed),
        ]),
      ]),
      paragraphs([translate('record.statementHow')]),
    ].join(''),
  };
}

function partiesOf({ brand, translate, order, borrower }: AccountOf): string {
  return table([
    [translate('agreement.lender'), lenderLine(brand)],
    [translate('agreement.borrower'), borrower],
    [translate('row.orderId'), orderNumber(order.id)],
  ]);
}

/** The name of a statement's line in the reader's language. */
function textOf(
  { kind, date, from, to = date, charged, event }: StatementLine,
  { brand, translate, order }: AccountOf,
): string {
  const money = (amount: number) => formatCents(cents(amount), brand.money);
  const day = (on: LocalDate) => formatDate(on, brand.language, 'short');
  switch (kind) {
    case 'late': {
      const name = translate('row.lateInterest', {
        name: lateName(order.terms.lateKind, translate),
        days: charged?.days ?? 0,
      });
      return charged
        ? translate('record.between', { name, from: day(charged.from), to: day(charged.to) })
        : name;
    }
    case 'interest':
    case 'penalty': {
      const name = translate(`row.${kind}`);
      return from && kind !== 'penalty' && from < date
        ? translate('record.between', { name, from: day(from), to: day(to) })
        : name;
    }
    case 'disbursed':
      return translate('record.disbursed', {
        sent: money(order.terms.principal - order.terms.fee),
        fee: money(order.terms.fee),
      });
    case 'paid':
      return translate('record.paid', { receipt: receiptNumber(event?.id ?? '') });
    case 'extended':
      return translate('record.extended', {
        no: event?.kind === 'extended' ? event.instalment : 0,
        day: event?.kind === 'extended' ? day(event.newDueDate) : '',
      });
    case 'chargesStopped':
      return translate('record.chargesStopped', {
        day: event?.kind === 'chargesStopped' ? day(event.until) : '',
      });
    case 'reversed':
      return event?.kind === 'paid'
        ? translate('record.reversed', { amount: money(event.amount), day: day(event.valueDate) })
        : translate('record.corrected');
    case 'feeReturned':
      return translate('row.feeReturned');
    default:
      return translate(`record.${kind}`);
  }
}

/** What the lender waived of the agreed principal and interest, in cents. Waived charges leave a loan paid in full. */
function waivedInAll(events: readonly StoredEvent[]): number {
  return inForce(engineEvents(events)).reduce(
    (sum, event) => sum + (event.kind === 'waived' ? event.principal + event.interest : 0),
    0,
  );
}

/** Certifies that nothing is owed under a loan any more. */
export function certificateRecord(
  account: AccountOf,
  certificate: Certificate,
  verifyUrl: string,
): AccountRecord {
  const { brand, translate, order, events, today } = account;
  const money = (amount: number) => formatCents(cents(amount), brand.money);
  const day = (date: LocalDate) => formatDate(date, brand.language);
  const paid = paidInAll(events);
  const parts = [...allocations(order.terms, engineEvents(events), today).values()];
  const total = (key: keyof Allocation) => parts.reduce((sum, part) => sum + part[key], 0);
  const rows = [
    [translate('row.principal'), total('principal')],
    [translate('row.interest'), total('interest')],
    [lateName(order.terms.lateKind, translate), total('late')],
    [translate('row.penalty'), total('penalty')],
    [translate('row.recovered'), total('recovery')],
    [translate('row.feeReturned'), -total('feeReturned')],
    [translate('row.refundReceivable'), total('refundReceivable')],
    [translate('row.credit'), total('credit')],
  ] as const;
  const named = rows.reduce((sum, [, amount]) => sum + amount, 0);
  const others = paid - named;
  const shown = [...rows, [translate('record.adjusted'), others] as const].filter(
    ([, amount]) => amount !== 0,
  );
  const waived = waivedInAll(events);
  const url = `${verifyUrl}&code=${certificate.code}`;
  return {
    title: translate('record.certificate'),
    figures: [
      {
        label: translate('record.paidInAll'),
        value: money(paid),
        ...(shown.length > 1
          ? {
              workedOut: shown
                .map(([, amount]) => money(amount))
                .join(' + ')
                .replaceAll('+ −', '− '),
            }
          : {}),
      },
    ],
    html: [
      paragraphs([
        translate(waived > 0 ? 'certificate.textWaived' : 'certificate.text', {
          lender: brand.lender.legalName,
          day: day(localDate(certificate.settledOn)),
          waived: money(waived),
        }),
      ]),
      partiesOf(account),
      table([
        [translate('row.disbursedOn'), order.disbursed_on ? day(localDate(order.disbursed_on)) : ''],
        [translate('row.settledOn'), day(localDate(certificate.settledOn))],
        ...shown.map(([name, amount]) => [name, money(amount)]),
        [translate('record.paidInAll'), money(paid)],
      ]),
      table([
        [translate('certificate.issued'), day(certificate.issuedOn)],
        [translate('certificate.code'), certificate.code.replace(/(.{4})(?=.)/g, '$1 ')],
      ]),
      paragraphs([translate('certificate.check', { url: verifyUrl.replace(/\?.*$/, '') })]),
    ].join(''),
    qr: url,
  };
}

/** The first day of a loan's account, and the whole of it. */
export function wholePeriod(order: Order, today: LocalDate): Period {
  return { from: order.disbursed_on ? localDate(order.disbursed_on) : today, to: today };
}
