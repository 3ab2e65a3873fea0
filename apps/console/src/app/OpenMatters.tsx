import type { OpenMatters as Matters } from '@hiram/contract/console/open-matters';
import type { Right } from '@hiram/contract/console/rights';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import { useAnyWord } from '../i18n/words.ts';
import kit from '../kit/kit.module.css';
import { Day, Money, When } from './cells.tsx';
import { hasRight } from './person.ts';
import { PersonContext } from './person-context.ts';

interface WaitingProps {
  readonly waiting: Matters['waiting'];
  readonly brand: string;
  /** True if the loans are named: the page is not of one. */
  readonly isOfBorrower?: boolean;
}

/** Lines of money that counts on no loan yet; a link to it for whoever decides on it. */
export function WaitingMoney({ waiting, brand, isOfBorrower = false }: WaitingProps): ReactNode {
  const { t } = useLingui();
  const person = useContext(PersonContext);
  const mayOpen = person !== undefined && hasRight(person, 'moneyIn.read', brand);
  return waiting.map(({ kind, orderId, amount, at, reference, isAtBank }) => {
    const words = kind === 'held' ? t`is held` : t`was reported as paid`;
    return (
      <li key={`${kind} ${at} ${reference}`}>
        <strong>
          <Money cents={amount} />
        </strong>{' '}
        {mayOpen ? <Link href={kind === 'held' ? '/money-in?tab=held' : '/money-in'}>{words}</Link> : words}{' '}
        <When at={at} />
        {isOfBorrower && t`, for ${orderNumber(orderId)}`}
        <span className={kit.under}>
          {kind === 'held'
            ? t`It arrived; a cashier decides where it counts.`
            : isAtBank
              ? t`The bank has it: same reference and amount. A cashier posts it.`
              : t`Not counted before the bank’s line matches.`}{' '}
          {reference && t`Reference ${reference}`}
        </span>
      </li>
    );
  });
}

interface RequestsProps {
  readonly requests: Matters['requests'];
  readonly reviews: Matters['reviews'];
  readonly brand: string;
}

/** Lines of what a second person or a reviewer decides, with a link for whoever sees the case. */
export function WaitingDecisions({ requests, reviews, brand }: RequestsProps): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const person = useContext(PersonContext);
  const may = (right: Right) => person !== undefined && hasRight(person, right, brand);
  const kinds = {
    application: t`Application waits for a reviewer:`,
    payout: t`Payout held for a reviewer:`,
    appeal: t`Asked about a refusal:`,
    secondLook: t`A colleague looks again:`,
  };
  return (
    <>
      {requests.map(({ approvalId, action, amount, by, at }) => (
        <li key={approvalId}>
          <strong>{t`Waits for approval:`}</strong>{' '}
          {may('approval.read') ? (
            <Link href={`/approvals/${approvalId}`}>{word(action)}</Link>
          ) : (
            word(action)
          )}
          {amount !== undefined && (
            <>
              , <Money cents={amount} />
            </>
          )}
          <span className={kit.under}>
            {by !== '' && t`Requested by ${by},`} <When at={at} />
          </span>
        </li>
      ))}
      {reviews.map(({ reviewId, kind, reasons, at }) => (
        <li key={reviewId}>
          <strong>{kinds[kind]}</strong>{' '}
          {may('decision.read') ? (
            <Link href={`/decisions/${reviewId}`}>{reasons.map(word).join(', ')}</Link>
          ) : (
            reasons.map(word).join(', ')
          )}
          <span className={kit.under}>
            {t`Since`} <When at={at} />
          </span>
        </li>
      ))}
    </>
  );
}

interface Props {
  readonly matters: Matters;
  readonly brand: string;
  readonly isOfBorrower?: boolean;
}

/** Lines of what is open: complaints by the day of the promised answer, and money that waits. */
export function OpenMatters({ matters, brand, isOfBorrower = false }: Props): ReactNode {
  const { t } = useLingui();
  const person = useContext(PersonContext);
  const mayOpen = person !== undefined && hasRight(person, 'complaint.read', brand);
  return (
    <ul className={kit.matters}>
      {matters.complaints.map(({ complaintId, reference, type, promisedBy }) => (
        <li key={complaintId}>
          <strong>{type === '' ? t`Open complaint` : t`Open complaint:`}</strong> {type}{' '}
          {mayOpen ? <Link href={`/complaints/${complaintId}`}>{reference}</Link> : reference}
          <span className={kit.under}>
            {t`Answer promised by`} <Day on={promisedBy} />
          </span>
        </li>
      ))}
      <WaitingMoney waiting={matters.waiting} brand={brand} isOfBorrower={isOfBorrower} />
      <WaitingDecisions {...matters} brand={brand} />
    </ul>
  );
}
