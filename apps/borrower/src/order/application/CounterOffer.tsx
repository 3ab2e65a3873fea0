import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { withContext } from '../../app/navigation/href.ts';
import { navigate } from '../../app/navigation/location.ts';
import { money, roundMoney, showDate } from '../../app/settings/money.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { ActionPair } from '../../kit/layout/Screen.tsx';
import { sumText } from '../../lending/amount/sum-text.ts';
import { useRefresh } from '../../net/answers/useCall.ts';
import { useSubmit } from '../../net/submit/useSubmit.ts';
import { declineOffer, loanDetails } from '../calls.ts';
import css from './CounterOffer.module.css';

type Offer = NonNullable<LoanDetails['counterOffer']>;

const totalOf = ({ receive, cost }: Offer['asked']): number => receive + cost;

/** The repayments of terms: the last one bears the rounding. Cents. */
const repaymentsOf = (terms: Offer['asked'], periods: number): number[] =>
  Array.from({ length: periods }, (_, index) =>
    index < periods - 1 ? terms.repayment : totalOf(terms) - (periods - 1) * terms.repayment,
  );

/** Less than was asked for: both side by side, with the same rows. */
export function CounterOffer({ offer }: { readonly offer: Offer }): ReactNode {
  const { t } = useLingui();
  const { asked, offered, until, periods } = offer;
  const rows = [
    { name: t`Loan`, of: ({ amount }: Offer['asked']) => amount },
    { name: t`You receive`, of: ({ receive }: Offer['asked']) => receive },
    { name: t`Interest and fees`, of: ({ cost }: Offer['asked']) => cost },
    { name: t`You pay back`, of: totalOf },
  ];
  return (
    <>
      <h2 className={css.title}>{t`We can lend you ${roundMoney(offered.amount)}`}</h2>
      <p className={css.sub}>
        {t`You asked for ${roundMoney(asked.amount)}. We have checked your application: this is what we can lend now. You can take it until ${showDate(until, 'short')}.`}
      </p>
      <div className={css.columns}>
        {[
          { heading: t`You asked for`, terms: asked },
          { heading: t`We offer`, terms: offered },
        ].map(({ heading, terms }) => (
          <section key={heading} className={css.column}>
            <h3>{heading}</h3>
            <dl>
              {rows.map(({ name, of }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{money(of(terms))}</dd>
                </div>
              ))}
            </dl>
            {periods > 1 ? <p>= {sumText(repaymentsOf(terms, periods))}</p> : null}
          </section>
        ))}
      </div>
    </>
  );
}

/** Takes the offer, by the same documents and consent as any loan, or declines it. */
export function CounterOfferActions({
  offer,
  orderId,
}: {
  readonly offer: Offer;
  readonly orderId: OrderId;
}): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(declineOffer);
  const refresh = useRefresh();
  const { amount } = offer.offered;
  const decline = async () => {
    if (await submit({ orderId })) await refresh(loanDetails);
  };
  return (
    <ActionPair>
      <Button look="secondary" busy={busy} onTap={() => void decline()}>
        {t`No, thank you`}
      </Button>
      <Button onTap={() => navigate(withContext(offer.takeUrl))}>{t`Take ${roundMoney(amount)}`}</Button>
    </ActionPair>
  );
}
