import type { TrailEntry } from '@hiram/contract/console/trail';
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
import { useActorWords, useWhat, useWho } from './words.ts';

interface Props {
  readonly entry: TrailEntry;
  readonly brand: string;
  readonly change: (part: Partial<Filter>) => void;
}

/** Everything that is kept of one entry. */
export function EntryPanel({ entry, brand, change }: Props): ReactNode {
  const { t } = useLingui();
  const what = useWhat();
  const who = useWho();
  const actor = useActorWords();
  const inWords = useDetailWords();
  const read = useReadWords();
  const { staffId, borrowerId, subjectId, approvalId } = entry;
  const facts = [
    { label: t`Who`, value: who(entry) },
    { label: t`Time`, value: <When at={entry.at} /> },
    { label: t`By`, value: entry.kind === 'read' ? '' : actor(entry) },
    { label: t`Login`, value: entry.login },
    { label: t`Table`, value: entry.subject },
    { label: t`Row`, value: subjectId },
    entry.kind === 'read'
      ? { label: t`Field`, value: read(entry.detail) }
      : { label: t`Changed`, value: inWords(entry.detail) },
    { label: t`Reason`, value: entry.reason },
  ];
  return (
    <>
      <h2>{what(entry)}</h2>
      <p>
        {entry.kind === 'read' && (
          <Status tone="plain">{t`A read: this table takes no change and no deletion`}</Status>
        )}
        {entry.kind === 'did' && entry.isCovered && <Status tone="good">{t`Covered by a checkpoint`}</Status>}
        {entry.kind === 'did' && !entry.isCovered && (
          <Status tone="waiting">{t`Not covered by a checkpoint yet`}</Status>
        )}
      </p>
      <Facts items={facts.filter(({ value }) => value !== '')} />
      {approvalId !== undefined && <ApprovalPart approvalId={approvalId} brand={brand} />}
      <div className={kit.row}>
        <Button
          hotkey="S"
          onClick={() => change({ about: borrowerId ?? subjectId })}
        >{t`Same subject`}</Button>
        {staffId !== undefined && (
          <Button hotkey="W" onClick={() => change({ staffId })}>{t`Same person`}</Button>
        )}
        {borrowerId !== undefined && <Link href={`/borrower/${borrowerId}`}>{t`Open the borrower`}</Link>}
      </div>
    </>
  );
}
