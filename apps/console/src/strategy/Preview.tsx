import { type PreviewStep, showStrategy } from '@hiram/contract/console/strategy';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Day } from '../app/cells.tsx';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { column } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { keyOf } from './compare.ts';
import type { ShownStrategy } from './shown-strategy.ts';
import styles from './strategy.module.css';
import { useDayWords, useKindWords, useWayWords, useWhyWords } from './words.ts';

type Loan = PreviewStep['named'][number];

/** Loans of a step that get the same, or nothing for the same reason. */
interface Row {
  readonly step: PreviewStep;
  /** The first of them. */
  readonly loan: Loan;
  readonly loans: readonly Loan[];
}

const alike = (a: Loan, b: Loan) =>
  a.isStopped === b.isStopped && a.why === b.why && a.text === b.text && a.dueOn === b.dueOn;

interface Props {
  readonly brand: string;
  readonly version: number;
}

/** What borrowers would get tomorrow. Its texts take a moment: it is read by itself, after the steps. */
export function Preview({ brand, version }: Props): ReactNode {
  const query = useStaffCall(showStrategy, { version }, brand);
  return <Loaded query={query}>{(strategy) => <Loans strategy={strategy} />}</Loaded>;
}

/** Loan by loan, each in the borrower's language, or why not. */
function Loans({
  strategy: { steps, tomorrow, isTomorrowClosed, contact },
}: {
  readonly strategy: ShownStrategy;
}): ReactNode {
  const { t } = useLingui();
  const kinds = useKindWords();
  const dayWords = useDayWords();
  const ways = useWayWords(contact.channels);
  const whys = useWhyWords();
  const rows = steps.flatMap((step) =>
    step.named
      .filter((loan, at) => step.named.findIndex((other) => alike(loan, other)) === at)
      .map((loan): Row => ({ step, loan, loans: step.named.filter((other) => alike(loan, other)) })),
  );
  const named = steps.flatMap((step) => step.named);
  const getting = named.filter(({ isStopped, why }) => !isStopped && why === undefined).length;
  const loans = steps.reduce((sum, step) => sum + step.loans, 0);
  const columns: readonly Column<Row>[] = [
    column(
      'loan',
      t`Loans`,
      ({ loans: all }) => (
        <span className={styles.loans}>
          {all.map(({ orderId }) => (
            <Link key={orderId} href={`/loan/${orderId}`}>
              {orderNumber(orderId)}
            </Link>
          ))}
        </span>
      ),
      { narrow: 'main' },
    ),
    column('due', t`Due`, ({ loan: { dueOn } }) => <Day on={dueOn} />, { narrow: 'subEnd' }),
    column('step', t`Step`, ({ step: { day, kind } }) => `${dayWords(day)}: ${kinds[kind] ?? kind}`, {
      narrow: 'sub',
    }),
    column(
      'gets',
      t`Gets`,
      ({ step, loan: { isStopped, why } }) =>
        isStopped || why !== undefined ? (
          <Status tone="warn">{isStopped ? t`nothing: contacts are stopped` : whys(why ?? '')}</Status>
        ) : isTomorrowClosed ? (
          <Status tone="clock">{t`waits for the next day`}</Status>
        ) : (
          ways(step).first
        ),
      { narrow: 'mainEnd' },
    ),
    // Without the right to see loans there are no texts.
    ...(rows.some(({ loan }) => loan.text !== undefined)
      ? [
          column<Row>(
            'text',
            t`In their language`,
            ({ loan: { text, isStopped } }) => <p className={styles.text}>{isStopped ? '' : text}</p>,
            { narrow: 'low' },
          ),
        ]
      : []),
  ];
  return (
    <Card
      title={
        <>
          {t`Who would get what tomorrow`}, <Day on={tomorrow} />
        </>
      }
      aside={t`${named.length} of ${loans} loans, as they are now: ${getting} get it, ${named.length - getting} nothing`}
      isFlush
    >
      {rows.length === 0 ? (
        <p className={styles.sum}>{t`No loan has a step tomorrow.`}</p>
      ) : (
        <DataTable
          caption={t`Who would get what tomorrow`}
          columns={columns}
          rows={rows}
          rowKey={({ step, loan }) => `${keyOf(step)} ${loan.orderId}`}
          hasKeys={false}
        />
      )}
    </Card>
  );
}
