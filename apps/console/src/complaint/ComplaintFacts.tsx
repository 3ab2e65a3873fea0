import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { BorrowerLink } from '../app/BorrowerName.tsx';
import { Day, DaysLate, DueIn, Money, useMinute, When } from '../app/cells.tsx';
import { WaitingMoney } from '../app/OpenMatters.tsx';
import { hasRight, type Person } from '../app/person.ts';
import { Key } from '../kit/keys/Key.tsx';
import { keyFor } from '../kit/keys/key-table.ts';
import { useKey } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { Facts } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import styles from './complaint.module.css';
import type { ShownComplaint } from './shown-complaint.ts';

interface Props {
  readonly complaint: ShownComplaint;
  readonly person: Person;
  readonly brand: string;
}

/** Clocks, the order as it is today, the borrower, and other complaints of theirs. */
export function ComplaintFacts({ complaint, person, brand }: Props): ReactNode {
  const { t } = useLingui();
  const { clocks, others, borrowerId, language, messages } = complaint;
  const since = messages[0]?.at ?? '';
  return (
    <aside className={styles.aside} aria-label={t`About this complaint`}>
      <section>
        <h2>{t`Clocks`}</h2>
        <Clock label={t`Acknowledge`} since={since} {...clocks.acknowledged} />
        <Clock label={t`Answer promised`} since={since} {...clocks.promised} />
        <Clock label={t`Answer by law`} since={since} {...clocks.legal} />
        <p className={kit.muted}>{clocks.legalSource}</p>
      </section>
      <OrderFacts complaint={complaint} mayOpen={hasRight(person, 'complaint.read', brand)} />
      <section>
        <h2>{t`Borrower`}</h2>
        <Facts
          items={[
            {
              label: t`Name`,
              value: <BorrowerLink borrowerId={borrowerId} name={complaint.name} />,
            },
            { label: t`Language`, value: new Intl.DisplayNames('en', { type: 'language' }).of(language) },
          ]}
        />
        {others.length > 0 && (
          <>
            <p>{t`Other open complaints`}</p>
            <ul>
              {others.map((other) => (
                <li key={other.complaintId}>
                  <Link href={`/complaints/${other.complaintId}`}>{other.reference}</Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </aside>
  );
}

function OrderFacts({
  complaint,
  mayOpen,
}: {
  readonly complaint: ShownComplaint;
  readonly mayOpen: boolean;
}): ReactNode {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const { order } = complaint;
  useKey('loan', t`loan`, () => order && navigate(`/loan/${order.orderId}`), {
    isOn: order !== undefined && mayOpen,
  });
  if (!order)
    return (
      <section>
        <h2>{t`Loan`}</h2>
        <p className={kit.muted}>{t`The borrower named no loan.`}</p>
      </section>
    );
  const { lateDays, due, dueOn } = order;
  return (
    <section>
      <h2>
        <Link href={`/loan/${order.orderId}`}>
          {order.productName} {orderNumber(order.orderId)}
        </Link>{' '}
        <Key name={keyFor('loan')} />
      </h2>
      <Facts
        items={[
          {
            label: t`State`,
            value:
              lateDays === undefined ? (
                order.status
              ) : (
                <Status tone="danger">
                  <DaysLate days={lateDays} />
                </Status>
              ),
          },
          { label: t`Borrowed`, value: <Money cents={order.amount} /> },
          { label: t`Due`, value: <Money cents={due} /> },
          { label: lateDays === undefined ? t`Due on` : t`Due since`, value: <Day on={dueOn} /> },
        ]}
      />
      <h3 className={styles.payments}>{t`Payments`}</h3>
      {order.payments.length === 0 ? (
        <p className={kit.muted}>{t`None counts on this loan yet.`}</p>
      ) : (
        <Facts
          items={[
            ...order.payments.map(({ on, amount }) => ({
              label: <Day on={on} />,
              value: <Money cents={amount} />,
            })),
            { label: <b>{t`Paid in all`}</b>, value: <Money cents={order.paid} /> },
          ]}
        />
      )}
      {order.waiting.length > 0 && (
        <>
          <h3 className={styles.payments}>{t`Reported, not yet posted`}</h3>
          <ul className={kit.matters}>
            <WaitingMoney waiting={order.waiting} brand={complaint.brand} />
          </ul>
        </>
      )}
    </section>
  );
}

interface ClockProps {
  readonly label: string;
  readonly since: string;
  readonly dueAt: string;
  readonly dueOn: string;
  readonly doneAt?: string | undefined;
}

/** Shows the used part of a term, and whether it was kept. */
function Clock({ label, since, dueAt, dueOn, doneAt }: ClockProps): ReactNode {
  const { t } = useLingui();
  const now = useMinute();
  const [start, end] = [Date.parse(since), Date.parse(dueAt)];
  const until = doneAt === undefined ? now : Date.parse(doneAt);
  const isKept = until <= end;
  const tone = isKept ? (doneAt === undefined ? 'running' : 'kept') : 'broken';
  return (
    <div className={styles.clock}>
      <p>
        <span>
          <strong>{label}</strong>{' '}
          <span className={kit.muted}>
            {doneAt === undefined ? <Day hasWeekday on={dueOn} /> : <When at={doneAt} />}
          </span>
        </span>
        {doneAt === undefined ? (
          <DueIn at={dueAt} />
        ) : (
          <Status tone={isKept ? 'good' : 'danger'}>{isKept ? t`kept` : t`too late`}</Status>
        )}
      </p>
      <progress
        aria-label={t`${label}: time used`}
        data-tone={tone}
        max={Math.max(1, end - start)}
        value={Math.max(0, Math.min(until, end) - start)}
      />
    </div>
  );
}
