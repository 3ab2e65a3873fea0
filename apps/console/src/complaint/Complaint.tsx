import { showComplaint } from '@hiram/contract/console/complaint';
import type { ComplaintRow } from '@hiram/contract/console/complaint-view';
import { asId } from '@hiram/contract/ids';
import { borrowerNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { DaysLate, DueIn, Money } from '../app/cells.tsx';
import { OthersHere } from '../app/OthersHere.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useRemember } from '../app/recent.ts';
import { useNextCase } from '../app/useNextCase.ts';
import { useKey } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { ComplaintFacts } from './ComplaintFacts.tsx';
import { Composer } from './Composer.tsx';
import styles from './complaint.module.css';
import { MoveActions } from './MoveActions.tsx';
import type { ShownComplaint } from './shown-complaint.ts';
import { Thread } from './Thread.tsx';
import { useComplaints } from './useComplaints.ts';

/** A complaint between the list of open ones and what an answer needs. */
export function Complaint({ person, brand, params }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const complaintId = asId<'complaint'>(params.complaintId ?? '');
  const query = useStaffCall(showComplaint, { complaintId }, brand);
  const { rows } = useComplaints(brand, 'open');
  const reference = query.data?.reference;
  useRemember(
    reference === undefined
      ? undefined
      : { href: `/complaints/${complaintId}`, label: reference, icon: 'complaint' },
  );
  const index = rows.findIndex((row) => row.complaintId === complaintId);
  const at = (place: number) => rows[place]?.complaintId;
  const goTo = (id: string) => navigate(`/complaints/${id}`);
  const onDecided = useNextCase({
    rows,
    hrefOf: (row) => `/complaints/${row.complaintId}`,
    href: `/complaints/${complaintId}`,
    list: '/complaints',
  });
  useKey('next', t`next`, () => goTo(at(index + 1) ?? complaintId));
  useKey('previous', t`previous`, () => goTo(at(index - 1) ?? complaintId));
  return (
    <Page
      brand={query.data?.brand}
      title={reference ?? t`Complaint`}
      parent={<Link href="/complaints">{t`Complaints`}</Link>}
      status={query.data && <Head complaint={query.data} />}
      actions={
        query.data &&
        hasRight(person, 'complaint.answer', brand) && (
          <MoveActions key={complaintId} complaint={query.data} brand={brand} self={person.staffId} />
        )
      }
    >
      <OthersHere path={`/complaints/${complaintId}`} brand={brand} />
      <div className={`${styles.columns} ${rows.length === 0 ? styles.alone : ''}`}>
        {rows.length > 0 ? <OpenComplaints rows={rows} chosen={complaintId} /> : null}
        <Loaded query={query}>
          {(complaint) => (
            <>
              <div className={styles.middle}>
                <Thread complaint={complaint} brand={brand} />
                {hasRight(person, 'complaint.answer', brand) && (
                  <Composer
                    key={complaintId}
                    complaint={complaint}
                    brand={brand}
                    onSent={() => onDecided(t`Sent to the borrower.`)}
                  />
                )}
              </div>
              <ComplaintFacts complaint={complaint} person={person} brand={brand} />
            </>
          )}
        </Loaded>
      </div>
    </Page>
  );
}

function Head({ complaint }: { readonly complaint: ShownComplaint }): ReactNode {
  const { t } = useLingui();
  const { state, type, subtype, isEscalated, owner, name, borrowerId } = complaint;
  const { order } = complaint;
  const reported = (order?.waiting ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return (
    <>
      {state === 'answered' ? (
        <Status isPill tone="good">{t`Answered`}</Status>
      ) : (
        <Status isPill tone="waiting">
          {owner ? t`Open, claimed by ${owner.name}` : t`Open, not claimed`}
        </Status>
      )}
      {state === 'open' && isEscalated && <Status isPill tone="warn">{t`Escalated`}</Status>}
      {order?.lateDays !== undefined && (
        <Status isPill tone="danger">
          {t`Loan`} <DaysLate days={order.lateDays} />
        </Status>
      )}
      {reported > 0 && (
        <Status isPill tone="warn">
          <Money cents={reported} /> {t`reported`}
        </Status>
      )}
      <span className={kit.muted}>
        {[type, subtype, name ?? borrowerNumber(borrowerId)].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

interface OpenProps {
  readonly rows: readonly ComplaintRow[];
  readonly chosen: string;
}

/** The open complaints, the earliest promise first. */
function OpenComplaints({ rows, chosen }: OpenProps): ReactNode {
  const { t } = useLingui();
  return (
    <nav className={styles.others} aria-label={t`Open complaints`}>
      <ul>
        {rows.map((row) => (
          <li key={row.complaintId}>
            <Link
              href={`/complaints/${row.complaintId}`}
              aria-current={row.complaintId === chosen ? 'page' : undefined}
            >
              <strong className={styles.line}>{row.excerpt}</strong>
              <span className={styles.under}>
                <span>{row.name ?? borrowerNumber(row.borrowerId)}</span>
                <DueIn at={row.at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
