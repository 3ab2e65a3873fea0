import { exportPortfolio, showPortfolio } from '@hiram/contract/console/portfolio';
import { allBrands } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useSearch } from 'wouter';
import { Money } from '../app/cells.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import { oneBrandOf, type ScreenProps } from '../app/person.ts';
import { lazyPart } from '../app/screen.ts';
import { Button } from '../kit/controls/Button.tsx';
import { DayField } from '../kit/controls/DayField.tsx';
import { Select } from '../kit/controls/Field.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Columns, Page, Stack } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Tiles } from '../kit/Tiles.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { AllBrands } from './AllBrands.tsx';
import { AtRisk } from './AtRisk.tsx';
import { ClassLoans } from './ClassLoans.tsx';
import { Flows } from './Flows.tsx';
import { Missed, Rolls, Vintages } from './Grids.tsx';
import { Lead } from './Lead.tsx';
import styles from './portfolio.module.css';
import { fromClass, isLateKind, type PortfolioPart, type ShownPortfolio } from './shown-portfolio.ts';

const ExportFile = lazyPart(async () => (await import('../net/ExportFile.tsx')).ExportFile);

/** The portfolio of a brand at the end of a day. Day and part stand in the address. */
export function Portfolio({ person, ...props }: ScreenProps): ReactNode {
  const brand = oneBrandOf(person, props.brand);
  const { t } = useLingui();
  const [chosenDay, setChosenDay] = useTextInAddress('on');
  const address = Object.fromEntries(new URLSearchParams(useSearch()));
  const { product, client, month = '', source, policy = '', late = '', lentIn = '' } = address;
  const [isExporting, setExporting] = useState(false);
  const [isFiltering, setFiltering] = useState(false);
  useChanges(['daily_run']);
  const isOne = brand !== allBrands;
  const part: PortfolioPart = {
    ...(product === undefined ? {} : { product }),
    ...(client === 'new' || client === 'repeat' ? { client } : {}),
    ...(isMonth(month) ? { lentIn: month } : {}),
    // Without an advertisement the source is empty, and a dash in the address.
    ...(source === undefined ? {} : { source: source === '-' ? '' : source }),
    ...(/^\d{1,6}$/.test(policy) ? { policy: Number(policy) } : {}),
  };
  const used = Object.keys(part).length;
  const on = /^\d{4}-\d\d-\d\d$/.test(chosenDay) ? { on: chosenDay } : {};
  const query = useStaffCall(showPortfolio, { ...on, ...part }, brand, { isOn: isOne });
  const shownOn = query.data?.on;
  const actions = query.data && shownOn !== undefined && (
    <div className={styles.actions} data-open={isFiltering ? '' : undefined}>
      <DayField label={t`At the end of`} value={shownOn} onChange={setChosenDay} />
      <span className={styles.onlyNarrow}>
        <Button aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
          {used === 0 ? t`Filters` : t`Filters: ${used}`}
        </Button>
      </span>
      <Filters shown={query.data} />
      <Button onClick={() => setExporting(true)}>{t`Export…`}</Button>
    </div>
  );
  return (
    <Page title={t`Portfolio`} actions={actions || undefined}>
      {isOne ? (
        <Loaded query={query}>{(shown) => <Shown shown={shown} />}</Loaded>
      ) : (
        <AllBrands person={person} />
      )}
      {isOne && isLateKind(late) && <ClassLoans brand={brand} late={late} part={part} />}
      {isOne && isMonth(lentIn) && <ClassLoans brand={brand} lentIn={lentIn} part={part} />}
      {isExporting && shownOn !== undefined && (
        <ExportFile
          title={t`Export the portfolio of ${shownOn}`}
          brand={brand}
          call={exportPortfolio}
          input={(format) => ({ on: shownOn, format, ...part })}
          onClose={() => setExporting(false)}
        >
          <p>{t`A row for each class, product, kind of clients, month, source and policy: loans and amount.`}</p>
        </ExportFile>
      )}
    </Page>
  );
}

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** Chooses a part of the portfolio, by what was counted, or all. */
function Filters({ shown }: { readonly shown: ShownPortfolio }): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const { products, months, sources, policies } = shown;
  const policy = (version: number) => (version === 0 ? t`Without a decision` : t`Policy ${version}`);
  return (
    <>
      <Filter name="product" label={t`Product`} all={t`All products`}>
        {products.map((code) => ({ value: code, label: code }))}
      </Filter>
      <Filter name="client" label={t`Clients`} all={t`All clients`}>
        {[
          { value: 'new', label: t`New clients` },
          { value: 'repeat', label: t`Repeat clients` },
        ]}
      </Filter>
      <Filter name="month" label={t`Lent in`} all={t`Lent at any time`}>
        {months.map((month) => ({ value: month, label: dates.month(month) }))}
      </Filter>
      <Filter name="source" label={t`Source`} all={t`All sources`}>
        {sources.map((source) => ({ value: source || '-', label: source || t`No advertisement` }))}
      </Filter>
      <Filter name="policy" label={t`Policy`} all={t`All policies`}>
        {policies.map((version) => ({ value: String(version), label: policy(version) }))}
      </Filter>
    </>
  );
}

interface FilterProps {
  /** In the address. */
  readonly name: string;
  readonly label: string;
  /** The words for no choice. */
  readonly all: string;
  readonly children: readonly { readonly value: string; readonly label: string }[];
}

function Filter({ name, label, all, children }: FilterProps): ReactNode {
  const [value, choose] = useTextInAddress(name);
  const options = [{ value: '', label: all }, ...children];
  return (
    <Select className={kit.field} aria-label={label} value={value} options={options} onChange={choose} />
  );
}

function Shown({ shown }: { readonly shown: ShownPortfolio }): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const day = shown.days.at(-1);
  if (shown.on === undefined || !day)
    return (
      <Nothing
        icon="chart"
        title={t`Nothing is counted yet`}
        text={t`Each night, when the books are posted, the portfolio of the day before is counted.`}
      />
    );
  const { portfolio, ledger } = shown.ties;
  const { due, expected } = shown.forecast;
  const dueSoon = due.reduce((sum, amount) => sum + amount, 0);
  const money = (cents: number) => <Money cents={cents} />;
  const [from, to] = [shown.flows[0]?.day, shown.flows.at(-1)?.day];
  const { countedFrom, today } = shown;
  // Before the first night nothing was counted by day: what was lent then is in the months alone.
  const isShort = countedFrom !== undefined && from !== undefined && countedFrom > from;
  const outstanding = fromClass(day, 0).amount;
  const { opening, disbursed, lost } = shown;
  const fallsDue = {
    label: t`Falls due in 60 days`,
    value: money(dueSoon),
    foot: t`principal in equal parts, overdue ones too`,
  };
  // Each figure follows from the others: what came in, less what went out, is what is left.
  const principal = opening !== undefined && [
    { label: t`Outstanding before`, value: money(opening), foot: t`principal` },
    { label: t`+ Lent`, value: money(disbursed), foot: t`principal paid out` },
    {
      label: t`− Repaid`,
      value: money(opening + disbursed - lost - outstanding),
      foot: t`principal`,
    },
    { label: t`− Written off`, value: money(lost), foot: t`principal` },
    { label: t`= Outstanding`, value: money(outstanding), foot: dates.day(shown.on) },
  ];
  const moved = (
    <Card
      title={isShort ? t`Since the first day counted` : t`The last 30 days`}
      aside={
        from !== undefined &&
        to !== undefined &&
        (isShort && countedFrom === to
          ? dates.day(to)
          : `${dates.day(isShort ? countedFrom : from)} – ${dates.day(to)}`)
      }
      isFlush
    >
      {principal && <Tiles tiles={principal} />}
      <Tiles
        tiles={[
          { label: t`Collected`, value: money(shown.collected), foot: t`with interest and charges` },
          { label: t`Recovered`, value: money(shown.recovered), foot: t`after a write-off` },
          {
            label: t`Loans extended`,
            value: shown.extended,
            foot: t`${shown.arranged} in parts by arrangement`,
          },
          ...(expected === undefined ? [fallsDue] : []),
        ]}
      />
    </Card>
  );
  return (
    <>
      <p>
        {today !== undefined && shown.on >= today
          ? t`As posted on ${dates.day(shown.on)}, the day is still open.`
          : t`At the end of ${dates.day(shown.on)}.`}{' '}
        {t`Later payments are not included.`} {shown.days.length === 1 && t`It is the first day counted.`}{' '}
        {portfolio === ledger ? (
          <Status tone="good">{t`The principal ties to the general ledger`}</Status>
        ) : (
          <Status tone="danger">
            {t`Does not tie to the general ledger: the difference is`} <Money cents={portfolio - ledger} />
          </Status>
        )}
      </p>
      <Lead shown={shown} />
      {moved}
      {expected !== undefined && (
        <Card title={t`The next 60 days`} isFlush>
          <Tiles
            tiles={[
              { ...fallsDue, label: t`Falls due` },
              {
                label: t`Expected of it`,
                value: money(expected),
                foot: t`of each class the share of its loans at most 30 days late a month later`,
              },
            ]}
          />
        </Card>
      )}
      <Columns count={2}>
        <Stack>
          <AtRisk days={shown.days} />
          {shown.rolls.moves.length > 0 && <Rolls rolls={shown.rolls} />}
          {shown.first.length > 0 && <Missed first={shown.first} />}
        </Stack>
        <Stack>
          <Vintages vintages={shown.vintages} outstanding={outstanding} />
          <Flows flows={shown.flows} />
        </Stack>
      </Columns>
    </>
  );
}
