import type { TrailEntry } from '@hiram/contract/console/trail';
import { borrowerNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { When } from '../app/cells.tsx';
import { useReadWords } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Facts } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { ApprovalPart } from './ApprovalPart.tsx';
import { useDetailWords } from './detail-words.ts';
import type { Filter } from './filter.ts';
import styles from './trail.module.css';
import { aboutOf, useActorWords, useReasonWords, useSentence, useSubjects, useWho } from './words.ts';

interface Props {
  readonly entry: TrailEntry;
  readonly brand: string;
  readonly change: (part: Partial<Filter>) => void;
}

/** Everything that is kept of one entry. */
export function EntryPanel({ entry, brand, change }: Props): ReactNode {
  const { t } = useLingui();
  const sentence = useSentence();
  const why = useReasonWords();
  const who = useWho();
  const actor = useActorWords();
  const inWords = useDetailWords();
  const read = useReadWords();
  const subjects = useSubjects();
  const { staffId, borrowerId, subject, subjectId, approvalId } = entry;
  const { name, href } = aboutOf(entry);
  const isBorrower = href === `/borrower/${borrowerId}`;
  // The name on other rows with a page of their own is the borrower's.
  const about = ((isBorrower || subject === 'loan_order') && name) || (subjects[subject] ?? subject);
  const facts = [
    { label: t`Who`, value: who(entry) },
    { label: t`Time`, value: <When at={entry.at} /> },
    { label: t`About`, value: href === undefined ? name : <Link href={href}>{about}</Link> },
    {
      label: t`Borrower`,
      value:
        borrowerId === undefined || isBorrower ? (
          ''
        ) : (
          <Link href={`/borrower/${borrowerId}`}>{borrowerNumber(borrowerId)}</Link>
        ),
    },
    entry.kind === 'read'
      ? { label: t`Opened`, value: read(entry.detail) }
      : { label: t`What changed`, value: inWords(entry) },
    { label: t`Reason`, value: why(entry.reason) },
  ];
  const codes = [
    { label: t`By`, value: entry.kind === 'read' ? '' : actor(entry) },
    { label: t`Login`, value: entry.login },
    { label: t`Table`, value: entry.subject },
    { label: t`Row`, value: subjectId },
  ];
  return (
    <>
      <h2>{sentence(entry)}</h2>
      <p>
        {entry.kind === 'read' && (
          <Status tone="plain">{t`A reading: it can be neither changed nor deleted`}</Status>
        )}
        {entry.kind === 'did' && entry.isCovered && <Status tone="good">{t`Covered by a checkpoint`}</Status>}
        {entry.kind === 'did' && !entry.isCovered && (
          <Status tone="waiting">{t`Not covered by a checkpoint yet`}</Status>
        )}
      </p>
      <Facts items={facts.filter(({ value }) => value !== '')} />
      <details className={styles.codes}>
        <summary>{t`Codes`}</summary>
        <Facts items={codes.filter(({ value }) => value !== '')} />
      </details>
      {approvalId !== undefined && <ApprovalPart approvalId={approvalId} brand={brand} />}
      <div className={kit.row}>
        <Button
          hotkey="1"
          onClick={() => change({ about: borrowerId ?? subjectId })}
        >{t`Same subject`}</Button>
        {staffId !== undefined && (
          <Button hotkey="2" onClick={() => change({ staffId })}>{t`Same person`}</Button>
        )}
      </div>
    </>
  );
}
