import {
  claimLoan,
  listLateLoans,
  type ShownLateLoan,
  type ShownPromise,
  showLateLoan,
} from '@hiram/contract/console/collections';
import { asId } from '@hiram/contract/ids';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Day, DaysLate, Money, When } from '../app/cells.tsx';
import { OpenMatters } from '../app/OpenMatters.tsx';
import { OthersHere } from '../app/OthersHere.tsx';
import { usePayoff } from '../app/Payoff.tsx';
import { hasRight, type Person, type ScreenProps } from '../app/person.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Card, Page, Stack } from '../kit/Page.tsx';
import { Status, type Tone } from '../kit/Status.tsx';
import { Tiles } from '../kit/Tiles.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { CallCard } from './CallCard.tsx';
import styles from './collections.module.css';
import { Lines } from './Lines.tsx';
import { MayCallNow } from './MayCall.tsx';
import { StopsCard } from './StopsCard.tsx';
import { useNarrowing } from './useNarrowing.ts';
import { useDeskWords } from './words.ts';

/** One late loan for a call. The number is opened by starting the call alone. */
export function LateLoan({ person, brand, params }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const orderId = asId<'order'>(params.orderId ?? '');
  const query = useStaffCall(showLateLoan, { orderId }, brand);
  const next = useNext(orderId, brand);
  const loan = query.data;
  return (
    <Page
      title={loan?.name ?? orderNumber(orderId)}
      brand={loan?.brand}
      parent={<a href="/collections">{t`Collections`}</a>}
      status={loan && <LoanState loan={loan} />}
      actions={loan && <Actions loan={loan} person={person} />}
    >
      <OthersHere path={`/collections/${orderId}`} brand={brand} />
      <Loaded query={query}>
        {(shown) => (
          <div className={styles.columns}>
            <Stack>
              <ReadFirst loan={shown} />
              <Figures loan={shown} />
              <div className={styles.cards}>
                <div className={styles.column}>
                  <Script loan={shown} />
                  <Contacts loan={shown} />
                </div>
                <div className={styles.column}>
                  <Charges loan={shown} />
                  <StopsCard loan={shown} mayEnd={hasRight(person, 'collections.assign', shown.brand)} />
                </div>
              </div>
            </Stack>
            <Stack key={orderId}>
              <div className={styles.now}>
                <MayCallNow may={shown.may} hours={shown.hours} />
              </div>
              <div className={styles.call}>
                <CallCard loan={shown} onNext={next} />
              </div>
            </Stack>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** Opens the next loan of the queue in the address that may be called now; without one the queue. */
function useNext(orderId: string, brand: string): () => void {
  const search = useSearch();
  const [, navigate] = useLocation();
  const query = useStaffCall(listLateLoans, useNarrowing(), brand);
  const next = query.data?.rows.find((row) => row.orderId !== orderId && row.may.ok);
  const suffix = search === '' ? '' : `?${search}`;
  return () => navigate(next ? `/collections/${next.orderId}${suffix}` : `/collections${suffix}`);
}

function LoanState({ loan }: { readonly loan: ShownLateLoan }): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  return (
    <>
      <span className={styles.muted}>{orderNumber(loan.orderId)}</span>
      {loan.may.why === 'arrangement' ? (
        <Status tone="plain" isPill>{t`arrangement kept: do not call`}</Status>
      ) : (
        <Status tone="danger" isPill>
          <DaysLate days={loan.daysLate} />
        </Status>
      )}
      {(loan.bucket === 'promiseBroken' || loan.bucket === 'promiseToday') && (
        <Status tone={loan.bucket === 'promiseBroken' ? 'danger' : 'clock'} isPill>
          {words.buckets[loan.bucket]}
        </Status>
      )}
      {loan.bucket === 'promiseBroken' && loan.promise?.state === 'open' && (
        <Status tone="clock" isPill>
          {t`Promised again`} <Day hasWeekday on={loan.promise.dueOn} />
        </Status>
      )}
    </>
  );
}

function Actions({ loan, person }: { readonly loan: ShownLateLoan; readonly person: Person }): ReactNode {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const claiming = useStaffAction(claimLoan, loan.brand);
  return (
    <>
      {loan.owner === undefined && (
        <Button
          hotkey="claim"
          disabled={claiming.isPending}
          onClick={() => claiming.mutate({ orderId: loan.orderId })}
        >
          {t`Claim`}
        </Button>
      )}
      {hasRight(person, 'loan.read', loan.brand) && (
        <Button hotkey="loan" onClick={() => navigate(`/loan/${loan.orderId}`)}>
          {t`Loan and arrangement`}
        </Button>
      )}
    </>
  );
}

function Figures({ loan }: { readonly loan: ShownLateLoan }): ReactNode {
  const { t } = useLingui();
  const payoffOf = usePayoff();
  return (
    <Tiles
      tiles={[
        {
          label: t`Due`,
          value: <Money cents={loan.due} />,
          foot: (
            <>
              {t`since`} <Day hasWeekday on={loan.dueDate} />
            </>
          ),
        },
        payoffOf(loan),
        {
          label: t`Late charge tomorrow`,
          value: (
            <>
              +<Money cents={loan.perDay} />
            </>
          ),
          foot: t`added each day`,
        },
        {
          label: t`Paid today saves`,
          value: (
            <span className={styles.saved}>
              <Money cents={loan.saves} />
            </span>
          ),
          foot: t`late charges of a week`,
        },
      ]}
    />
  );
}

/** They say that they paid, or that it is wrong. */
const isDisputedOf = ({ complaints, waiting }: ShownLateLoan['matters']) =>
  complaints.length + waiting.length > 0;

/** What may make the call wrong: it is read before the number is opened. */
function ReadFirst({ loan: { matters, stops, brand, due } }: { readonly loan: ShownLateLoan }): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const isDisputed = isDisputedOf(matters);
  const isOpen = isDisputed || matters.requests.length > 0;
  if (!isOpen && stops.length === 0) return null;
  return (
    <Banner
      tone={stops.length > 0 ? 'danger' : 'warn'}
      title={t`Read this before you call.`}
      actions={isOpen ? <OpenMatters matters={matters} brand={brand} due={due} /> : undefined}
    >
      {isDisputed
        ? t`They may have paid. Ask about this first, and do not press for the amount.`
        : matters.requests.some((request) => request.due) && t`What is due may change.`}
      {stops.map(({ kind, since }) => (
        <span key={`${kind} ${since}`} className={styles.stopped}>
          {t`Contacts are stopped: ${words.why(kind)}, since`} <When at={since} />
        </span>
      ))}
    </Banner>
  );
}

function Script({ loan }: { readonly loan: ShownLateLoan }): ReactNode {
  const { t } = useLingui();
  const isDisputed = isDisputedOf(loan.matters);
  // Its last words ask for the amount.
  const lines = isDisputed ? loan.script.slice(0, -1) : loan.script;
  return (
    <Card title={t`What to say`} aside={new Intl.DisplayNames('en', { type: 'language' }).of(loan.language)}>
      {lines.map((line) => (
        <p key={line} lang={loan.language}>
          “{line}”
        </p>
      ))}
      {isDisputed && (
        <p>
          <strong>{t`Then ask about the complaint or the payment above, and for no amount.`}</strong>
        </p>
      )}
      <p
        className={styles.muted}
      >{t`Say nothing about the loan before the birth year is right. Never: threats, insults, shame, other people.`}</p>
    </Card>
  );
}

function Charges({ loan }: { readonly loan: ShownLateLoan }): ReactNode {
  const { t } = useLingui();
  return (
    <Card title={t`Payments`} isFlush>
      <PlainTable
        caption={t`Payments`}
        rows={loan.instalments.filter(({ unpaid, daysLate }) => unpaid > 0 || daysLate > 0)}
        rowKey={({ no }) => String(no)}
        columns={[
          {
            header: t`Payment`,
            isHead: true,
            cell: ({ no, dueDate, daysLate }) => (
              <>
                <span className={styles.whole}>
                  {no} · <Day on={dueDate} />
                </span>
                {daysLate > 0 && (
                  <span className={kit.under}>
                    <Status tone="danger">
                      <DaysLate days={daysLate} />
                    </Status>
                  </span>
                )}
              </>
            ),
          },
          {
            header: t`To pay`,
            isRight: true,
            cell: ({ unpaid, late }) => (
              <>
                <Money cents={unpaid + late} />
                {late > 0 && (
                  <span className={kit.under}>
                    <Money cents={unpaid} /> + <Money cents={late} /> {t`late charge`}
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
      <div className={styles.paid}>
        <h3>{t`Paid so far`}</h3>
        <Lines>
          {loan.payments.slice(0, 5).map(({ on, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: payments of one day and amount are alike
            <li key={`${on} ${index}`}>
              <Day on={on} />
              <Money cents={amount} />
            </li>
          ))}
        </Lines>
      </div>
    </Card>
  );
}

const promiseTones: Readonly<Record<ShownPromise['state'], Tone>> = {
  open: 'clock',
  kept: 'good',
  broken: 'danger',
  cancelled: 'plain',
};

function Contacts({ loan }: { readonly loan: ShownLateLoan }): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const { attempts, promises, contacts } = loan;
  return (
    <Card title={t`Contacts and promises`} aside={t`${attempts.week} of ${attempts.mostWeek} this week`}>
      {contacts.length > 0 && (
        <p className={styles.muted}>
          {t`Last contact`} <When at={contacts[0]?.at} />
        </p>
      )}
      <Lines>
        {promises.map(({ promiseId, amount, dueOn, state, paid }) => (
          <li key={promiseId}>
            <Status tone={promiseTones[state]}>{words.promises[state]}</Status>
            <span>
              <Money cents={amount} /> {t`by`} <Day hasWeekday on={dueOn} /> · <Money cents={paid} />{' '}
              {t`paid`}
            </span>
          </li>
        ))}
        {contacts.map(({ at, channel, by, outcome, note }) => (
          <li key={`${at} ${channel}`}>
            <span>
              {outcome === undefined ? words.channel(channel) : words.outcome(outcome)} · {by}
              {note !== '' && <q>{note}</q>}
            </span>
            <When at={at} />
          </li>
        ))}
      </Lines>
    </Card>
  );
}
