import { showPortfolio } from '@hiram/contract/console/portfolio';
import { allBrands } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Money } from '../app/cells.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import type { ScreenProps } from '../app/person.ts';
import { lazyPart } from '../app/screen.ts';
import { share } from '../app/share.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Select } from '../kit/controls/Field.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Columns, Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { AtRisk } from './AtRisk.tsx';
import { ClassLoans } from './ClassLoans.tsx';
import { Flows } from './Flows.tsx';
import { Missed, Rolls, Vintages } from './Grids.tsx';
import styles from './portfolio.module.css';
import { fromClass, isLateKind, type PortfolioPart, type ShownPortfolio } from './shown-portfolio.ts';

const ExportDialog = lazyPart(async () => (await import('./ExportDialog.tsx')).ExportDialog);

/** The portfolio of a brand at the end of a day. Day and part stand in the address. */
export function Portfolio({ brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [asked, setAsked] = useTextInAddress('on');
  const [product, setProduct] = useTextInAddress('product');
  const [client, setClient] = useTextInAddress('client');
  const [month, setMonth] = useTextInAddress('month');
  const [source, setSource] = useTextInAddress('source');
  const [policy, setPolicy] = useTextInAddress('policy');
  const [late] = useTextInAddress('late');
  const [lentIn] = useTextInAddress('lentIn');
  const [isExporting, setExporting] = useState(false);
  useChanges(['daily_run']);
  const dates = useDates();
  const isOne = brand !== allBrands;
  const part: PortfolioPart = {
    ...(product === '' ? {} : { product }),
    ...(client === 'new' || client === 'repeat' ? { client } : {}),
    ...(isMonth(month) ? { lentIn: month } : {}),
    // Without an advertisement the source is empty, and a dash in the address.
    ...(source === '' ? {} : { source: source === '-' ? '' : source }),
    ...(/^\d{1,6}$/.test(policy) ? { policy: Number(policy) } : {}),
  };
  const on = /^\d{4}-\d\d-\d\d$/.test(asked) ? { on: asked } : {};
  const query = useStaffCall(showPortfolio, { ...on, ...part }, brand, { isOn: isOne });
  const actions = query.data?.on !== undefined && (
    <>
      <input
        type="date"
        className={kit.field}
        aria-label={t`At the end of`}
        value={query.data.on}
        onChange={({ currentTarget: { value } }) => value !== '' && setAsked(value)}
      />
      <Choice
        label={t`Product`}
        all={t`All products`}
        {...{ value: product, onChoose: setProduct }}
        options={query.data.products.map((code) => [code, code])}
      />
      <Choice
        label={t`Clients`}
        all={t`All clients`}
        {...{ value: client, onChoose: setClient }}
        options={[
          ['new', t`New clients`],
          ['repeat', t`Repeat clients`],
        ]}
      />
      <Choice
        label={t`Lent in`}
        all={t`Lent at any time`}
        {...{ value: month, onChoose: setMonth }}
        options={query.data.months.map((each) => [each, dates.month(each)])}
      />
      <Choice
        label={t`Source`}
        all={t`All sources`}
        {...{ value: source, onChoose: setSource }}
        options={query.data.sources.map((name) => [name || '-', name || t`No advertisement`])}
      />
      <Choice
        label={t`Policy`}
        all={t`All policies`}
        {...{ value: policy, onChoose: setPolicy }}
        options={query.data.policies.map((version) => [
          String(version),
          version === 0 ? t`Without a decision` : t`Policy ${version}`,
        ])}
      />
      <Button onClick={() => setExporting(true)}>{t`Export …`}</Button>
    </>
  );
  return (
    <Page title={t`Portfolio`} actions={actions || undefined}>
      {isOne ? (
        <Loaded query={query}>{(shown) => <Shown shown={shown} />}</Loaded>
      ) : (
        <Nothing
          icon="chart"
          title={t`Choose a brand`}
          text={t`Each brand has a portfolio of its own, in its own currency. Nothing is added across.`}
        />
      )}
      {isOne && isLateKind(late) && <ClassLoans {...{ brand, late, part }} />}
      {isOne && isMonth(lentIn) && <ClassLoans {...{ brand, lentIn, part }} />}
      {isExporting && query.data?.on !== undefined && (
        <ExportDialog {...{ brand, part, on: query.data.on }} onClose={() => setExporting(false)} />
      )}
    </Page>
  );
}

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** A part of the portfolio, or all: `options` are values with their words. */
function Choice({
  label,
  all,
  value,
  onChoose,
  options,
}: {
  readonly label: string;
  readonly all: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly options: readonly (readonly [string, string])[];
}): ReactNode {
  return (
    <Select
      className={kit.field}
      aria-label={label}
      value={value}
      options={[{ value: '', label: all }, ...options.map(([key, words]) => ({ value: key, label: words }))]}
      onChange={onChoose}
    />
  );
}

function Shown({ shown }: { readonly shown: ShownPortfolio }): ReactNode {
  const { t } = useLingui();
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
  const all = fromClass(day, 0);
  const first = shown.first.at(-1);
  const dueSoon = shown.forecast.due.reduce((sum, amount) => sum + amount, 0);
  return (
    <>
      {portfolio === ledger ? (
        <Status tone="good">{t`The principal ties to the general ledger`}</Status>
      ) : (
        <Status tone="danger">
          {t`Does not tie to the general ledger: the difference is`} <Money cents={portfolio - ledger} />
        </Status>
      )}
      <dl className={styles.tiles}>
        <Tile label={t`Principal outstanding`} foot={t`${all.loans} loans`}>
          <Money cents={all.amount} />
        </Tile>
        <Tile label={t`A day late or more`} foot={t`of principal`}>
          {share(fromClass(day, 1).amount, all.amount)}
        </Tile>
        <Tile label={t`More than 30 days late`} foot={t`of principal`}>
          {share(fromClass(day, 4).amount, all.amount)}
        </Tile>
        <Tile label={t`First instalment missed`} foot={first ? first.month : ''}>
          {first ? share(first.missed, first.due) : '–'}
        </Tile>
        <Tile label={t`Collected in 30 days`} foot={t`money that arrived`}>
          <Money cents={shown.collected} />
        </Tile>
        <Tile label={t`Written off in 30 days`} foot={t`principal`}>
          <Money cents={shown.lost} />
        </Tile>
        <Tile label={t`Recovered in 30 days`} foot={t`after the write-off`}>
          <Money cents={shown.recovered} />
        </Tile>
        <Tile label={t`Extended in 30 days`} foot={t`${shown.arranged} in parts by arrangement`}>
          {shown.extended}
        </Tile>
        <Tile label={t`Due in 60 days`} foot={t`principal`}>
          <Money cents={dueSoon} />
        </Tile>
        <Tile label={t`Expected of it`} foot={t`by the last moves`}>
          {shown.forecast.expected === undefined ? '–' : <Money cents={shown.forecast.expected} />}
        </Tile>
      </dl>
      <Columns count={2}>
        <AtRisk days={shown.days} />
        <Rolls rolls={shown.rolls} />
        <Vintages vintages={shown.vintages} />
        <Missed first={shown.first} />
        <Flows flows={shown.flows} />
      </Columns>
      <Card title={t`What the figures mean`}>
        <p>
          {t`At risk: the whole principal of loans of which an instalment is late by more than so many days. Vintages: principal more than 30 days late, of what was lent in a month, at the end of each month since. First instalment missed: not paid on its due day. Moves: loans by number, between the last two ends of months. Due: principal of instalments in the next 60 days, each an equal part. Expected: of each class the share of its loans that were not more than 30 days late a month later.`}
        </p>
      </Card>
    </>
  );
}

function Tile({
  label,
  foot,
  children,
}: {
  readonly label: string;
  readonly foot: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      <dd className={styles.foot}>{foot}</dd>
    </div>
  );
}
