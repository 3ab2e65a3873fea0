import { type Team as Figures, showTeam } from '@hiram/contract/console/collections';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { share } from '../app/share.ts';
import { Bars } from '../kit/Bars.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { DayField } from '../kit/controls/DayField.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Columns, Page } from '../kit/Page.tsx';
import { Tiles } from '../kit/Tiles.tsx';
import { column, figures } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { saveCsv } from '../net/download.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { Agencies } from './Agencies.tsx';
import { Rolls } from './Rolls.tsx';
import { useDeskWords } from './words.ts';

type PersonRow = Figures['people'][number];

/** The work of the desk between two days: by person and agency, channel, outcome and hour, with refused attempts. */
export function Team({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [from, setFrom] = useTextInAddress('from');
  const [to, setTo] = useTextInAddress('to');
  const period = { ...(from && { from }), ...(to && { to }) };
  const query = useStaffCall(showTeam, period, brand);
  const range = { from: from || (query.data?.from ?? ''), to: to || (query.data?.to ?? '') };
  return (
    <Page
      title={t`Collections team`}
      status={
        <>
          <DayField label={t`From`} value={range.from} onChange={setFrom} />
          <DayField label={t`To`} value={range.to} onChange={setTo} />
        </>
      }
      actions={
        query.data && (
          <Button
            hotkey="exportFile"
            hotkeyLabel={t`CSV`}
            onClick={() => saveCsv(`contacts-${range.from}-${range.to}.csv`, query.data?.csv ?? '')}
          >
            {t`Figures of the SEC certificate`}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(shown) => (
          <>
            <Shown shown={shown} />
            <Agencies brand={brand} mayAssign={hasRight(person, 'collections.assign', brand)} />
            <Rolls rolls={shown.rolls} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Shown({ shown }: { readonly shown: Figures }): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const { all, people, channels, outcomes, hours, refusals } = shown;
  const count = (key: keyof PersonRow, header: string) =>
    figures<PersonRow>(key, header, (row) => (row[key] === 0 ? '–' : String(row[key])), { narrow: 'more' });
  const money = (key: 'promised' | 'collected', header: string) =>
    figures<PersonRow>(key, header, (row) => (row[key] === 0 ? '–' : <Money cents={row[key]} />), {
      narrow: 'more',
    });
  const columns: readonly Column<PersonRow>[] = [
    column('name', t`Who`, ({ name, isAgency }) => (isAgency ? t`${name}, agency` : name), {
      isFixed: true,
      narrow: 'main',
    }),
    count('contacts', t`Contacts`),
    count('reached', t`Reached`),
    count('promises', t`Promises`),
    money('promised', t`Promised`),
    count('kept', t`Kept`),
    count('broken', t`Broken`),
    money('collected', t`Collected`),
    count('cured', t`Cured`),
    count('refused', t`Blocked by the rules`),
    count('complaints', t`Complaints about them`),
  ];
  const barsOf = (counted: Figures['channels'], word: (name: string) => string) =>
    counted.map(({ name, count: value }) => ({ label: word(name), value }));
  const lists = [
    { title: t`By channel`, bars: barsOf(channels, words.channel) },
    { title: t`By outcome`, bars: barsOf(outcomes, words.outcome) },
    { title: t`By hour`, bars: hours.map(({ hour, count: value }) => ({ label: `${hour}:00`, value })) },
    { title: t`Blocked by the rules`, bars: barsOf(refusals, words.why) },
  ].filter(({ bars }) => bars.length > 1);
  const cards = lists.map(({ title, bars }) => (
    <Card key={title} title={title}>
      <Bars bars={bars} />
    </Card>
  ));
  const only = (counted: Figures['channels'], word: (name: string) => string) => {
    const [one, ...others] = counted;
    return one && others.length === 0 ? t`all: ${word(one.name).toLowerCase()}` : undefined;
  };
  const onlyRefusal = only(refusals, words.why);
  if (people.length === 0)
    return (
      <Nothing
        icon="phone"
        title={t`Nobody was contacted in these days`}
        text={t`Calls, messages and visits about late loans are counted here by person, channel, outcome and hour, with those that the rules refused.`}
      />
    );
  return (
    <>
      {all.contacts === 0 ? (
        <p>
          {t`Nobody was contacted in these days. ${plural(all.refused, {
            one: 'The rules refused # attempt.',
            other: 'The rules refused # attempts.',
          })}`}{' '}
          {onlyRefusal}
        </p>
      ) : (
        <Tiles
          tiles={[
            { label: t`Contacts`, value: all.contacts, foot: only(channels, words.channel) },
            {
              label: t`Reached`,
              value: all.reached,
              foot: t`${share(all.reached, all.contacts)} of contacts`,
            },
            {
              label: t`Promised`,
              value: <Money cents={all.promised} />,
              foot: plural(all.promises, { one: '# promise', other: '# promises' }),
            },
            { label: t`Promises kept`, value: all.kept, foot: t`${all.broken} broken` },
            { label: t`Blocked by the rules`, value: all.refused, foot: onlyRefusal ?? t`none went out` },
          ]}
        />
      )}
      <Card title={t`People and agencies`} isFlush>
        <DataTable
          caption={t`People and agencies`}
          columns={columns}
          rows={people}
          rowKey={({ name }) => name}
        />
      </Card>
      {lists.length === 1 ? cards : <Columns count={lists.length === 3 ? 3 : 2}>{cards}</Columns>}
    </>
  );
}
