import {
  type ComparedRow,
  type DayProof,
  type ExplainedDifference,
  type ReconciledAccount,
  showProviderDay,
} from '@hiram/contract/console/reconcile';
import { formatPercent, orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Money } from '../app/cells.tsx';
import { useAnyWord, useDifferenceWords } from '../i18n/words.ts';
import { InBrand, useBrandName } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Facts } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import { Reference } from '../kit/table/Reference.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { Compared, InBooks } from './Compared.tsx';
import { Assign, ExplainDialog } from './ExplainDialog.tsx';
import { NextStep } from './NextStep.tsx';
import styles from './reconcile.module.css';
import { useKindWords } from './words.ts';

interface Props {
  readonly account: ReconciledAccount;
  readonly day: string;
  readonly mayExplain: boolean;
}

/** A day of an account: what does not pair first, how the day adds up, and what each difference could be. */
export function AccountDay({ account: { provider, brand }, day, mayExplain }: Props): ReactNode {
  const { t } = useLingui();
  const nameOf = useBrandName();
  const query = useStaffCall(showProviderDay, { provider, day, ...(brand === undefined ? {} : { brand }) });
  const on = useDates().day(day);
  const title = brand === undefined ? `${provider} · ${on}` : `${provider}, ${nameOf(brand)} · ${on}`;
  return (
    <InBrand brand={brand}>
      <div className={styles.day}>
        <Loaded query={query}>
          {({ rows, count, differing, proof, differences }) => (
            <>
              <div className={styles.parts}>
                <Card
                  isFlush
                  title={title}
                  aside={t`${count - differing} of ${count} movements pair by their reference`}
                >
                  <div className={styles.movements}>
                    <Movements rows={rows} />
                  </div>
                </Card>
                {proof && <Proof proof={proof} />}
              </div>
              <div className={styles.parts}>
                <Card title={t`What it could be`}>
                  {differences.length === 0 ? (
                    <p className={kit.muted}>
                      {proof ? t`Nothing differs on this day.` : t`This day was not compared yet.`}
                    </p>
                  ) : (
                    differences.map((difference, at) => (
                      <InBrand
                        key={difference.differenceId}
                        brand={difference.brand}
                        currency={difference.currency}
                      >
                        <Difference difference={difference} mayExplain={mayExplain} hasKey={at === 0} />
                      </InBrand>
                    ))
                  )}
                </Card>
              </div>
            </>
          )}
        </Loaded>
      </div>
    </InBrand>
  );
}

function Movements({ rows }: { readonly rows: readonly ComparedRow[] }): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const kinds = useKindWords();
  const amount = (cents: number | undefined) =>
    cents === undefined ? <span className={kit.muted}>{t`nothing`}</span> : <Money cents={cents} />;
  const columns: readonly Column<ComparedRow>[] = [
    { key: 'kind', header: t`What`, narrow: 'sub', cell: ({ kind }) => kinds[kind] },
    {
      key: 'reference',
      header: t`Reference`,
      narrow: 'main',
      cell: ({ reference }) => <Reference text={reference} />,
    },
    {
      key: 'theirs',
      header: t`Statement`,
      align: 'right',
      narrow: 'mainEnd',
      cell: ({ theirs }) => amount(theirs),
    },
    {
      key: 'ours',
      header: t`Books`,
      align: 'right',
      narrow: 'subEnd',
      cell: ({ ours }) => amount(ours),
    },
    {
      key: 'result',
      header: t`Result`,
      narrow: 'low',
      cell: ({ theirs, ours, theirState, ourState, isPair }) => {
        if (isPair) return <Status tone="good">{t`pairs`}</Status>;
        if (theirs === undefined) return <Status tone="danger">{t`not on the statement`}</Status>;
        if (ours === undefined) return <Status tone="danger">{t`not in the books`}</Status>;
        if (theirs !== ours) return <Status tone="danger">{t`other amount`}</Status>;
        const [their, our] = [word(theirState), word(ourState)];
        return (
          <>
            <Status tone="warn">{t`other state`}</Status>
            <span className={kit.under}>
              {t`statement: ${their}`}
              <br />
              {t`books: ${our}`}
            </span>
          </>
        );
      },
    },
  ];
  if (rows.length === 0)
    return <Nothing title={t`Nothing moved`} text={t`Neither side has a movement on this day.`} />;
  return (
    <DataTable
      caption={t`Movements of the day`}
      columns={columns}
      // All are of the brand that the card names, or of none.
      rows={rows.map(({ brand: _, ...row }) => row)}
      rowKey={({ kind, reference }) => `${kind} ${reference}`}
      hasKeys={false}
    />
  );
}

/** The sums of the day: its movements, as the table of accounts has them, and what is then left at the provider. */
function Proof({ proof }: { readonly proof: DayProof }): ReactNode {
  const { t } = useLingui();
  const { payments, payouts, other } = proof;
  const all = [payments, payouts, other];
  const moved = {
    theirs: all.reduce((sum, { theirs }) => sum + theirs, 0),
    ours: all.reduce((sum, { ours }) => sum + ours, 0),
  };
  const lines = [
    { label: t`Payments`, sides: payments },
    { label: t`Payouts`, sides: payouts },
    { label: t`Refunds and other`, sides: other },
    { label: t`Moved on the day`, sides: moved, isSum: true },
    { label: t`At the provider before`, sides: proof.opening },
    { label: t`Settled to the bank`, sides: proof.settled },
    { label: t`Left at the provider`, sides: proof.closing, isSum: true },
  ];
  return (
    <Card isFlush title={t`How the day adds up`} aside={t`as it was compared`}>
      <table className={kit.table}>
        <caption>{t`How the day adds up`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`What`}</th>
            {[t`Statement`, t`Books`, t`Difference`].map((header) => (
              <th key={header} scope="col" className={kit.right}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, sides: { theirs, ours }, isSum }) => {
            const gap = theirs - ours;
            return (
              <tr key={label} className={isSum ? styles.sum : undefined}>
                <th scope="row">{label}</th>
                <td className={kit.right}>
                  <Money cents={theirs} />
                </td>
                <td className={kit.right}>
                  <Money cents={ours} />
                </td>
                <td className={`${kit.right} ${gap === 0 ? kit.muted : kit['tone-danger']}`}>
                  <Money cents={gap} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

interface DifferenceProps {
  readonly difference: ExplainedDifference;
  readonly mayExplain: boolean;
  readonly hasKey: boolean;
}

/** A difference with what it most likely comes from, and what can be done about it. */
function Difference({ difference, mayExplain, hasKey }: DifferenceProps): ReactNode {
  const { t } = useLingui();
  const [isExplaining, setExplaining] = useState(false);
  const reasons: Readonly<Record<string, string>> = useDifferenceWords();
  const kinds = useKindWords();
  const { kind, reference, reason, theirs, before, lastExplanation, explanation, explainedBy, owner } =
    difference;
  const facts = [
    { label: t`Statement`, value: <Compared value={theirs} /> },
    { label: t`Books`, value: <InBooks difference={difference} /> },
    { label: t`Same before`, value: before === 0 ? t`never` : t`${before} times` },
    ...(lastExplanation === undefined ? [] : [{ label: t`Then explained as`, value: lastExplanation }]),
    { label: t`Who looks at it`, value: owner ?? t`nobody` },
    ...(explanation === undefined
      ? []
      : [{ label: t`Explained`, value: `${explainedBy ?? ''}: ${explanation}` }]),
  ];
  return (
    <section className={styles.difference}>
      <h3>
        {reasons[reason] ?? reason}
        <span className={kit.under}>
          {kinds[kind]} {kind !== 'day' && <Reference text={reference} />}
        </span>
      </h3>
      <Likely difference={difference} />
      {explanation === undefined && (
        <NextStep difference={difference} hasCause={difference.likely !== undefined} />
      )}
      <Facts items={facts} />
      {!mayExplain && explanation === undefined && (
        <p className={kit.muted}>{t`A controller explains it, or passes it on.`}</p>
      )}
      {mayExplain && (
        <>
          <Assign difference={difference} />
          <Button
            look={explanation === undefined ? 'primary' : 'plain'}
            {...(hasKey ? { hotkey: 'write', hotkeyLabel: t`explain` } : {})}
            onClick={() => setExplaining(true)}
          >
            {t`Explain …`}
          </Button>
        </>
      )}
      {isExplaining && <ExplainDialog difference={difference} onClose={() => setExplaining(false)} />}
    </section>
  );
}

function Likely({ difference: { likely } }: Pick<DifferenceProps, 'difference'>): ReactNode {
  const { t, i18n } = useLingui();
  const dates = useDates();
  if (!likely) return null;
  const { cause, orderId, day = '', perMille = 0 } = likely;
  const on = day && dates.day(day);
  const share = formatPercent(perMille * 1000, i18n.locale, 1);
  const words = {
    otherDay: t`In the books on ${on}: the provider’s day ends at another time.`,
    feeRetained: t`The provider paid ${share} less: a fee that was kept back.`,
    heldForReview: t`Held for a person’s decision, of the loan`,
    itemsOfDay: t`The other differences of the day are together as much.`,
    itemsOfNoBrand: t`What the provider names of no brand of ours explains it: see its line above.`,
    movedOutside: t`The day’s other differences do not explain it: money moved outside the product.`,
  }[cause];
  return (
    <p className={styles.likely}>
      {words}{' '}
      {orderId && (
        <Link href={`/loan/${orderId}`} className={kit.whole}>
          {orderNumber(orderId)}
        </Link>
      )}
    </p>
  );
}
