import {
  type BookPeriod,
  checkMonth,
  closeChecks,
  closeMonth,
  closeSides,
  exportJournals,
  listPeriods,
  reopenMonth,
} from '@hiram/contract/console/books';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../action/ActionButton.tsx';
import { Money, When } from '../app/cells.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { lazyPart } from '../app/screen.ts';
import { useDraft } from '../app/useDraft.ts';
import { Button } from '../kit/controls/Button.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Facts, SidePanel } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './books.module.css';

const ExportFile = lazyPart(async () => (await import('../net/ExportFile.tsx')).ExportFile);

type Props = Pick<ScreenProps, 'person' | 'brand'>;

/** The months of the books; beside them the chosen one with its checks, and every closing and reopening. */
export function Periods({ person, brand }: Props): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const [chosen, choose] = useTextInAddress('month');
  const query = useStaffCall(listPeriods, {}, brand);
  const columns: readonly Column<BookPeriod>[] = [
    { key: 'month', header: t`Month`, cell: ({ month }) => dates.month(month), narrow: 'main' },
    { key: 'state', header: t`State`, cell: ({ state }) => <State state={state} />, narrow: 'mainEnd' },
    { key: 'at', header: t`Closed`, cell: ({ closedAt }) => <When at={closedAt} />, narrow: 'sub' },
    { key: 'by', header: t`By`, cell: ({ closedBy }) => closedBy ?? '–', narrow: 'subEnd' },
  ];
  return (
    <Loaded query={query} columns={columns}>
      {({ periods }) => {
        const period = periods.find(({ month }) => month === chosen) ?? nextToClose(periods);
        const table = (
          <Card isFlush title={t`Months`}>
            <DataTable
              caption={t`Months`}
              columns={columns}
              rows={periods}
              rowKey={({ month }) => month}
              selected={period?.month}
              onSelect={choose}
            />
          </Card>
        );
        if (!period) return <Nothing title={t`No month has begun`} />;
        return (
          <SidePanel label={dates.month(period.month)} list={table}>
            <Period key={period.month} person={person} brand={brand} period={period} />
          </SidePanel>
        );
      }}
    </Loaded>
  );
}

/** The oldest open month, or the newest one. */
const nextToClose = (periods: readonly BookPeriod[]): BookPeriod | undefined =>
  periods.filter(({ state }) => state === 'open').at(-1) ?? periods[0];

function State({ state }: Pick<BookPeriod, 'state'>): ReactNode {
  const { t } = useLingui();
  const isClosed = state === 'closed';
  return <Status tone={isClosed ? 'good' : 'waiting'}>{isClosed ? t`Closed` : t`Open`}</Status>;
}

function Period({ person, brand, period }: Props & { readonly period: BookPeriod }): ReactNode {
  const { t } = useLingui();
  const [isExporting, setExporting] = useState(false);
  const { month, state, digest, moves } = period;
  const name = useDates().month(month);
  const isOpen = state === 'open';
  const mayMove = hasRight(person, isOpen ? 'books.close' : 'books.reopen', brand);
  const title = isOpen ? t`Close ${name}` : t`Reopen ${name}`;
  return (
    <>
      {isOpen && <Checks brand={brand} month={month} />}
      <Card title={name} aside={<State state={state} />}>
        {digest !== undefined && <Facts items={[{ label: t`Digest`, value: <code>{digest}</code> }]} />}
        <p className={kit.muted}>
          {isOpen
            ? t`After closing nothing is posted into the month by anyone, the database included. What comes later lands in the next open month and says which day it belongs to.`
            : t`Reopening takes two persons and is shown for ever.`}
        </p>
        {mayMove && (
          <ActionButton
            label={`${title} …`}
            title={title}
            brand={brand}
            calls={isOpen ? closeMonth : reopenMonth}
            request={{ month }}
            draft={`${isOpen ? 'books.close' : 'books.reopen'} ${brand} ${month}`}
          />
        )}
        <Button onClick={() => setExporting(true)}>{t`Export …`}</Button>
      </Card>
      {moves.length > 0 && <Moves moves={moves} />}
      {isExporting && <ExportJournals brand={brand} month={month} onClose={() => setExporting(false)} />}
    </>
  );
}

interface ExportProps {
  readonly brand: string;
  readonly month: string;
  readonly onClose: () => void;
}

/** Exports the journals of a month, with the columns of the lender's own system. */
function ExportJournals({ brand, month, onClose }: ExportProps): ReactNode {
  const { t } = useLingui();
  const name = useDates().month(month);
  const [columns, setColumns] = useDraft(`books export ${brand}`);
  return (
    <ExportFile
      title={t`Export the journals of ${name}`}
      brand={brand}
      onClose={onClose}
      call={exportJournals}
      input={(format) => ({ month, format, ...(columns.trim() === '' ? {} : { columns }) })}
    >
      <InputField
        label={t`Columns and their headings`}
        className={kit.field}
        value={columns}
        placeholder="account=Konto,debit=Soll,credit=Haben"
        maxLength={1_000}
        onChange={setColumns}
      />
      <p className={kit.muted}>
        {t`In this order, named as your system names them. Empty: all columns. A text that begins with = + - or @ stays text.`}
      </p>
    </ExportFile>
  );
}

/** The checks that stand against closing a month. */
function Checks({ brand, month }: { readonly brand: string; readonly month: string }): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(checkMonth, { month }, brand);
  return (
    <Loaded query={query}>
      {({ checks }) => {
        const met = checks.filter(({ open }) => open === 0).length;
        return (
          <Card title={t`Before closing`} aside={t`${met} of ${checks.length}`}>
            <ul className={styles.checks}>
              {checks.map((check) => (
                <li key={check.name}>
                  <Status tone={check.open === 0 ? 'good' : 'warn'}>{closeChecks[check.name]}</Status>
                  <Compared {...check} />
                  <div className={kit.muted}>{check.text}</div>
                </li>
              ))}
            </ul>
          </Card>
        );
      }}
    </Loaded>
  );
}

type Check = StaffOutput<typeof checkMonth>['checks'][number];

/** Both figures of a check, and their difference. */
function Compared({ name, compared: [one, other] }: Check): ReactNode {
  const { t } = useLingui();
  const sides = closeSides[name];
  const figure = (value: number) => (sides.of === 'money' ? <Money cents={value} /> : value);
  return (
    <dl className={styles.compared}>
      <dt>{sides.one}</dt>
      <dd>{figure(one)}</dd>
      <dt>{sides.other}</dt>
      <dd>{figure(other)}</dd>
      <dt>{t`Difference`}</dt>
      <dd>{figure(one - other)}</dd>
    </dl>
  );
}

function Moves({ moves }: Pick<BookPeriod, 'moves'>): ReactNode {
  const { t } = useLingui();
  const words = { closed: t`Closed`, open: t`Reopened` };
  const columns: readonly Column<BookPeriod['moves'][number]>[] = [
    { key: 'state', header: t`What`, cell: ({ state }) => words[state], narrow: 'main' },
    { key: 'at', header: t`When`, cell: ({ at }) => <When at={at} />, narrow: 'mainEnd' },
    { key: 'by', header: t`Requested`, cell: ({ by }) => by, narrow: 'sub' },
    { key: 'second', header: t`Approved`, cell: ({ second }) => second, narrow: 'subEnd' },
    { key: 'reason', header: t`Reason`, cell: ({ reason }) => reason || '–', narrow: 'low' },
  ];
  return (
    <Card isFlush title={t`Closings and reopenings`}>
      <DataTable
        caption={t`Closings and reopenings`}
        columns={columns}
        rows={moves}
        rowKey={({ at }) => at}
        hasKeys={false}
      />
    </Card>
  );
}
