import { waysOut } from '@hiram/contract/arrangement';
import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../../app/navigation/href.ts';
import { Link } from '../../app/navigation/Link.tsx';
import { paths } from '../../app/navigation/paths.ts';
import { money, showDate } from '../../app/settings/money.ts';
import { Card, Rows } from '../../kit/layout/Card.tsx';
import { Icon } from '../../kit/layout/Icon.tsx';
import { sumText } from '../../lending/amount/sum-text.ts';
import { useCall } from '../../net/answers/useCall.ts';
import remote from '../choice/Remote.module.css';
import css from '../Order.module.css';
import { notArranged } from './part-steps.ts';

const withoutPromise = ({ promise: _, ...details }: LoanDetails): LoanDetails => details;

/** The promise that is open; the arrangement that runs with its next day and whom to turn to, or what is asked and offered. */
export function ArrangementNote({
  details,
  orderId,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
}): ReactNode {
  const { t } = useLingui();
  const { arrangement, promise, waysOut, offer } = details;
  if (promise)
    return (
      <>
        <Card heading={t`You promised to pay`}>
          <Rows rows={[{ text: t`By ${showDate(promise.date)}`, value: money(promise.amount) }]} />
          <p className={css.text}>{t`We do not remind you before that day`}</p>
        </Card>
        {arrangement || waysOut !== 'open' ? (
          <ArrangementNote details={withoutPromise(details)} orderId={orderId} />
        ) : null}
      </>
    );
  if (arrangement) {
    const { owed, due, next } = arrangement;
    return (
      <Card heading={t`Your arrangement`}>
        <Rows
          rows={[
            ...(due > 0 ? [{ text: t`Part to pay now`, value: money(due) }] : []),
            ...(next ? [{ text: t`Next part on ${showDate(next.date)}`, value: money(next.amount) }] : []),
            { text: t`Left of the arrangement`, value: money(owed) },
          ]}
        />
        <p className={css.text}>{t`Late days add nothing while you keep it`}</p>
        <RowLink href={href(paths.contactsOfLender, { orderId })}>{t`Who contacted me`}</RowLink>
        <RowLink href={href(paths.customerService, { orderId })}>{t`Talk to a person first`}</RowLink>
      </Card>
    );
  }
  if (offer) {
    const sum = money(offer.parts.reduce((before, { amount }) => before + amount, 0));
    return (
      <Card heading={t`We have an arrangement for you`}>
        <p className={css.offered}>
          {plural(offer.parts.length, {
            one: `# part, ${sum} in all`,
            other: `# parts, ${sum} in all`,
          })}
        </p>
        <div className={css.state}>
          <Rows
            rows={[
              ...offer.parts.map(({ date, amount }) => ({ text: showDate(date), value: money(amount) })),
              { text: t`Answer by`, value: showDate(offer.validThrough) },
            ]}
          />
        </div>
      </Card>
    );
  }
  return (
    <Card heading={t`You asked to pay in parts`}>
      <Asked orderId={orderId} />
      <RowLink href={href(paths.waysOut, { orderId })}>{t`See what you asked for`}</RowLink>
    </Card>
  );
}

/** What was asked for. Without its answer the card leads there alone. */
function Asked({ orderId }: { readonly orderId: OrderId }): ReactNode {
  const { t } = useLingui();
  const call = useCall(waysOut, { orderId });
  if (call.state !== 'ready' || !call.data.arrangement) return null;
  const { parts } = call.data.arrangement;
  const first = parts[0]?.date ?? '';
  const day = first === call.data.today ? t`today` : showDate(first, 'short');
  return (
    <p className={css.text}>
      {t`${sumText(parts.map(({ amount }) => amount))} from ${day}. A person answers within a day.`}
    </p>
  );
}

function RowLink(props: { readonly href: string; readonly children: ReactNode }): ReactNode {
  return (
    <Link className={remote.linkRow} href={props.href}>
      <b>{props.children}</b>
      <Icon name="chevron" size={20} />
    </Link>
  );
}

/** The repayments that a kept arrangement leaves on their days. */
export function OtherPayments({ details }: { readonly details: LoanDetails }): ReactNode {
  const { t } = useLingui();
  const others = notArranged(details);
  return others.length === 0 ? null : (
    <Card heading={t`Other payments`}>
      <Rows
        rows={others.map(({ periodNo: no, dueDate, unpaid }) => ({
          text: t`Payment ${no}`,
          note: showDate(dueDate),
          value: money(unpaid),
        }))}
      />
    </Card>
  );
}
