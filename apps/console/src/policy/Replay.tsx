import type { ReplayReport } from '@hiram/contract/console/policy';
import { useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import { share } from '../app/share.ts';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import styles from './policy.module.css';
import { useOutcomeWords } from './words.ts';

const outcomes = ['approve', 'counter', 'refer', 'refuse'] as const;
/** Fewer decisions say little. */
export const fewDecisions = 1_000;

interface MatrixProps {
  readonly report: ReplayReport;
  readonly from: number;
  readonly to: number;
  readonly again: ReactNode;
}

/** Number of decisions of each version, and from which of the other they come. */
export function Matrix({ report, from, to, again }: MatrixProps): ReactNode {
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
      <p className={styles.plain}>
        {t`${stay} keep their outcome, ${stricter} get a stricter one, ${milder} a milder one.`}
      </p>
      {replayed < fewDecisions && (
        <p className={styles.none}>
          <Status tone="warn">{t`Too few decisions to rely on: ${replayed} of at least 1,000.`}</Status>
        </p>
      )}
      <table className={`${kit.table} ${kit.words} ${styles.matrix}`}>
        <caption>{t`Decisions of version ${from} by row, of version ${to} by column`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Version ${from} ↓, ${to} →`}</th>
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
        {t`Offered in all:`} <Money cents={offered.active} /> <Icon name="arrow" />{' '}
        <Money cents={offered.draft} />
      </p>
    </Card>
  );
}

/** The outcome of the loans that the later version would have refused, made smaller, or left as they were. */
export function Loans({
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
          // Of no loan there is no share.
          {
            header: t`First missed`,
            isRight: true,
            cell: (row) => row.loans > 0 && share(row.firstMissed, row.loans),
          },
          { header: t`PAR 30`, isRight: true, cell: (row) => row.loans > 0 && share(row.par30, row.loans) },
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
export function Groups({ report: { groups }, from, to }: GroupsProps): ReactNode {
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
          { header: t`Compared`, cell: (row) => <Mark group={row} /> },
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
