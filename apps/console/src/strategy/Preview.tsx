import { type PreviewStep, showStrategy } from '@hiram/contract/console/strategy';
import { orderNumber } from '@hiram/loan/format';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import { Day } from '../app/cells.tsx';
import { hasRight } from '../app/person.ts';
import { PersonContext } from '../app/person-context.ts';
import kit from '../kit/kit.module.css';
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
import { useDayWords, useWayWords, useWhyWords } from './words.ts';

type Loan = PreviewStep['named'][number];

/** Loans of a step that get the same, or nothing for the same reason. */
interface Row {
  readonly step: PreviewStep;
  /** The first of them. */
  readonly loan: Loan;
  readonly loans: readonly Loan[];
}

const alike = (a: Loan, b: Loan) =>
  a.stop === b.stop &&
  a.why === b.why &&
  a.text === b.text &&
  a.dueOn === b.dueOn &&
  String(a.open) === String(b.open);

interface Props {
  readonly brand: string;
  readonly version: number;
}

/** What borrowers would get tomorrow. Its texts take a moment: it is read by itself, after the steps. */
export function Preview({ brand, version }: Props): ReactNode {
  const query = useStaffCall(showStrategy, { version }, brand);
  return <Loaded query={query}>{(strategy) => <Loans strategy={strategy} brand={brand} />}</Loaded>;
}

/** Loan by loan, each in the borrower's language, or why not. */
function Loans({
  strategy: { steps, tomorrow, isTomorrowClosed, contact },
  brand,
}: {
  readonly strategy: ShownStrategy;
  readonly brand: string;
}): ReactNode {
  const { t } = useLingui();
  const person = useContext(PersonContext);
  const mayOpen = person !== undefined && hasRight(person, 'loan.read', brand);
  const dayWords = useDayWords();
  const ways = useWayWords(contact.channels);
  const whys = useWhyWords();
  const rows = steps.flatMap((step) =>
    step.named
      .filter((loan, at) => step.named.findIndex((other) => alike(loan, other)) === at)
      .map((loan): Row => ({ step, loan, loans: step.named.filter((other) => alike(loan, other)) })),
  );
  const named = steps.flatMap((step) => step.named);
  const getting = named.filter(({ stop, why = stop }) => why === undefined);
  const warned = getting.filter(({ open }) => open !== undefined).length;
  const opens = {
    payment: t`payment reported, not matched`,
    complaint: t`complaint open`,
    approval: t`request waits for approval`,
  };
  const loans = steps.reduce((sum, step) => sum + step.loans, 0);
  const columns: readonly Column<Row>[] = [
    column(
      'loan',
      t`Loans`,
      ({ loans: all }) => (
        <span className={styles.loans}>
          {all.map(({ orderId }) =>
            mayOpen ? (
              <Link key={orderId} href={`/loan/${orderId}`}>
                {orderNumber(orderId)}
              </Link>
            ) : (
              <span key={orderId}>{orderNumber(orderId)}</span>
            ),
          )}
        </span>
      ),
      { narrow: 'main' },
    ),
    column('due', t`Due`, ({ loan: { dueOn } }) => <Day on={dueOn} />, { narrow: 'subEnd' }),
    column('step', t`Step`, ({ step: { day } }) => <span className={kit.whole}>{dayWords(day)}</span>, {
      narrow: 'sub',
    }),
    column(
      'gets',
      t`Gets`,
      ({ step, loan: { stop, why = stop } }) =>
        why !== undefined ? (
          <Status tone="warn">{whys(why)}</Status>
        ) : isTomorrowClosed ? (
          <Status tone="clock">{t`waits for the next day`}</Status>
        ) : (
          ways(step).first
        ),
      { narrow: 'mainEnd' },
    ),
    column(
      'open',
      t`Open about the loan`,
      ({ loan: { open = [] } }) =>
        open.length === 0 ? '' : <Status tone="warn">{open.map((one) => opens[one]).join(', ')}</Status>,
      { narrow: 'low' },
    ),
    // Without the right to see loans there are no texts.
    ...(rows.some(({ loan }) => loan.text !== undefined)
      ? [
          column<Row>(
            'text',
            t`In their language`,
            ({ loan: { text, isStopped } }) =>
              text !== undefined &&
              !isStopped && (
                <details className={styles.text}>
                  <summary>{t`Text`}</summary>
                  <p>{text}</p>
                </details>
              ),
            { narrow: 'more' },
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
      aside={t`${named.length} of ${loans} loans, as they are now: ${getting.length} get it, ${named.length - getting.length} nothing`}
      isFlush
    >
      {rows.length === 0 ? (
        <p className={styles.sum}>{t`No loan has a step tomorrow.`}</p>
      ) : (
        <>
          {warned > 0 && (
            <div className={styles.sum}>
              <p>
                <Status tone="warn">
                  {plural(warned, {
                    one: '# of them gets it although something is open about the loan.',
                    other: '# of them get it although something is open about the loan.',
                  })}
                </Status>
              </p>
              <p className={kit.muted}>
                {t`Only a stop, a complaint about collection or a held payment keeps a message back. Add a stop on the loan under Collections to hold it.`}
              </p>
            </div>
          )}
          <DataTable
            caption={t`Who would get what tomorrow`}
            columns={columns}
            rows={rows}
            rowKey={({ step, loan }) => `${keyOf(step)} ${loan.orderId}`}
            hasKeys={false}
          />
        </>
      )}
    </Card>
  );
}
