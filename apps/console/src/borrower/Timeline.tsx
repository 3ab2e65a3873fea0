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
              {runsOf(entries).map(([first, ...others]) =>
                others.length + 1 < fewestFolded ? (
                  [first, ...others].map((entry) => <Entry key={entry.key} entry={entry} />)
                ) : (
                  <Folded key={first.key} entries={[first, ...others]} />
                ),
              )}
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

type Run = readonly [TimelineEntry, ...TimelineEntry[]];

/** What the system writes by itself, often many times in a row. */
const automatic = ['text', 'session', 'device'];
/** Fewer in a row stand one by one. */
const fewestFolded = 3;

/** Entries in their order, those of one automatic kind that follow each other together. */
function runsOf(entries: readonly TimelineEntry[]): readonly Run[] {
  const runs: [TimelineEntry, ...TimelineEntry[]][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    const { kind, who, reason } = entry;
    const isAutomatic = automatic.includes(kind) && who === undefined && reason === undefined;
    if (isAutomatic && last?.[0].kind === kind) last.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

/** A run of automatic entries in one line, which opens. */
function Folded({ entries }: { readonly entries: Run }): ReactNode {
  const { t } = useLingui();
  const count = entries.length;
  const [{ kind, group, at }] = entries;
  const words: Readonly<Record<string, string>> = {
    text: t`${count} messages`,
    session: t`Signed in ${count} times`,
    device: t`Used a device ${count} times`,
  };
  return (
    <li>
      <details>
        <summary className={`${styles.entry} ${styles.fold}`}>
          <Icon name={icons[group]} />
          <span>
            {words[kind]} <Icon name="down" />
          </span>
          <span className={styles.muted}>
            <DayOf at={entries.at(-1)?.at ?? at} /> – <DayOf at={at} />
          </span>
        </summary>
        <ol className={styles.folded}>
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} />
          ))}
        </ol>
      </details>
    </li>
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
