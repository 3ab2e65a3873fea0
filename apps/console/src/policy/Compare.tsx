import {
  listPolicies,
  type PolicyVersion,
  type ReplayReport,
  replayPolicy,
  showPolicy,
  showPolicyShadow,
} from '@hiram/contract/console/policy';
import { changedParts, type Part, partsOf } from '@hiram/decision/parts';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { Day, Money } from '../app/cells.tsx';
import { useChangeAddress, useChoiceInAddress } from '../app/in-address.ts';
import { hasRight, type Person, type ScreenProps } from '../app/person.ts';
import { share } from '../app/share.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Select } from '../kit/controls/Field.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { Meter } from '../kit/Meter.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Columns, Page, Stack } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import { sendStaff } from '../net/client.ts';
import { Loaded, MayNotSee } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { RequestActivation } from './Policy.tsx';
import styles from './policy.module.css';
import { compareHref, policyHref, policyOf, usualBase } from './policy-of.ts';
import { useOutcomeWords, usePartWords, useStageNames, useVersionStates } from './words.ts';

/** Two versions of a brand's policy: line by line, and what each decides on the latest applications. */
export function Compare({ person, params }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const brand = params.brand ?? '';
  const query = useStaffCall(listPolicies, {}, brand);
  if (!hasRight(person, 'policy.read', brand)) return <MayNotSee right="policy.read" brand={brand} />;
  return query.data ? (
    <Versions person={person} brand={brand} versions={query.data.versions} />
  ) : (
    <Page title={t`Compare`} brand={brand} parent={<Link href={`/policy/${brand}/active`}>{t`Policy`}</Link>}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

const samples = ['1000', '10000'] as const;

interface VersionsProps {
  readonly person: Person;
  readonly brand: string;
  readonly versions: readonly PolicyVersion[];
}

function Versions({ person, brand, versions }: VersionsProps): ReactNode {
  const { t } = useLingui();
  const search = new URLSearchParams(useSearch());
  const change = useChangeAddress();
  const [last, setLast] = useChoiceInAddress('last', samples);
  const known = (name: string) => versions.find(({ version }) => String(version) === search.get(name));
  const to = known('to') ?? versions[0];
  const from = known('from')?.version ?? (to && usualBase(versions, to.version));
  const choice = (name: string, label: string, value: number | undefined) => (
    <Select
      className={kit.field}
      aria-label={label}
      value={value}
      options={versions.map(({ version }) => ({ value: version, label: t`Version ${version}` }))}
      onChange={(chosen) => change({ [name]: String(chosen) })}
    />
  );
  return (
    <Page
      title={t`Compare`}
      brand={brand}
      parent={<Link href={`/policy/${brand}/active`}>{t`Policy`}</Link>}
      status={
        <>
          {choice('from', t`The one before`, from)} {t`against`} {choice('to', t`The one after`, to?.version)}
        </>
      }
      actions={
        <Tabs
          label={t`Applications`}
          options={[
            { value: '1000', label: t`Last 1,000` },
            { value: '10000', label: t`Last 10,000` },
          ]}
          value={last}
          onChange={setLast}
        />
      }
    >
      {to === undefined || from === undefined || from === to.version ? (
        <Nothing
          icon="chart"
          title={t`Choose two versions`}
          text={t`A version and the one before stand beside each other: line by line, what each decides on the latest applications, and who would be decided otherwise.`}
          next={
            versions.length < 2 &&
            to && (
              <Link
                className={kit.button}
                href={policyHref(brand, to.version)}
              >{t`Edit the first version`}</Link>
            )
          }
        />
      ) : (
        <Both
          key={compareHref(brand, from, to.version)}
          {...{ person, brand, from, to, last: Number(last) }}
        />
      )}
    </Page>
  );
}

interface BothProps {
  readonly person: Person;
  readonly brand: string;
  readonly from: number;
  readonly to: PolicyVersion;
  readonly last: number;
}

/** Replays are computed for seconds: they are asked for once, and again by a press alone. */
function useReplay(brand: string, from: number, version: number, last: number) {
  return useQuery({
    queryKey: ['replayed', brand, from, version, last],
    queryFn: () => sendStaff(replayPolicy, { from, version, last }, brand),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function Both({ person, brand, from, to, last }: BothProps): ReactNode {
  const { t } = useLingui();
  const replay = useReplay(brand, from, to.version, last);
  return (
    <Columns count={2}>
      <Stack>
        <Changes brand={brand} from={from} to={to.version} alone={replay.data?.alone ?? []} />
        {replay.data && <Loans report={replay.data} version={to.version} />}
        {replay.data && <Groups report={replay.data} from={from} to={to.version} />}
      </Stack>
      <Stack>
        {replay.data ? (
          <Matrix
            report={replay.data}
            from={from}
            to={to.version}
            again={
              <Button
                hotkey="A"
                disabled={replay.isFetching}
                onClick={() => void replay.refetch()}
              >{t`Replay again`}</Button>
            }
          />
        ) : (
          <Card title={t`Replay`}>
            <Loaded query={replay}>{() => null}</Loaded>
          </Card>
        )}
        <ShadowDays brand={brand} version={to.version} />
        <Before person={person} brand={brand} to={to} report={replay.data} />
      </Stack>
    </Columns>
  );
}

interface ChangesProps {
  readonly brand: string;
  readonly from: number;
  readonly to: number;
  readonly alone: ReplayReport['alone'];
}

/** The lines in which the versions differ, with what each alone moves. */
function Changes({ brand, from, to, alone }: ChangesProps): ReactNode {
  const { t } = useLingui();
  const stages = useStageNames();
  const { nameOf, textOf } = usePartWords();
  const before = useStaffCall(showPolicy, { version: from }, brand);
  const after = useStaffCall(showPolicy, { version: to }, brand);
  if (!before.data || !after.data)
    return (
      <Card title={t`Line by line`}>
        <Loaded query={before.data ? after : before}>{() => null}</Loaded>
      </Card>
    );
  const [old, fresh] = [policyOf(before.data), policyOf(after.data)];
  const changes = changedParts(old, fresh);
  const same = partsOf(fresh).length - changes.filter((change) => change.after).length;
  const count = changes.length;
  const nameOfLine = (part: Part | undefined) =>
    part && (
      <>
        {nameOf(part)}
        <span className={kit.under}>{stages[part.stage]}</span>
      </>
    );
  return (
    <Card
      title={count === 1 ? t`1 change` : t`${count} changes, line by line`}
      aside={t`${same} lines are the same`}
      isFlush
    >
      <PlainTable
        caption={t`Lines that differ`}
        className={`${styles.rules} ${styles.changes}`}
        rows={changes}
        rowKey={({ place }) => place}
        nothing={t`Both versions say the same.`}
        columns={[
          { header: t`Line`, isHead: true, cell: ({ before: was, after: is }) => nameOfLine(is ?? was) },
          {
            header: t`Version ${from}`,
            cell: ({ before: was }) => (was ? <del>{textOf(was)}</del> : '–'),
          },
          { header: t`Version ${to}`, cell: ({ after: is }) => (is ? textOf(is) : t`left out`) },
          {
            header: t`Alone moves`,
            isRight: true,
            cell: ({ place }) => alone.find((each) => each.place === place)?.changed ?? '–',
          },
        ]}
      />
      <p className={styles.foot}>
        {t`Alone moves: the decisions that change if this line alone changes. Changes that act together can move more.`}
      </p>
    </Card>
  );
}

const outcomes = ['approve', 'counter', 'refer', 'refuse'] as const;
/** Fewer decisions say little. */
const fewDecisions = 1_000;

interface MatrixProps {
  readonly report: ReplayReport;
  readonly from: number;
  readonly to: number;
  readonly again: ReactNode;
}

/** Number of decisions of each version, and from which of the other they come. */
function Matrix({ report, from, to, again }: MatrixProps): ReactNode {
  const { t } = useLingui();
  const words = useOutcomeWords();
  const { replayed, matrix, offered } = report;
  const cell = (active: string, draft: string) =>
    matrix.find((each) => each.active === active && each.draft === draft)?.count ?? 0;
  const sum = (isCounted: (active: number, draft: number) => boolean) =>
    outcomes.reduce(
      (total, active, row) =>
        total +
        outcomes.reduce(
          (inner, draft, column) => inner + (isCounted(row, column) ? cell(active, draft) : 0),
          0,
        ),
      0,
    );
  const [stay, stricter, milder] = [sum((a, b) => a === b), sum((a, b) => b > a), sum((a, b) => b < a)];
  return (
    <Card title={t`Where ${replayed} decisions go`} aside={again} isFlush>
      {replayed < fewDecisions && (
        <p className={styles.none}>
          <Status tone="warn">{t`Too few decisions to rely on: ${replayed} of at least ${fewDecisions}.`}</Status>
        </p>
      )}
      <table className={`${kit.table} ${styles.matrix}`}>
        <caption>{t`Decisions of version ${from} by row, of version ${to} by column`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`${from}, by row; ${to}, by column`}</th>
            {outcomes.map((draft) => (
              <th key={draft} scope="col" className={kit.right}>
                {words[draft]}
              </th>
            ))}
            <th scope="col" className={kit.right}>
              {t`Version ${from}`}
            </th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map((active, row) => (
            <tr key={active}>
              <th scope="row">{words[active]}</th>
              {outcomes.map((draft) => (
                <td
                  key={draft}
                  data-same={active === draft ? '' : undefined}
                  style={
                    {
                      '--share': replayed === 0 ? 0 : Math.sqrt(cell(active, draft) / replayed),
                    } as CSSProperties
                  }
                >
                  {cell(active, draft)}
                </td>
              ))}
              <td className={styles.sum}>{sum((a) => a === row)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t`Version ${to}`}</th>
            {outcomes.map((draft, column) => (
              <td key={draft} className={styles.sum}>
                {sum((_, b) => b === column)}
              </td>
            ))}
            <td className={styles.sum}>{replayed}</td>
          </tr>
        </tfoot>
      </table>
      <p className={styles.foot}>
        {t`${stay} keep their outcome, ${stricter} get a stricter one, ${milder} a milder one.`}{' '}
        {t`Offered in all:`} <Money cents={offered.active} /> <Icon name="arrow" />{' '}
        <Money cents={offered.draft} />
      </p>
    </Card>
  );
}

/** The outcome of the loans that the later version would have refused, made smaller, or left as they were. */
function Loans({
  report: { loans },
  version,
}: {
  readonly report: ReplayReport;
  readonly version: number;
}): ReactNode {
  const { t } = useLingui();
  const names = {
    rejected: t`Refused by ${version}`,
    smaller: t`Smaller under ${version}`,
    unchanged: t`As they were`,
    all: t`All of them`,
  };
  const sum = (of: 'loans' | 'lent' | 'par30' | 'firstMissed') =>
    loans.reduce((total, each) => total + each[of], 0);
  const all = {
    loans: sum('loans'),
    lent: sum('lent'),
    par30: sum('par30'),
    firstMissed: sum('firstMissed'),
  };
  return (
    <Card title={t`The loans that were paid out`} isFlush>
      <PlainTable
        caption={t`Loans by what the later version does`}
        className={styles.rules}
        rows={[...loans, { ...all, outcome: 'all' as const }]}
        rowKey={({ outcome }) => outcome}
        rowProps={({ outcome }) => ({ className: outcome === 'all' ? kit.sum : undefined })}
        columns={[
          { header: t`Outcome`, isHead: true, cell: ({ outcome }) => names[outcome] },
          { header: t`Loans`, isRight: true, cell: (row) => row.loans },
          { header: t`Lent`, isRight: true, cell: ({ lent }) => <Money cents={lent} /> },
          { header: t`First missed`, isRight: true, cell: (row) => share(row.firstMissed, row.loans) },
          { header: t`PAR 30`, isRight: true, cell: (row) => share(row.par30, row.loans) },
          {
            header: <span className="visually-hidden">{t`PAR 30 as a bar`}</span>,
            cell: ({ outcome, loans: of, par30 }) => (
              <Meter label={t`PAR 30, ${names[outcome]}`} of={Math.max(1, of)} parts={[par30]} />
            ),
          },
        ]}
      />
      <p className={styles.foot}>
        {t`PAR 30: loans that were ever more than 30 days late. First missed: the first payment was.`}
      </p>
    </Card>
  );
}

interface GroupsProps {
  readonly report: ReplayReport;
  readonly from: number;
  readonly to: number;
}

/** The share of approvals by group; a group of age or region below four fifths of the best one is marked. */
function Groups({ report: { groups }, from, to }: GroupsProps): ReactNode {
  const { t } = useLingui();
  const kinds = { age: t`Age`, region: t`Region`, product: t`Product`, client: t`Client` };
  const clients: Readonly<Record<string, string>> = { new: t`new`, repeat: t`repeat` };
  const order = ['age', 'region', 'product', 'client'] as const;
  return (
    <Card title={t`Approved, or offered less`} isFlush>
      <PlainTable
        caption={t`Share of approvals by group`}
        className={styles.rules}
        rows={order.flatMap((by) => groups.filter((group) => group.by === by))}
        rowKey={({ by, name }) => `${by} ${name}`}
        columns={[
          {
            header: t`Group`,
            isHead: true,
            cell: ({ by, name }) => `${kinds[by]}: ${clients[name] ?? name}`,
          },
          { header: t`Applications`, isRight: true, cell: ({ applications }) => applications },
          { header: t`Version ${from}`, isRight: true, cell: (row) => share(row.active, row.applications) },
          { header: t`Version ${to}`, isRight: true, cell: (row) => share(row.draft, row.applications) },
          { header: t`Mark`, cell: (row) => <Mark group={row} /> },
        ]}
      />
      <p className={styles.foot}>
        {t`Marked: less than four fifths of the best group’s share, among groups of age or region with 30 applications or more. Neither is ever a fact of a rule.`}
      </p>
    </Card>
  );
}

function Mark({
  group: { isBelow, active, draft, applications },
}: {
  readonly group: ReplayReport['groups'][number];
}): ReactNode {
  const { t } = useLingui();
  if (isBelow) return <Status tone="danger">{t`below four fifths`}</Status>;
  return (
    <span className={styles.rates} aria-hidden="true">
      <span className={styles.rate} style={{ width: share(active, applications) }} />
      <span className={styles.rate} data-after="" style={{ width: share(draft, applications) }} />
    </span>
  );
}

/** Decisions of the later version beside those of the active one, by day. */
function ShadowDays({ brand, version }: { readonly brand: string; readonly version: number }): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(showPolicyShadow, { version }, brand);
  const days = query.data?.days ?? [];
  return (
    <Card title={t`In shadow, on real applications`} aside={t`decides nothing`} isFlush>
      {query.data === undefined ? (
        <Loaded query={query}>{() => null}</Loaded>
      ) : days.length === 0 ? (
        <p className={styles.none}>
          {t`No application yet. A version runs in shadow from its check to its activation.`}
        </p>
      ) : (
        <PlainTable
          caption={t`Decisions in shadow by day`}
          rows={days}
          rowKey={({ day }) => day}
          columns={[
            { header: t`Day`, isHead: true, cell: ({ day }) => <Day on={day} /> },
            { header: t`Same`, isRight: true, cell: ({ same }) => same },
            { header: t`Stricter`, isRight: true, cell: ({ stricter }) => stricter },
            { header: t`Milder`, isRight: true, cell: ({ milder }) => milder },
          ]}
        />
      )}
    </Card>
  );
}

interface BeforeProps {
  readonly person: Person;
  readonly brand: string;
  readonly to: PolicyVersion;
  readonly report: ReplayReport | undefined;
}

/** The list to go through before the activation is requested. */
function Before({ person, brand, to, report }: BeforeProps): ReactNode {
  const { t } = useLingui();
  const states = useVersionStates();
  const below = report?.groups.filter(({ isBelow }) => isBelow) ?? [];
  const isChecked = to.state === 'checked';
  return (
    <Card title={t`Before it is requested`}>
      <ul className={styles.checks}>
        <li>
          <Status tone={isChecked ? 'good' : 'warn'}>
            {isChecked
              ? t`Checked: every rule can fire, no bands overlap, not weaker than the law`
              : t`Version ${to.version} is ${states[to.state]}: only a checked one is requested`}
          </Status>
        </li>
        {report && (
          <li>
            <Status tone={report.replayed >= fewDecisions ? 'good' : 'warn'}>
              {t`Replayed on ${report.replayed} decisions`}
            </Status>
          </li>
        )}
        {report && (
          <li>
            <Status tone={below.length === 0 ? 'good' : 'warn'}>
              {below.length === 0
                ? t`No group is below four fifths of the best`
                : t`Below four fifths: ${below.map(({ name }) => name).join(', ')}. Say why in the reason.`}
            </Status>
          </li>
        )}
      </ul>
      {isChecked && (
        <RequestActivation
          brand={brand}
          version={to.version}
          person={person}
          look={report && report.replayed >= fewDecisions ? 'primary' : 'plain'}
        />
      )}
      <Link href={policyHref(brand, to.version)}>{t`Version ${to.version}, stage by stage`}</Link>
    </Card>
  );
}
