import { showMoneyOut, stopPayouts } from '@hiram/contract/console/money-out';
import { allBrands } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { hasRight, oneBrandOf, type Person } from '../app/person.ts';
import { useKey } from '../kit/keys/keys.ts';
import { Status } from '../kit/Status.tsx';
import { useToast } from '../kit/toast.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import styles from './money-out.module.css';

interface Props {
  readonly person: Person;
  readonly brand: string;
}

/** Shows whether payouts run, at the foot of the navigation. `!` stops them from every screen, and asks why afterwards. */
export function PayoutState(props: Props): ReactNode {
  const { person } = props;
  const brand = oneBrandOf(person, props.brand);
  return (
    <>
      {hasRight(person, 'moneyOut.stop', brand) && <StopKey {...props} />}
      {hasRight(person, 'moneyOut.read', brand) && brand !== allBrands && <Running brand={brand} />}
    </>
  );
}

function StopKey({ brand }: Props): ReactNode {
  const { t } = useLingui();
  const stop = useStop(brand);
  useKey('stopPayouts', t`stop payouts`, stop);
  return null;
}

/** Stops the payouts of the brand at once, and shows where to say why. */
export function useStop(brand: string): () => void {
  const { t } = useLingui();
  const toast = useToast();
  const [, open] = useLocation();
  const stopping = useStaffAction(stopPayouts, brand);
  return () =>
    stopping.mutate(
      { reason: '' },
      {
        onSuccess: () => {
          toast(t`Payouts are stopped on every server.`);
          open('/money-out');
        },
        onError: () => toast(t`Payouts could NOT be stopped. Try again at once.`),
      },
    );
}

function Running({ brand }: { readonly brand: string }): ReactNode {
  const { t } = useLingui();
  useChanges(['payout_stop', 'payout_limit']);
  const { data } = useStaffCall(showMoneyOut, {}, brand);
  if (data === undefined) return null;
  const { amount, maxAmount } = data.day;
  const used = maxAmount === undefined ? undefined : Math.round((100 * amount) / maxAmount);
  return (
    <Link href="/money-out" className={styles.running}>
      <span className={styles.runningLine}>
        {data.stop ? (
          <Status tone="danger">{t`Payouts stopped`}</Status>
        ) : (
          <Status tone="good">{t`Payouts running`}</Status>
        )}
        {used !== undefined && <span>{t`${used}%`}</span>}
      </span>
      {used !== undefined && (
        <span className={styles.thin} aria-hidden="true">
          <span style={{ width: `${Math.min(100, used)}%` }} />
        </span>
      )}
    </Link>
  );
}
