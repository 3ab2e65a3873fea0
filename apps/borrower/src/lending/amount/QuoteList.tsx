import type { StepsQuote, StepsRow } from '@hiram/contract/loan';
import { formatPercent } from '@hiram/loan/format';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../../app/settings/money.ts';
import { isWorkedOut, lateRate } from './late-rate.ts';
import css from './QuoteList.module.css';

/** The parts of a quote, a row for each part, and their sum. */
export function QuoteList({
  quote,
  isPenal,
  terms,
}: {
  readonly quote: StepsQuote;
  /** Late days bear a penal charge, no interest. */
  readonly isPenal: boolean;
  /** The loan's terms, by which late interest is worked out. */
  readonly terms?: Readonly<Record<string, unknown>> | undefined;
}): ReactNode {
  const { i18n, t } = useLingui();
  const ppm = lateRate(terms);
  const workingOf = ({ kind, no, days = 0, amount }: StepsRow): string => {
    if (kind !== 'late' || ppm === undefined) return '';
    const base = quote.rows.find((row) => row.kind === 'instalment' && row.no === no)?.amount ?? 0;
    if (!isWorkedOut(base, ppm, days, amount)) return '';
    const percent = formatPercent(ppm, i18n.locale);
    return t`${percent} a day × ${plural(days, { one: '# day', other: '# days' })} × ${money(base)}`;
  };
  const repayments = quote.rows.filter(({ kind }) => kind === 'instalment').length;
  return (
    <dl className={css.list}>
      {quote.rows.map((row) => (
        <div key={`${row.kind} ${row.no}`} className={css.row}>
          <dt>
            <RowName row={row} isPenal={isPenal} hasDate={repayments > 1} />
            <small>{workingOf(row)}</small>
          </dt>
          <dd>{money(row.amount)}</dd>
        </div>
      ))}
      <div className={`${css.row} ${css.total}`}>
        <dt>
          <Trans>Total</Trans>
        </dt>
        <dd>{money(quote.amount)}</dd>
      </div>
    </dl>
  );
}

/** The name of a row. `hasDate`: beside others of its kind. */
export function RowName({
  row: { kind, no = 0, dueDate = '', days = 0 },
  isPenal,
  hasDate,
}: {
  readonly row: StepsRow;
  readonly isPenal: boolean;
  readonly hasDate?: boolean;
}): ReactNode {
  switch (kind) {
    case 'instalment':
      return hasDate ? (
        <Trans>
          Payment {no}, due {showDate(dueDate, 'short')}
        </Trans>
      ) : (
        <Trans>Payment {no}</Trans>
      );
    case 'late':
      return isPenal ? (
        <Plural value={days} one="Penal charge, # day" other="Penal charge, # days" />
      ) : (
        <Plural value={days} one="Late interest, # day" other="Late interest, # days" />
      );
    case 'principal':
      return <Trans>What you still borrow</Trans>;
    case 'interest':
      return <Trans>Interest until then</Trans>;
    case 'paidAhead':
      return <Trans>Interest paid ahead</Trans>;
    case 'penalty':
      return <Trans>One-time penalty</Trans>;
    case 'refundReceivable':
      return <Trans>Refund to be paid back</Trans>;
    case 'feeReturned':
      return <Trans>Fee returned</Trans>;
    default:
      return <Trans>Rounding</Trans>;
  }
}
