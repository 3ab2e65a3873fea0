import type { ChannelTemplate } from '@hiram/contract/promotion';
import { formatCents, formatPercent, type MoneyFormat } from '@hiram/loan/format';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import css from './Promotion.module.css';

/** The full cost of a loan for the amount that the visitor sets with a slider: advertising must disclose it. */
export function Example({
  example,
  money,
  still,
  showsRepayment,
}: {
  readonly example: ChannelTemplate['example'];
  readonly money: MoneyFormat;
  /** Without scripts the slider is fixed. */
  readonly still: boolean;
  /** The specification's page has no line for a single repayment. */
  readonly showsRepayment: boolean;
}): ReactNode {
  const { t, i18n } = useLingui();
  const [index, setIndex] = useState(example.shown);
  const cost = example.costs[index] ?? example.costs[0];
  if (!cost) return null;
  const say = (cents: number) => formatCents(cents, money);
  // The last payment bears the rounding.
  const last = cost.totalToRepay - (example.periods - 1) * cost.repayment;
  const rate = formatPercent(cost.effectivePpm, i18n.locale, 2);
  return (
    <section className={css.example} aria-label={t`Example`}>
      <div className={css.amounts}>
        <p className={css.amount}>
          {t`Borrow`} <b className="num">{say(cost.amount)}</b>
        </p>
        {showsRepayment ? (
          <p className={css.repayment}>
            {t`${plural(example.periods, { one: '1 payment of', other: '# payments of' })}`}{' '}
            <b className="num">
              {say(cost.repayment)}
              {last === cost.repayment ? null : ','}
            </b>{' '}
            {last === cost.repayment ? null : t`the last ${say(last)}`}
          </p>
        ) : null}
      </div>
      {example.costs.length > 1 && !still ? (
        <input
          type="range"
          className={css.slider}
          min={0}
          max={example.costs.length - 1}
          step={1}
          value={index}
          aria-label={t`Borrow`}
          aria-valuetext={say(cost.amount)}
          onChange={(event) => setIndex(Number(event.target.value))}
        />
      ) : null}
      <p className={css.cost} aria-live="polite">
        {t`You receive ${say(cost.netProceeds)} and repay ${say(cost.totalToRepay)} over ${example.termDays} days.`}{' '}
        <b>{t`It costs ${say(cost.financeCharge)} in all. Effective rate ${rate} a month, fee included.`}</b>
      </p>
    </section>
  );
}
