import { listTrail, listTrailPeople, type TrailEntry } from '@hiram/contract/console/trail';
import { plural } from '@lingui/core/macro';
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
import { useReadList, useReasonWords, useSentence } from './words.ts';

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
          {mayExport && <Button hotkey="exportFile" onClick={openExport}>{t`Export`}</Button>}
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
  const input = { ...inputOf(filter), ...(filter.lists === '' ? {} : { withoutLists: true }) };
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
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const runs = runsOf(rows);
  const turn = (key: string) => {
    const next = new Set(unfolded);
    if (!next.delete(key)) next.add(key);
    setUnfolded(next);
  };
  const columns = useColumns({ runs, unfolded, turn });
  const shown = [...runs].flatMap(([key, run]) => (unfolded.has(key) ? run : run.slice(0, 1)));
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
                onClick={() =>
                  change({ kind: 'all', about: '', staffId: '', day: '', subject: '', lists: '' })
                }
              >{t`Show all entries`}</Button>
            }
          />
        ) : (
          <DataTable
            caption={t`Entries of the trail, the newest first`}
            columns={columns}
            rows={shown}
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

/** The same person saw names on lists, with nothing between. */
const isSameRead = (one: TrailEntry, other: TrailEntry | undefined) =>
  one.subject === 'list' && other?.subject === 'list' && one.staffId === other.staffId;

/** Runs of such readings, and every other entry by itself, by the key of the newest. */
function runsOf(rows: readonly TrailEntry[]): ReadonlyMap<string, readonly TrailEntry[]> {
  const runs = new Map<string, TrailEntry[]>();
  let run: TrailEntry[] = [];
  rows.forEach((entry, index) => {
    if (!isSameRead(entry, rows[index - 1])) {
      run = [];
      runs.set(entry.key, run);
    }
    run.push(entry);
  });
  return runs;
}

interface Folding {
  readonly runs: ReadonlyMap<string, readonly TrailEntry[]>;
  /** Keys of the runs of which every entry is shown. */
  readonly unfolded: ReadonlySet<string>;
  readonly turn: (key: string) => void;
}

function useColumns({ runs, unfolded, turn }: Folding): readonly Column<TrailEntry>[] {
  const { t } = useLingui();
  const inWords = useDetailWords();
  const why = useReasonWords();
  const sentence = useSentence();
  const listOf = useReadList();
  return [
    {
      key: 'what',
      header: t`What happened`,
      narrow: 'main',
      cell: (entry) => {
        const { key, kind, subject, reason } = entry;
        const run = runs.get(key) ?? [];
        const isFolded = run.length > 1 && !unfolded.has(key);
        const others = new Set(run.map(listOf)).size - 1;
        // A list that shows names writes its reading by itself: nobody gave a reason.
        const isRoutine = subject === 'list';
        const told = sentence(entry);
        const changed = kind === 'did' ? inWords(entry) : '';
        const more = isRoutine ? '' : why(reason) || (told.includes(changed) ? '' : changed);
        return (
          <span className={styles.what} data-routine={isRoutine ? '' : undefined}>
            <Icon name={kind === 'did' ? 'plain' : 'eye'} />
            <span>
              {told}
              {isFolded &&
                others > 0 &&
                ` ${t`${plural(others, { one: 'and # other list', other: 'and # other lists' })}`}`}
              {isFolded && t`, ${run.length} times`}
              {more && <span className={kit.under}>{more}</span>}
            </span>
          </span>
        );
      },
    },
    ...([...runs.values()].some(({ length }) => length > 1)
      ? [
          {
            key: 'fold',
            header: t`Readings`,
            narrow: 'subEnd' as const,
            cell: ({ key }: TrailEntry) => {
              if ((runs.get(key)?.length ?? 0) < 2) return null;
              const isOpen = unfolded.has(key);
              return (
                <button
                  type="button"
                  className={styles.fold}
                  aria-expanded={isOpen}
                  onClick={(event) => {
                    event.stopPropagation();
                    turn(key);
                  }}
                >
                  {isOpen ? t`Fold` : t`Show each`}
                </button>
              );
            },
          },
        ]
      : []),
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
