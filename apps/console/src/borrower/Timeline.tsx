import {
  listTimeline,
  type TimelineEntry,
  type TimelineGroup,
  timelineGroups,
} from '@hiram/contract/console/borrower';
import type { BorrowerId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { DayOf, Money, When } from '../app/cells.tsx';
import { useChoiceInAddress } from '../app/in-address.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { Icon, type IconName } from '../kit/Icon.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffPages } from '../net/useStaffPages.ts';
import styles from './borrower.module.css';
import { useTimelineWords } from './timeline-words.ts';

interface Props {
  readonly borrowerId: BorrowerId;
  readonly brand: string;
}

/** What happened, newest first; who looked at what has a part of its own. */
export function Timeline({ borrowerId, brand }: Props): ReactNode {
  const { t } = useLingui();
  const [chosen, setChosen] = useChoiceInAddress('timeline', ['all', ...timelineGroups]);
  const input = { borrowerId, ...(chosen === 'all' ? {} : { group: chosen }) };
  const pages = useStaffPages({
    call: listTimeline,
    input,
    brand,
    rowsOf: ({ entries }) => entries,
    nextOf: ({ entries, isLast }) => (isLast ? undefined : entries.at(-1)?.at),
    inputAfter: (before: string) => ({ ...input, before }),
  });
  return (
    <Card
      title={t`Timeline`}
      aside={
        <Tabs
          label={t`What the timeline shows`}
          value={chosen}
          onChange={setChosen}
          options={[
            { value: 'all', label: t`Events` },
            { value: 'money', label: t`Money` },
            { value: 'words', label: t`Words` },
            { value: 'staff', label: t`Staff` },
            { value: 'access', label: t`Access` },
          ]}
        />
      }
    >
      <Loaded query={pages.query}>
        {(entries) =>
          entries.length === 0 ? (
            <Nothing icon="plain" title={t`Nothing of this kind happened`} />
          ) : (
            <ol className={styles.timeline}>
              {entries.map((entry) => (
                <Entry key={entry.key} entry={entry} />
              ))}
            </ol>
          )
        }
      </Loaded>
      {pages.more && (
        <Button disabled={pages.isLoadingMore} onClick={pages.more}>
          {t`Show more`}
        </Button>
      )}
    </Card>
  );
}

const icons: Readonly<Record<TimelineGroup, IconName>> = {
  money: 'swap',
  words: 'text',
  staff: 'person',
  access: 'phone',
};

function Entry({ entry }: { readonly entry: TimelineEntry }): ReactNode {
  const words = useTimelineWords()(entry);
  const { t } = useLingui();
  const { at, recordedAt, group, orderId, amount, reason, who } = entry;
  const what = (
    <>
      {words}
      {amount !== undefined && (
        <>
          {' '}
          <Money cents={amount} />
        </>
      )}
    </>
  );
  return (
    <li className={styles.entry}>
      <Icon name={entry.kind === 'read' ? 'eye' : icons[group]} />
      <span>
        {orderId === undefined ? what : <Link href={`/loan/${orderId}`}>{what}</Link>}
        {recordedAt !== undefined && (
          <>
            {t`, recorded`} <When at={recordedAt} />
          </>
        )}
        {reason !== undefined && <span className={styles.reason}>“{reason}”</span>}
      </span>
      <span className={styles.muted}>
        {who !== undefined && `${who} · `}
        {recordedAt === undefined ? <When at={at} /> : <DayOf at={at} />}
      </span>
    </li>
  );
}
