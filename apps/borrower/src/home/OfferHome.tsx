import type { HomeIndex, HomeOffer } from '@hiram/contract/home';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { money } from '../app/settings/money.ts';
import { settings } from '../app/settings/settings.ts';
import { Amount, Card, Rows } from '../kit/layout/Card.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import { useEachRepayment } from '../lending/amount/useEachRepayment.ts';
import { Hero, HeroTitle } from './Hero.tsx';
import css from './Home.module.css';
import { LimitCard } from './LimitCard.tsx';

/** Home without a loan: one offer with its whole cost, in the words of where the borrower stands. */
export function OfferHome({ home }: { readonly home: HomeIndex }): ReactNode {
  const { t } = useLingui();
  const { offer, standing, stepsDone = 0, steps = 0 } = home;
  const { decisionDays } = settings;
  const title = home.otherOrder
    ? t`Not this amount, not now`
    : standing === 'returning'
      ? t`Thank you. Everything is paid.`
      : standing === 'ready'
        ? t`You can apply now.`
        : stepsDone > 0
          ? t`Continue where you stopped.`
          : t`A loan in clear steps. Every cost shown first.`;
  const text = home.otherOrder
    ? home.otherOrder.reason
    : standing === 'ready'
      ? t`We decide within ${plural(decisionDays, { one: '# day', other: '# days' })}.`
      : standing === 'new' && stepsDone > 0
        ? t`${stepsDone} of ${steps} parts done. What you typed is saved.`
        : undefined;
  return (
    <>
      <Hero {...(home.otherOrder ? {} : { scene: standing === 'returning' ? 'settled' : 'home' })}>
        <HeroTitle title={title} text={text} />
      </Hero>
      {offer ? (
        <>
          <Offer offer={offer} standing={standing} />
          <LimitCard limitText={offer.limitText} nextLimitText={offer.nextLimitText} />
        </>
      ) : null}
      {standing === 'new' && offer ? <Steps done={stepsDone > 0} /> : null}
    </>
  );
}

function Offer({
  offer,
  standing,
}: {
  readonly offer: HomeOffer;
  readonly standing: HomeIndex['standing'];
}): ReactNode {
  const { t } = useLingui();
  const eachRepayment = useEachRepayment();
  const total = offer.netProceeds + offer.totalCost;
  const fee = offer.amount - offer.netProceeds;
  const interest = money(offer.totalCost - fee);
  const costNote = fee > 0 ? t`${interest} interest (${offer.rate}) + ${money(fee)} fee` : offer.rate;
  return (
    <Card>
      <div className={css.offerHead}>
        <Link className={css.offerName} href={href(paths.productDetail, { productId: offer.productId })}>
          {standing === 'returning' ? t`Next, if you need it: ${offer.productName}` : offer.productName}
          <Icon name="chevron" size={20} />
        </Link>
        <p className={css.sub}>{offer.term}</p>
      </div>
      <Amount>{money(offer.amount)}</Amount>
      <div className={css.offerRows}>
        <Rows
          rows={[
            {
              text: t`You receive`,
              value: money(offer.netProceeds),
              note: fee > 0 ? t`${money(offer.amount)} less a fee of ${money(fee)}` : undefined,
            },
            { text: t`Interest and fees`, value: money(offer.totalCost), note: costNote },
            {
              text: t`You pay back`,
              value: money(total),
              note: offer.periods > 1 ? eachRepayment(offer.periods, offer.repayment, total) : undefined,
            },
          ]}
        />
      </div>
    </Card>
  );
}

/** The way to the money, for whoever has never borrowed here. */
function Steps({ done }: { readonly done: boolean }): ReactNode {
  const { t } = useLingui();
  const { decisionDays, creditingDays } = settings;
  const steps = [
    [t`Tell us about you`, done ? t`continue where you stopped` : t`about 5 minutes`],
    [t`We decide`, t`within ${plural(decisionDays, { one: '# day', other: '# days' })}`],
    [
      t`Money arrives`,
      t`in your wallet or bank, ${plural(creditingDays, { one: '# day', other: '1–# days' })}`,
    ],
  ] as const;
  return (
    <ol className={css.steps}>
      {steps.map(([what, when], index) => (
        <li key={what}>
          <b className="tile" aria-hidden="true">
            {index + 1}
          </b>
          <span>
            <b>{what}</b> · {when}
          </span>
        </li>
      ))}
    </ol>
  );
}
