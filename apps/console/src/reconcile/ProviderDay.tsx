import {
  type ComparedRow,
  compareAgain,
  listDifferences,
  showProviderDay,
} from '@hiram/contract/console/reconcile';
import { allBrands } from '@hiram/contract/console/rights';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Money } from '../app/cells.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/Button.tsx';
import { InBrand, useBrandName } from '../kit/brand-format.tsx';
import { DataTable } from '../kit/DataTable.tsx';
import { Field } from '../kit/Field.tsx';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import type { Column } from '../kit/table-types.ts';
import { useToast } from '../kit/toast.tsx';
import { Fault } from '../net/Fault.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import styles from './reconcile.module.css';
import { useKindWords } from './words.ts';

/** A day of a provider, theirs and ours side by side. */
export function ProviderDay({ person }: ScreenProps): ReactNode {
  const query = useStaffCall(listDifferences, { state: 'open' });
  return (
    <Loaded query={query}>
      {({ providers, yesterday }) => <Chosen {...{ person, providers, yesterday }} />}
    </Loaded>
  );
}

interface ChosenProps extends Pick<ScreenProps, 'person'> {
  readonly providers: readonly string[];
  readonly yesterday: string;
}

function Chosen({ person, providers, yesterday }: ChosenProps): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const [provider, setProvider] = useState(providers[0] ?? '');
  const [day, setDay] = useState(yesterday);
  const asking = useStaffAction(compareAgain);
  if (providers.length === 0)
    return (
      <Card>
        <Nothing title={t`No provider has statements`} text={t`The gateway may be connected without them.`} />
      </Card>
    );
  const ask = () =>
    asking.mutate(
      { provider, day },
      { onSuccess: ({ differences }) => toast(t`Compared again: ${differences} differ.`) },
    );
  return (
    <>
      <div className={styles.choice}>
        <Field label={t`Provider`}>
          {(id) => (
            <select id={id} value={provider} onChange={(event) => setProvider(event.currentTarget.value)}>
              {providers.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t`Day`}>
          {(id) => (
            <input id={id} type="date" value={day} onChange={(event) => setDay(event.currentTarget.value)} />
          )}
        </Field>
        {hasRight(person, 'reconcile.compareAgain', allBrands) && (
          <Button disabled={asking.isPending || day === ''} onClick={ask}>{t`Ask again, and store`}</Button>
        )}
      </div>
      <Fault error={asking.error} />
      {day !== '' && <SideBySide key={`${provider} ${day}`} {...{ provider, day }} />}
    </>
  );
}

type DayShown = StaffOutput<typeof showProviderDay>;

function SideBySide({ provider, day }: { readonly provider: string; readonly day: string }): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const kinds = useKindWords();
  const query = useStaffCall(showProviderDay, { provider, day });
  const columns: readonly Column<ComparedRow>[] = [
    {
      key: 'what',
      header: t`What`,
      cell: ({ kind, reference }) => `${kinds[kind]} ${reference}`,
      narrow: 'main',
    },
    {
      key: 'theirs',
      header: t`Theirs`,
      align: 'right',
      cell: ({ theirs }) => <Money cents={theirs} />,
      narrow: 'sub',
    },
    {
      key: 'theirState',
      header: t`They say`,
      cell: ({ theirState }) => word(theirState) || '–',
      narrow: 'subEnd',
    },
    {
      key: 'ours',
      header: t`Ours`,
      align: 'right',
      cell: ({ ours }) => <Money cents={ours} />,
      narrow: 'low',
    },
    { key: 'ourState', header: t`We say`, cell: ({ ourState }) => word(ourState) || '–', narrow: 'lowEnd' },
  ];
  return (
    <Loaded query={query}>
      {(shown) => (
        <>
          <Totals shown={shown} />
          <Card isFlush title={t`Side by side`} aside={t`${shown.differing} differ`}>
            {shown.rows.length === 0 ? (
              <Nothing title={t`Nothing moved`} text={t`Neither side has a movement on this day.`} />
            ) : (
              <DataTable
                caption={t`Movements of the day`}
                columns={columns}
                rows={shown.rows}
                rowKey={({ kind, reference }) => `${kind} ${reference}`}
              />
            )}
          </Card>
        </>
      )}
    </Loaded>
  );
}

function Totals({ shown }: { readonly shown: DayShown }): ReactNode {
  const { t } = useLingui();
  const nameOf = useBrandName();
  return (
    <Card isFlush title={t`Totals`}>
      <table className={kit.table}>
        <caption>{t`Totals of the day`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`What`}</th>
            <th scope="col">{t`Theirs`}</th>
            <th scope="col">{t`Ours`}</th>
            <th scope="col">{t`Result`}</th>
          </tr>
        </thead>
        {shown.totals.map(({ brand, payments, payouts, refunds, differing }) => {
          const ofBrand = shown.differences.filter((one) => one.brand === brand || one.brand === undefined);
          // Sums can agree by chance: beside an open difference nothing agrees.
          const isOpen = differing > 0 || ofBrand.some(({ explanation }) => explanation === undefined);
          return (
            <InBrand key={brand ?? ''} brand={brand}>
              <tbody>
                <tr>
                  <th scope="rowgroup" colSpan={4}>
                    {brand === undefined ? t`Of no brand of ours` : nameOf(brand)}
                  </th>
                </tr>
                <TotalLine name={t`Payments`} {...payments} isOpen={isOpen} />
                <TotalLine name={t`Payouts`} {...payouts} isOpen={isOpen} />
                <TotalLine name={t`Refunds there`} theirs={refunds} isOpen={isOpen} />
              </tbody>
            </InBrand>
          );
        })}
      </table>
    </Card>
  );
}

interface Side {
  readonly count: number;
  readonly amount: number;
}

interface TotalLineProps {
  readonly name: string;
  readonly theirs: Side;
  readonly ours?: Side;
  readonly isOpen: boolean;
}

function TotalLine({ name, theirs, ours, isOpen }: TotalLineProps): ReactNode {
  const { t } = useLingui();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Money cents={theirs.amount} /> {`(${theirs.count})`}
      </td>
      <td>
        <Money cents={ours?.amount} /> {ours && `(${ours.count})`}
      </td>
      <td>
        {ours &&
          (!isOpen && ours.amount === theirs.amount && ours.count === theirs.count ? (
            <Status tone="good">{t`agrees`}</Status>
          ) : (
            <Status tone="danger">{t`differs`}</Status>
          ))}
      </td>
    </tr>
  );
}
