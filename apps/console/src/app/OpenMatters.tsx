import type { OpenMatters as Matters } from '@hiram/contract/console/open-matters';
import type { Right } from '@hiram/contract/console/rights';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import { useAnyWord, useHoldWords } from '../i18n/words.ts';
import kit from '../kit/kit.module.css';
import { CopiedReference } from '../kit/table/Reference.tsx';
import { Day, Money, When } from './cells.tsx';
import { hasRight } from './person.ts';
import { PersonContext } from './person-context.ts';
import { Requested } from './Requested.tsx';

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
          {reference && (
            <>
              {t`Reference`} <CopiedReference text={reference} />
            </>
          )}
        </span>
      </li>
    );
  });
}

interface DecisionsProps extends Pick<Matters, 'requests' | 'reviews' | 'holds'> {
  readonly hits?: Matters['hits'];
  readonly brand: string;
  /** Cents due today. */
  readonly due?: number | undefined;
}

/** Lines of what a second person or a reviewer decides, with a link for whoever sees the case. */
export function WaitingDecisions({
  requests,
  reviews,
  holds,
  hits = [],
  brand,
  due,
}: DecisionsProps): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const held = useHoldWords();
  const person = useContext(PersonContext);
  const link = (right: Right, href: string, words: ReactNode) =>
    person !== undefined && hasRight(person, right, brand) ? <Link href={href}>{words}</Link> : words;
  const kinds = {
    application: t`Application waits for a reviewer`,
    payout: t`Payout held`,
    appeal: t`Asked about a refusal`,
    secondLook: t`A colleague looks again`,
  };
  return (
    <>
      {requests.map((request) => (
        <li key={request.approvalId}>
          <strong>
            {link('approval.read', `/approvals/${request.approvalId}`, <Requested {...request} />)}
          </strong>{' '}
          {t`waits for approval.`}{' '}
          {request.due !== undefined && request.due.before === due && (
            <>
              {t`Due would be`} <Money cents={request.due.after} />.
            </>
          )}
          <span className={kit.under}>
            {request.by !== '' && t`Requested by ${request.by},`} <When at={request.at} />
          </span>
        </li>
      ))}
      {reviews.map(({ reviewId, kind, reasons, amount, at }) => (
        <li key={reviewId}>
          <strong>
            {link('decision.read', `/decisions/${reviewId}`, kinds[kind])}
            {amount !== undefined && (
              <>
                {' '}
                <Money cents={amount} />
              </>
            )}
          </strong>
          {reasons.length > 0 && `: ${reasons.map(word).join(', ')}`}
          <span className={kit.under}>
            {t`Since`} <When at={at} />
          </span>
        </li>
      ))}
      {holds.map(({ payoutId, amount, reason, at }) => (
        <li key={payoutId}>
          <strong>
            {link('moneyOut.read', '/money-out?list=held', kinds.payout)} <Money cents={amount} />
          </strong>
          {`: ${held[reason]}`}
          <span className={kit.under}>
            {t`Since`} <When at={at} />
          </span>
        </li>
      ))}
      {hits.map(({ hitId, at }) => (
        <li key={hitId}>
          <strong>{link('screening.read', `/officer/${hitId}`, t`Possible match with a list`)}</strong>
          <span className={kit.under}>
            {t`No payout until it is decided. Found`} <When at={at} />
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
  /** Cents due today. */
  readonly due?: number | undefined;
}

/** Lines of what is open: complaints by the day of the promised answer, and money that waits. */
export function OpenMatters({ matters, brand, isOfBorrower = false, due }: Props): ReactNode {
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
      <WaitingDecisions {...matters} brand={brand} due={due} />
    </ul>
  );
}
