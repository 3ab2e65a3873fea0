import { listTrail, listTrailPeople, type TrailEntry } from '@hiram/contract/console/trail';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useTextInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { useDates } from '../kit/dates.ts';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Page, SidePanel } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { StaffFault } from '../net/client.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { useStaffPages } from '../net/useStaffPages.ts';
import { Checkpoints } from './Checkpoints.tsx';
import { useDetailWords } from './detail-words.ts';
import { EntryPanel } from './EntryPanel.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { FilterBar } from './FilterBar.tsx';
import { type Filter, inputOf, useFilter } from './filter.ts';
import styles from './trail.module.css';
import { useReasonWords, useSentence } from './words.ts';

/** The audit trail: actions and readings, the newest first. */
export function Trail({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [filter, change] = useFilter();
  const [selected, setSelected] = useTextInAddress('chosen');
  const [isExporting, setExporting] = useState(false);
  const mayExport = hasRight(person, 'trail.export', brand);
  const { data } = useStaffCall(listTrailPeople, {}, brand);
  const list = useEntries(filter, brand);
  const entry = list.rows.find(({ key }) => key === selected) ?? list.rows[0];
  const openExport = () => setExporting(true);
  const options = [
    { value: 'all', label: t`All` },
    { value: 'did', label: t`Changes` },
    { value: 'read', label: t`Opened data` },
  ] as const;
  return (
    <Page
      title={t`Audit trail`}
      status={
        <Tabs
          label={t`Which entries`}
          options={options}
          value={filter.kind}
          onChange={(kind) => change({ kind })}
        />
      }
      actions={
        <>
          <Checkpoints brand={brand} />
          {mayExport && <Button hotkey="E" onClick={openExport}>{t`Export`}</Button>}
        </>
      }
    >
      <SidePanel
        label={t`Entry`}
        narrow={selected === '' ? 'gone' : 'stays'}
        list={
          <Card isFlush>
            <FilterBar filter={filter} change={change} people={data?.people ?? []} />
            <Entries
              list={list}
              filter={filter}
              change={change}
              selected={entry?.key}
              onSelect={setSelected}
            />
          </Card>
        }
      >
        {entry && <EntryPanel key={entry.key} entry={entry} brand={brand} change={change} />}
      </SidePanel>
      {isExporting && <ExportDialog filter={filter} brand={brand} onClose={() => setExporting(false)} />}
    </Page>
  );
}

function useEntries(filter: Filter, brand: string) {
  const input = inputOf(filter);
  return useStaffPages({
    call: listTrail,
    input,
    brand,
    rowsOf: ({ entries }) => entries,
    nextOf: ({ next }) => next,
    inputAfter: (after) => ({ ...input, after }),
  });
}

interface EntriesProps {
  readonly list: ReturnType<typeof useEntries>;
  readonly filter: Filter;
  readonly change: (part: Partial<Filter>) => void;
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
}

function Entries({ list, filter, change, selected, onSelect }: EntriesProps): ReactNode {
  const { t } = useLingui();
  const { query, rows, more, isLoadingMore } = list;
  const columns = useColumns(runsOf(rows));
  const firsts = rows.filter((entry, index) => index === 0 || !isSameRead(entry, rows[index - 1]));
  const groupOf = (entry: TrailEntry) =>
    entry.isCovered
      ? { key: 'covered', label: t`Covered by a checkpoint`, tone: 'good' as const }
      : {
          key: 'open',
          label: t`Not covered yet: a checkpoint is written every hour`,
          tone: 'waiting' as const,
        };
  if (query.error instanceof StaffFault && query.error.code === 'unknownAbout')
    return (
      <Nothing
        icon="find"
        title={t`Nothing is called “${filter.about}” here`}
        text={t`Looked for as the id of a borrower, an order or another row, an order’s short reference and a complaint’s reference. Find leads from a number to its borrower.`}
        next={<Button onClick={() => change({ about: '' })}>{t`Show all entries`}</Button>}
      />
    );
  return (
    <Loaded query={query}>
      {() =>
        rows.length === 0 ? (
          <Nothing
            title={t`No entry fits`}
            text={t`Every change of an audited table and every read of an encrypted field is an entry. None has this person, subject and day.`}
            next={
              <Button
                onClick={() => change({ kind: 'all', about: '', staffId: '', day: '', subject: '' })}
              >{t`Show all entries`}</Button>
            }
          />
        ) : (
          <DataTable
            caption={t`Entries of the trail, the newest first`}
            columns={columns}
            rows={firsts}
            isLoadingMore={isLoadingMore}
            selected={selected}
            onSelect={onSelect}
            rowKey={({ key }) => key}
            onOpen={({ key }) => onSelect(key)}
            {...(filter.kind === 'did' ? { groupOf } : {})}
            onMore={more}
          />
        )
      }
    </Loaded>
  );
}

/** The same person saw the names of the same list again, with nothing between. */
const isSameRead = (one: TrailEntry, other: TrailEntry | undefined) =>
  one.subject === 'list' &&
  other?.subject === 'list' &&
  one.staffId === other.staffId &&
  one.subjectId === other.subjectId;

/** The number of entries of each run of such reads, by the key of its newest. */
function runsOf(rows: readonly TrailEntry[]): ReadonlyMap<string, number> {
  const runs = new Map<string, number>();
  let first = '';
  rows.forEach((entry, index) => {
    if (!isSameRead(entry, rows[index - 1])) first = entry.key;
    runs.set(first, (runs.get(first) ?? 0) + 1);
  });
  return runs;
}

function useColumns(runs: ReadonlyMap<string, number>): readonly Column<TrailEntry>[] {
  const { t } = useLingui();
  const inWords = useDetailWords();
  const why = useReasonWords();
  const sentence = useSentence();
  return [
    {
      key: 'what',
      header: t`What happened`,
      narrow: 'main',
      cell: (entry) => {
        const { kind, subject, reason } = entry;
        const count = runs.get(entry.key) ?? 1;
        // A list that shows names writes its reading by itself: nobody gave a reason.
        const isRoutine = subject === 'list';
        const more = isRoutine ? '' : why(reason) || (kind === 'did' ? inWords(entry) : '');
        return (
          <span className={styles.what} data-routine={isRoutine ? '' : undefined}>
            <Icon name={kind === 'did' ? 'plain' : 'eye'} />
            <span>
              {sentence(entry)}
              {count > 1 && t`, ${count} times`}
              {more && <span className={kit.under}>{more}</span>}
            </span>
          </span>
        );
      },
    },
    { key: 'at', header: t`Time`, narrow: 'sub', cell: ({ at }) => <Moment at={at} /> },
  ];
}

/** A moment to the second, on one line. */
function Moment({ at }: { readonly at: string }): ReactNode {
  return (
    <time dateTime={at} className={styles.line}>
      {useDates().momentToSecond(at)}
    </time>
  );
}
