import type { ShownJournal } from '@hiram/contract/console/loan-shapes';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Day, Money } from '../../app/cells.tsx';
import { useAccountWord, useEventWords, useHoldWords } from '../../i18n/words.ts';
import kit from '../../kit/kit.module.css';
import { Card, Facts } from '../../kit/Page.tsx';
import { Status } from '../../kit/Status.tsx';
import { CopiedReference } from '../../kit/table/Reference.tsx';
import styles from '../loan.module.css';
import type { ShownLoan } from '../types.ts';
import { percent, useDailyRate } from '../words.ts';

interface Props {
  readonly loan: ShownLoan;
}

/** The journals of the chosen event, or the last one. */
export function JournalsCard({ loan, eventId }: Props & { readonly eventId: string | undefined }): ReactNode {
  const { t } = useLingui();
  const shown =
    eventId === undefined
      ? loan.journals.slice(-1)
      : loan.journals.filter(
          (journal) => journal.eventId === eventId || journal.lines.some((line) => line.eventId === eventId),
        );
  return (
    <Card title={t`Journal`} aside={eventId === undefined ? t`the last one` : t`of the chosen event`} isFlush>
      {shown.length === 0 ? (
        <p className={styles.none}>{t`This moved no money in the ledger.`}</p>
      ) : (
        shown.map((journal) => (
          <JournalTable
            key={journal.journalId}
            journal={journal}
            valueDate={loan.events.find((event) => event.eventId === journal.eventId)?.valueDate}
          />
        ))
      )}
    </Card>
  );
}

interface JournalProps {
  readonly journal: ShownJournal;
  /** The day from which its event counts. */
  readonly valueDate: string | undefined;
}

function JournalTable({ journal, valueDate }: JournalProps): ReactNode {
  const { t } = useLingui();
  const sum = journal.lines.reduce((total, { debit }) => total + debit, 0);
  const credit = journal.lines.reduce((total, line) => total + line.credit, 0);
  const word = useAccountWord();
  const events: Readonly<Record<string, string>> = useEventWords();
  const amount = (cents: number) => (cents === 0 ? '' : <Money cents={cents} />);
  return (
    <>
      <p className={styles.none}>
        <strong>{events[journal.kind] ?? journal.kind}</strong>{' '}
        {valueDate !== undefined && valueDate !== journal.postedOn && (
          <>
            {t`as of`} <Day on={valueDate} />,{' '}
          </>
        )}
        {t`booked`} <Day on={journal.postedOn} />
      </p>
      <table className={kit.table}>
        <caption>{t`Journal: ${events[journal.kind] ?? journal.kind}`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Account`}</th>
            <th scope="col" className={styles.right}>{t`Debit`}</th>
            <th scope="col" className={styles.right}>{t`Credit`}</th>
          </tr>
        </thead>
        <tbody>
          {journal.lines.map((line) => (
            <tr key={`${line.account} ${line.eventId ?? ''} ${line.debit} ${line.credit}`}>
              <td>{word(line.account)}</td>
              <td className={styles.right}>{amount(line.debit)}</td>
              <td className={styles.right}>{amount(line.credit)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              {sum === credit ? (
                <Status tone="good">{t`sums to zero`}</Status>
              ) : (
                <Status tone="danger">{t`does not balance`}</Status>
              )}
            </th>
            <td className={styles.right}>
              <strong>{amount(sum)}</strong>
            </td>
            <td className={styles.right}>
              <strong>{amount(credit)}</strong>
            </td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

export function TermsCard({ loan }: Props): ReactNode {
  const { t } = useLingui();
  const daily = useDailyRate();
  const { terms, order } = loan;
  const { periods, termDays, extensions } = terms;
  const tiers = terms.lateTiers
    .map(({ ppm, untilDay }) =>
      untilDay === undefined ? daily(ppm) : t`${daily(ppm)} to day ${untilDay}, then`,
    )
    .join(' ');
  return (
    <Card title={t`Terms`}>
      <Facts
        items={[
          {
            label: loan.position ? t`Lent` : t`Amount`,
            value: (
              <>
                <Money cents={terms.principal} />, {order.product}
              </>
            ),
          },
          {
            label: t`Plan`,
            value:
              terms.kind === 'single'
                ? t`one payment after ${termDays} days`
                : t`${periods} payments in ${termDays} days`,
          },
          { label: t`Interest`, value: daily(terms.dailyPpm) },
          ...(terms.effectivePpm === undefined
            ? []
            : [{ label: t`Effective rate`, value: t`${percent(terms.effectivePpm)} per 30 days` }]),
          { label: t`Fee`, value: <Money cents={terms.fee} /> },
          { label: t`Late charge`, value: t`${tiers} on what is overdue` },
          {
            label: t`Penalty`,
            value: (
              <>
                <Money cents={terms.penalty} />{' '}
                {terms.firstLoan ? t`once, first loan` : t`once, settled a loan before`}
              </>
            ),
          },
          { label: t`Extensions`, value: t`at most ${extensions}` },
          { label: t`Ceilings of`, value: terms.ceilings ?? t`none covers it` },
        ]}
      />
    </Card>
  );
}

export function CodesCard({ loan }: Props): ReactNode {
  const { t } = useLingui();
  const states = {
    requested: t`requested`,
    open: t`open`,
    paid: t`paid`,
    replaced: t`replaced`,
    expired: t`expired`,
  };
  return (
    <Card title={t`Codes and complaints`} aside={loan.codes.length + loan.complaints.length}>
      {loan.codes.length + loan.complaints.length === 0 && <p>{t`No code and no open complaint.`}</p>}
      <ul className={styles.documents}>
        {loan.complaints.map((complaint) => (
          <li key={complaint.complaintId}>
            <Link href={`/complaints/${complaint.complaintId}`}>{complaint.reference}</Link>
            <Status tone="clock">
              {t`promised`} <Day on={complaint.promisedBy} />
            </Status>
          </li>
        ))}
        {loan.codes.map((code) => (
          <li key={code.codeId}>
            <span>
              {code.payCode ? <CopiedReference text={code.payCode} /> : code.channel} ·{' '}
              <Money cents={code.amount} />
            </span>
            <Status tone={code.state === 'paid' ? 'good' : code.state === 'open' ? 'waiting' : 'plain'}>
              {states[code.state]}
            </Status>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function PayoutsCard({ loan }: Props): ReactNode {
  const { t } = useLingui();
  const states = { requested: t`requested`, sent: t`sent`, paid: t`paid`, returned: t`came back` };
  const held = useHoldWords();
  if (loan.payouts.length === 0) return null;
  return (
    <Card title={t`Payouts`} aside={loan.payouts.length}>
      <ul className={styles.documents}>
        {loan.payouts.map((payout) => (
          <li key={payout.payoutId}>
            <span>
              <Money cents={payout.amount} /> {t`to`} {payout.account}
            </span>
            <Status
              tone={payout.state === 'paid' ? 'good' : payout.state === 'returned' ? 'warn' : 'waiting'}
            >
              {payout.holdReason === undefined ? states[payout.state] : t`held: ${held[payout.holdReason]}`}
            </Status>
          </li>
        ))}
      </ul>
    </Card>
  );
}
