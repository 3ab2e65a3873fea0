import { showLoan } from '@hiram/contract/console/loan';
import { asId, type BorrowerId } from '@hiram/contract/ids';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { BorrowerLink } from '../app/BorrowerName.tsx';
import { Day, DaysLate } from '../app/cells.tsx';
import { isDay } from '../app/days.ts';
import { useChangeAddress } from '../app/in-address.ts';
import { WaitingDecisions, WaitingMoney } from '../app/OpenMatters.tsx';
import { OthersHere } from '../app/OthersHere.tsx';
import type { ScreenProps } from '../app/person.ts';
import { statusTones } from '../app/status-tones.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { FirstEvents, isBeforePayout, PayoutBanner, PlannedSchedule } from './BeforePayout.tsx';
import { ActionsCard } from './cards/ActionsCard.tsx';
import { AgreementsCard } from './cards/AgreementsCard.tsx';
import { ArrangementCard } from './cards/ArrangementCard.tsx';
import { CodesCard, JournalsCard, PayoutsCard, TermsCard } from './cards/documents.tsx';
import { PositionCard } from './cards/PositionCard.tsx';
import { Events } from './history/Events.tsx';
import { Schedule } from './history/Schedule.tsx';
import styles from './loan.module.css';
import type { ShownLoan, View } from './types.ts';
import { useLoanWords } from './words.ts';

/** One loan: its position on any day, how each figure came about, and everything that belongs to it. */
export function Loan({ person, brand, params }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const orderId = asId<'order'>(params.orderId ?? '');
  const search = new URLSearchParams(useSearch());
  const changeAddress = useChangeAddress();
  const on = search.get('on') ?? '';
  const view: View = {
    on: isDay(on) ? on : undefined,
    knowledge: search.get('known') === 'then' ? 'then' : 'now',
  };
  const setView = ({ on: day = '', knowledge }: View) =>
    changeAddress({ on: day, known: knowledge === 'then' ? 'then' : '' });
  const query = useStaffCall(
    showLoan,
    { orderId, knowledge: view.knowledge, ...(view.on === undefined ? {} : { on: view.on }) },
    brand,
  );
  const loan = query.data;
  return (
    <Page
      title={t`Loan ${orderNumber(orderId)}`}
      brand={loan?.order.brand}
      parent={loan && <BorrowerLink borrowerId={loan.order.borrowerId} name={loan.order.name} />}
      status={loan && <LoanStatus loan={loan} />}
      actions={loan && <OpenBorrower borrowerId={loan.order.borrowerId} />}
    >
      <OthersHere path={`/loan/${orderId}`} brand={brand} />
      <Loaded query={query}>
        {(shown) => <LoanBody loan={shown} view={view} onView={setView} person={person} />}
      </Loaded>
    </Page>
  );
}

function LoanStatus({ loan }: { readonly loan: ShownLoan }): ReactNode {
  const { t } = useLingui();
  const { statuses } = useLoanWords();
  const { status } = loan.order;
  const days = loan.position?.daysLate ?? 0;
  const agrees = loan.differences.length === 0;
  return (
    <>
      <Status tone={statusTones[status]} isPill>
        {status === 'overdue' && days > 0 ? <DaysLate days={days} /> : statuses[status]}
      </Status>
      {loan.position?.isWrittenOff === true && (
        <Status tone="warn" isPill>
          {t`Written off`}
        </Status>
      )}
      {/* Before the first event there is nothing to compare. */}
      {(loan.events.length > 0 || !agrees) && (
        <Status tone={agrees ? 'good' : 'danger'}>
          {agrees ? t`Agrees with the ledger` : t`Differs from the ledger`}
        </Status>
      )}
    </>
  );
}

function OpenBorrower({ borrowerId }: { readonly borrowerId: BorrowerId }): ReactNode {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  return <Button hotkey="borrower" onClick={() => navigate(`/borrower/${borrowerId}`)}>{t`Borrower`}</Button>;
}

/** What the position does not have: money that counts on the loan as yet nowhere, and unanswered complaints. */
function Unsettled({ loan }: { readonly loan: ShownLoan }): ReactNode {
  const { t } = useLingui();
  const { waiting, complaints, requests, order } = loan;
  // What keeps a payout stands in the banner above.
  const isBefore = isBeforePayout(loan);
  const reviews = isBefore ? [] : loan.reviews;
  const holds = isBefore ? [] : loan.holds;
  const count = waiting.length + complaints.length + requests.length + reviews.length + holds.length;
  if (count === 0) return null;
  return (
    <Banner tone="warn" title={t`Not settled yet.`}>
      <ul className={kit.matters}>
        <WaitingDecisions
          requests={requests}
          reviews={reviews}
          holds={holds}
          brand={order.brand}
          due={loan.position?.due}
        />
        <WaitingMoney waiting={waiting} brand={order.brand} />
        {complaints.map(({ complaintId, reference, promisedBy }) => (
          <li key={complaintId}>
            <strong>{t`Open complaint:`}</strong> {reference}
            <span className={kit.under}>
              {t`Answer promised by`} <Day on={promisedBy} />
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

interface BodyProps {
  readonly loan: ShownLoan;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly person: ScreenProps['person'];
}

function LoanBody({ loan, view, onView, person }: BodyProps): ReactNode {
  const [shownEvent, showEvent] = useState<string>();
  const isBefore = isBeforePayout(loan);
  const journals = !isBefore && <JournalsCard loan={loan} eventId={shownEvent} />;
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <div className={styles.first}>
          {isBefore && <PayoutBanner loan={loan} person={person} />}
          <Unsettled loan={loan} />
          {!isBefore && <PositionCard loan={loan} view={view} onView={onView} onEvent={showEvent} />}
        </div>
        {isBefore ? (
          <>
            <PlannedSchedule loan={loan} />
            <FirstEvents loan={loan} />
          </>
        ) : (
          <>
            <Schedule loan={loan} />
            <Events loan={loan} selected={shownEvent} onSelect={showEvent} />
          </>
        )}
      </div>
      <div className={styles.stack}>
        {!isBefore && (
          <div className={styles.first}>
            <ArrangementCard loan={loan} person={person} />
            <ActionsCard loan={loan} person={person} />
          </div>
        )}
        {/* Of a chosen event it is what was asked for, else history. */}
        {shownEvent !== undefined && journals}
        {(!isBefore || loan.complaints.length > 0) && <CodesCard loan={loan} />}
        <TermsCard loan={loan} />
        <PayoutsCard loan={loan} />
        <AgreementsCard loan={loan} person={person} />
        {shownEvent === undefined && journals}
      </div>
    </div>
  );
}
