import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { phoneLink } from '../../app/host/contact.ts';
import { money } from '../../app/settings/money.ts';
import { settings } from '../../app/settings/settings.ts';
import css from './Balance.module.css';

/**
 * The borrower's balance with the lender, a payment in manual review, one that was reversed (`reversal`), and a refund
 * that must be paid back, each with the next step. Cents; renders nothing if there is none of them. `name` says whose
 * balance it is on a page with several loans.
 */
export function Balance({
  credit,
  refundReceivable = 0,
  underReview = 0,
  reversal,
  name,
  phone,
}: {
  readonly credit: number;
  readonly refundReceivable?: number;
  readonly underReview?: number;
  readonly reversal?: { readonly title: string; readonly text: string } | undefined;
  readonly name?: string;
  readonly phone?: string;
}): ReactNode {
  const { t } = useLingui();
  return (
    <>
      {credit > 0 ? (
        <section className={`${css.balance} ${css.credit}`} aria-label={t`Your credit`}>
          <p>
            <b>{t`Your credit: ${money(credit)}`}</b>
            {name ? <span className={css.name}>{name}</span> : null}
          </p>
          <p>
            <Trans>You paid more than was owed, so this money is yours. Call us and we pay it back.</Trans>
          </p>
          <a className={css.call} {...phoneLink(phone || settings.servicePhone)}>{t`Call us`}</a>
        </section>
      ) : null}
      {underReview > 0 ? (
        <section className={`${css.balance} ${css.review}`} aria-label={t`Payment being checked`}>
          <p>
            <b>{t`Being checked: ${money(underReview)}`}</b>
          </p>
          <p>
            <Trans>
              A person looks at this payment. Until then it does not count, and you need not pay again.
            </Trans>
          </p>
        </section>
      ) : null}
      {reversal ? (
        <section className={`${css.balance} ${css.owed}`} aria-label={reversal.title}>
          <p>
            <b>{reversal.title}</b>
          </p>
          <p>{reversal.text}</p>
        </section>
      ) : null}
      {refundReceivable > 0 ? (
        <section className={`${css.balance} ${css.owed}`} aria-label={t`Refund to be paid back`}>
          <p>
            <b>{t`To be paid back: ${money(refundReceivable)}`}</b>
            {name ? <span className={css.name}>{name}</span> : null}
          </p>
          <p>
            <Trans>
              We refunded this to you, and the payment that it came from was taken back afterwards. It is due
              now, without interest or penalty.
            </Trans>
          </p>
        </section>
      ) : null}
    </>
  );
}
