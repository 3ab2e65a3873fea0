import {
  type LateLoan,
  listLateLoans,
  type May,
  maxShownLoans,
  putBack,
  queues,
} from '@hiram/contract/console/collections';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { orderNumber } from '@hiram/loan/format';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Money } from '../app/cells.tsx';
import { useChangeAddress } from '../app/in-address.ts';
import { OpenOfLoan } from '../app/OpenOfLoan.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { InputField, type Option, SelectField } from '../kit/controls/Field.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { useDates } from '../kit/dates.ts';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { column, figures } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column, Group } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { AssignDialog } from './AssignDialog.tsx';
import styles from './collections.module.css';
import { MayCall, MayCallNow } from './MayCall.tsx';
import { useNarrowing } from './useNarrowing.ts';
import { useDeskWords } from './words.ts';

/** Rows that a list begins with, and that it grows by. */
const shownAtOnce = 50;

const filters = ['whose', 'product', 'agency', 'from', 'to'];

type Listed = StaffOutput<typeof listLateLoans>;

/** Late loans of the desk: each is in one of the queues by days. */
const lateInAll = ({ counts }: Listed) =>
  counts.reduce((sum, { bucket, count }) => (bucket.startsWith('days') ? sum + count : sum), 0);

/** Why no loan of the list may be called now, if one reason holds for all that are not stopped, and ends for them at once. */
function noneNow(rows: readonly LateLoan[]): May | undefined {
  const [first, ...others] = rows.filter((row) => !isStopped(row));
  if (!first || first.may.ok || first.may.from === undefined) return undefined;
  const { why, from } = first.may;
  return others.every(({ may }) => may.why === why && may.from === from) ? first.may : undefined;
}

/** A promise is the reason to call first. */
const isOfPromise = (bucket: LateLoan['bucket']) => bucket === 'promiseBroken' || bucket === 'promiseToday';

/** Nobody may call for a reason of its own. */
const isStopped = (row: LateLoan) => putBack(row) === 2;

/** The queues of late loans, promises first, then what a call is expected to bring. No number is here. */
export function LateLoans({ brand, person }: ScreenProps): ReactNode {
  const mayAssign = hasRight(person, 'collections.assign', brand);
  const { t } = useLingui();
  const words = useDeskWords();
  const dates = useDates();
  const search = useSearch();
  const [, navigate] = useLocation();
  const change = useChangeAddress();
  const narrowing = useNarrowing();
  useChanges(['payment_promise', 'collection_assignment', 'contact']);
  const [most, setMost] = useState(shownAtOnce);
  const [isAssigning, setIsAssigning] = useState(false);
  const query = useStaffCall(listLateLoans, { ...narrowing, ...(most > shownAtOnce ? { most } : {}) }, brand);
  const shown = query.data;
  const due = shown?.isLast ? shown.rows.reduce((sum, row) => sum + row.due, 0) : undefined;
  const addressOf = (orderId: string) => `/collections/${orderId}${search === '' ? '' : `?${search}`}`;
  const first = shown?.openOrderId ?? shown?.rows.find(({ may }) => may.ok)?.orderId;
  // A button that is locked says until when.
  const allFrom = first === undefined ? noneNow(shown?.rows ?? [])?.from : undefined;
  const options = [
    { value: '' as const, label: t`All`, ...(shown ? { count: lateInAll(shown) } : {}) },
    ...queues.flatMap((bucket) => {
      const count = shown?.counts.find((one) => one.bucket === bucket)?.count;
      // An empty queue is left out, but not the one that is open.
      if (count === 0 && bucket !== narrowing.bucket) return [];
      return { value: bucket, label: words.buckets[bucket], ...(count === undefined ? {} : { count }) };
    }),
  ];
  return (
    <Page
      title={t`Collections`}
      actions={
        <>
          {mayAssign && (
            <Button disabled={!shown?.rows.length} onClick={() => setIsAssigning(true)}>{t`Assign…`}</Button>
          )}
          <Button
            look="primary"
            hotkey="takeNext"
            hotkeyLabel={t`first`}
            disabled={first === undefined}
            onClick={() => first !== undefined && navigate(addressOf(first))}
          >
            {allFrom === undefined ? t`Call next` : t`Call next, from ${dates.moment(allFrom)}`}
          </Button>
        </>
      }
    >
      <Tabs
        label={t`Queue`}
        options={options}
        value={narrowing.bucket ?? ''}
        onChange={(bucket) => change({ bucket })}
      />
      <Filters shown={shown}>
        {shown && due !== undefined && (
          <span className={styles.sum}>
            {t`${plural(shown.rows.length, { one: '# loan', other: '# loans' })}`}, <Money cents={due} />{' '}
            {t`due`}
          </span>
        )}
      </Filters>
      <Loaded query={query}>
        {({ rows, openOrderId, isLast }) => (
          <>
            {openOrderId !== undefined && (
              <Banner tone="warn" title={t`The outcome of your last call is missing.`}>
                <a href={addressOf(openOrderId)}>{orderNumber(openOrderId)}</a>
              </Banner>
            )}
            {rows.length === 0 ? (
              <Nothing
                icon="good"
                title={t`Nobody to call here`}
                text={t`Paid, stopped, or somebody else’s.`}
              />
            ) : (
              <>
                <NoneNow rows={rows} />
                <Card isFlush>
                  <Table
                    rows={rows}
                    addressOf={addressOf}
                    onMore={
                      !isLast && most < maxShownLoans
                        ? () => setMost(Math.min(most + shownAtOnce, maxShownLoans))
                        : undefined
                    }
                  />
                </Card>
                <p className={styles.muted}>
                  {t`Promises come first, then by what is expected from a call: the share of the amount due that similar calls brought, by days late, promises and last outcome; none where all of it is reported as paid. Work has the same loans with the same owners, in this order among those with the same time left.`}
                </p>
              </>
            )}
          </>
        )}
      </Loaded>
      {isAssigning && shown && (
        <AssignDialog
          brand={brand}
          rows={shown.rows}
          agencies={shown.agencies}
          collectors={shown.collectors}
          onClose={() => setIsAssigning(false)}
        />
      )}
    </Page>
  );
}

function NoneNow({ rows }: { readonly rows: readonly LateLoan[] }): ReactNode {
  const may = noneNow(rows);
  return may && <MayCallNow may={may} />;
}

interface FiltersProps {
  readonly shown: Listed | undefined;
  /** After them: what they leave. */
  readonly children: ReactNode;
}

/** On a narrow page they are behind a button. */
function Filters({ shown, children }: FiltersProps): ReactNode {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const search = new URLSearchParams(useSearch());
  const change = useChangeAddress();
  const choice = (name: string, label: string, options: readonly Option[]) => (
    <SelectField
      label={label}
      value={search.get(name) ?? ''}
      options={options}
      onChange={(value) => change({ [name]: String(value) })}
    />
  );
  const amount = (name: string, label: string) => (
    <InputField
      label={label}
      inputMode="numeric"
      placeholder={t`any`}
      className={styles.amount}
      value={search.get(name) ?? ''}
      onChange={(value) => change({ [name]: value.replace(/\D/g, '') }, { replace: true })}
    />
  );
  const used = filters.filter((name) => search.has(name)).length;
  return (
    <div className={styles.filters} data-open={isOpen ? '' : undefined}>
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {used === 0 ? t`Filters` : t`Filters: ${used}`}
      </Button>
      {choice('whose', t`Whose`, [
        { value: '', label: t`Everybody’s` },
        { value: 'mine', label: t`Mine` },
        { value: 'nobody', label: t`Unassigned` },
        { value: 'mineOrNobody', label: t`Mine and unassigned` },
      ])}
      {choice('product', t`Product`, [
        { value: '', label: t`All products` },
        ...(shown?.products ?? []).map(({ code: value, name: label }) => ({ value, label })),
      ])}
      {(shown?.agencies.length ?? 0) > 0 &&
        choice('agency', t`Agency`, [
          { value: '', label: t`With and without agency` },
          ...(shown?.agencies ?? []).map(({ agencyId: value, name: label }) => ({ value, label })),
        ])}
      {amount('from', t`Due from`)}
      {amount('to', t`Due to`)}
      {children}
    </div>
  );
}

interface TableProps {
  readonly rows: readonly LateLoan[];
  readonly addressOf: (orderId: string) => string;
  readonly onMore: (() => void) | undefined;
}

function Table({ rows, addressOf, onMore }: TableProps): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const isNoneNow = noneNow(rows) !== undefined;
  const groupOf = (row: LateLoan): Group => {
    const { bucket } = row;
    const back = putBack(row);
    if (back === 2) return { key: 'notNow', label: t`Not to be called now`, tone: 'plain' };
    if (back === 1) return { key: 'askFirst', label: t`Ask first: something is open`, tone: 'warn' };
    // Not by the queue's name: the queue also has the loans further down, and each of its rows says so.
    if (isOfPromise(bucket)) return { key: 'promise', label: t`First: a promise was due`, tone: 'danger' };
    return { key: 'others', label: t`Others, by what is expected from a call` };
  };
  const columns: readonly Column<LateLoan>[] = [
    column('borrower', t`Borrower`, ({ name, orderId }) => name ?? orderNumber(orderId), {
      isFixed: true,
      narrow: 'main',
    }),
    column('loan', t`Loan`, ({ orderId }) => <span className={styles.whole}>{orderNumber(orderId)}</span>, {
      narrow: 'sub',
    }),
    figures(
      'late',
      t`Late`,
      ({ daysLate, may }) =>
        may.why === 'arrangement' ? '–' : t`${plural(daysLate, { one: '# day', other: '# days' })}`,
      {
        narrow: 'subEnd',
      },
    ),
    figures('due', t`Due`, ({ due }) => <Money cents={due} />, { narrow: 'mainEnd' }),
    figures('owed', t`Owed today`, ({ owed }) => <Money cents={owed} />),
    figures('expected', t`Expected from a call`, ({ expected }) =>
      expected === 0 ? '–' : <Money cents={expected} />,
    ),
    column(
      'may',
      t`Before calling`,
      (row) => {
        const { may, bucket, open } = row;
        const isSaid = isNoneNow && !isStopped(row);
        if (isSaid && !open) return '–';
        return (
          <div>
            {!isSaid && (
              <MayCall may={may} isPromisedAgain={may.why === 'promise' && bucket === 'promiseBroken'} />
            )}
            <OpenOfLoan open={open} />
          </div>
        );
      },
      { isFixed: true, narrow: 'low' },
    ),
    column(
      'last',
      t`Last outcome`,
      ({ bucket, lastOutcome: last }) => (
        <span>
          {isOfPromise(bucket) && (
            <Status tone={bucket === 'promiseBroken' ? 'danger' : 'clock'}>{words.buckets[bucket]}</Status>
          )}{' '}
          {last ? (last === 'promise' && isOfPromise(bucket) ? '' : words.outcomes[last]) : t`Not called yet`}
        </span>
      ),
      {
        narrow: 'more',
      },
    ),
    column('owner', t`Whose`, ({ owner }) => (owner?.isSelf ? t`You` : (owner?.name ?? t`Unassigned`))),
  ];
  return (
    <DataTable
      caption={t`Late loans`}
      columns={columns}
      rows={rows}
      rowKey={({ orderId }) => orderId}
      hrefOf={({ orderId }) => addressOf(orderId)}
      onMore={onMore}
      groupOf={rows.every((row) => groupOf(row).key === 'others') ? undefined : groupOf}
    />
  );
}
