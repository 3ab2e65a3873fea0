import { type Team as Figures, showTeam } from '@hiram/contract/console/collections';
import { allBrands } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Bars } from '../kit/Bars.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Columns, Page } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { Agencies } from './Agencies.tsx';
import styles from './collections.module.css';
import { Rolls } from './Rolls.tsx';
import { useDeskWords } from './words.ts';

type PersonRow = Figures['people'][number];

/** The work of the desk between two days: by person and agency, channel, outcome and hour, with refused attempts. */
export function Team({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [from, setFrom] = useTextInAddress('from');
  const [to, setTo] = useTextInAddress('to');
  const period = { ...(from && { from }), ...(to && { to }) };
  const query = useStaffCall(showTeam, period, brand, { isOn: brand !== allBrands });
  const range = { from: from || (query.data?.from ?? ''), to: to || (query.data?.to ?? '') };
  if (brand === allBrands)
    return (
      <Page title={t`Team of collections`}>
        <Nothing icon="people" title={t`Choose a brand`} text={t`Figures are never added across brands.`} />
      </Page>
    );
  const day = (label: string, value: string, onChange: (value: string) => void) => (
    <input
      type="date"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  return (
    <Page
      title={t`Team of collections`}
      status={
        <>
          {day(t`From`, range.from, setFrom)}
          {day(t`To`, range.to, setTo)}
        </>
      }
      actions={
        query.data && (
          <Button hotkey="E" hotkeyLabel={t`CSV`} onClick={() => save(query.data?.csv ?? '', range)}>
            {t`Figures of the SEC certificate`}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(shown) => (
          <>
            <Shown figures={shown} />
            <Rolls rolls={shown.rolls} />
          </>
        )}
      </Loaded>
      <Agencies brand={brand} mayAssign={hasRight(person, 'collections.assign', brand)} />
    </Page>
  );
}

function save(csv: string, { from, to }: { readonly from: string; readonly to: string }): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `contacts-${from}-${to}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}

function Shown({ figures }: { readonly figures: Figures }): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const { all, people, channels, outcomes, hours, refusals } = figures;
  const count = (key: keyof PersonRow, header: string): Column<PersonRow> => ({
    key,
    header,
    cell: (row) => String(row[key]),
    align: 'right',
    narrow: 'more',
  });
  const columns: readonly Column<PersonRow>[] = [
    {
      key: 'name',
      header: t`Who`,
      cell: ({ name, isAgency }) => (isAgency ? t`${name}, agency` : name),
      isFixed: true,
      narrow: 'main',
    },
    count('contacts', t`Contacts`),
    count('reached', t`Reached`),
    count('promises', t`Promises`),
    {
      key: 'promised',
      header: t`Promised`,
      cell: ({ promised }) => <Money cents={promised} />,
      align: 'right',
      narrow: 'more',
    },
    count('kept', t`Kept`),
    count('broken', t`Broken`),
    {
      key: 'collected',
      header: t`Collected`,
      cell: ({ collected }) => <Money cents={collected} />,
      align: 'right',
      narrow: 'more',
    },
    count('cured', t`Cured`),
    count('refused', t`Refused by rules`),
    count('complaints', t`Complaints`),
  ];
  const lists = [
    {
      title: t`By channel`,
      bars: channels.map(({ name, count: value }) => ({ label: words.channel(name), value })),
    },
    {
      title: t`By outcome`,
      bars: outcomes.map(({ name, count: value }) => ({ label: words.outcome(name), value })),
    },
    { title: t`By hour`, bars: hours.map(({ hour, count: value }) => ({ label: `${hour}:00`, value })) },
    {
      title: t`Refused by rules`,
      bars: refusals.map(({ name, count: value }) => ({ label: words.why(name), value })),
    },
  ].filter(({ bars }) => bars.length > 0);
  if (people.length === 0 && lists.length === 0)
    return (
      <Nothing
        icon="phone"
        title={t`Nobody was contacted in these days`}
        text={t`Calls, messages and visits about late loans are counted here by person, channel, outcome and hour, with those that the rules refused.`}
      />
    );
  return (
    <>
      <dl className={styles.figures}>
        {[
          [t`Contacts`, all.contacts] as const,
          [t`Reached`, all.reached] as const,
          [t`Promises kept`, all.kept] as const,
          [t`Refused by rules`, all.refused] as const,
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Card title={t`People and agencies`} isFlush>
        <DataTable
          caption={t`People and agencies`}
          columns={columns}
          rows={people}
          rowKey={({ name }) => name}
        />
      </Card>
      <Columns count={lists.length === 3 ? 3 : 2}>
        {lists.map(({ title, bars }) => (
          <Card key={title} title={title}>
            <Bars bars={bars} />
          </Card>
        ))}
      </Columns>
    </>
  );
}
