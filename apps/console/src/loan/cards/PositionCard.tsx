import type { OwedPart, ShownPosition } from '@hiram/contract/console/loan-shapes';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Day, Money } from '../../app/cells.tsx';
import { dayAfter } from '../../app/days.ts';
import { PayoffDifference } from '../../app/Payoff.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { DayField } from '../../kit/controls/DayField.tsx';
import { Tabs } from '../../kit/controls/Tabs.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { useKey } from '../../kit/keys/keys.ts';
import { Nothing } from '../../kit/Nothing.tsx';
import { Card } from '../../kit/Page.tsx';
import { Differences } from '../history/Differences.tsx';
import styles from '../loan.module.css';
import type { ShownLoan, View } from '../types.ts';
import { useLoanWords } from '../words.ts';
import { OwedLines } from './OwedLines.tsx';

interface Props {
  readonly loan: ShownLoan;
  readonly view: View;
  readonly onView: (view: View) => void;
  /** Shows an event with its journal. */
  readonly onEvent: (eventId: string) => void;
}

type Figure = OwedPart | 'owed';

/** The amounts owed on a day. Each figure opens to its lines. */
export function PositionCard({ loan, view, onView, onEvent }: Props): ReactNode {
  const { t } = useLingui();
  const [figure, setFigure] = useState<Figure>();
  const { position } = loan;
  return (
    <Card title={<DayChoice loan={loan} view={view} onView={onView} />} isFlush>
      <Differences loan={loan} />
      {position ? (
        <>
          <Figures loan={loan} position={position} figure={figure} onFigure={setFigure} />
          {figure && <OwedLines position={position} figure={figure} onFigure={setFigure} onEvent={onEvent} />}
          <More position={position} />
        </>
      ) : (
        <Nothing
          icon="waiting"
          title={t`Nothing is owed on this day`}
          text={t`It was not paid out yet.`}
          next={
            view.on !== undefined && (
              <Button onClick={() => onView({ on: undefined, knowledge: 'now' })}>{t`Show today`}</Button>
            )
          }
        />
      )}
    </Card>
  );
}

/** The day of the position, and from which knowledge it is computed. */
function DayChoice({ loan, view, onView }: Omit<Props, 'onEvent'>): ReactNode {
  const { t } = useLingui();
  const go = (on: string) => onView({ ...view, on: on === loan.today ? undefined : on });
  useKey('dayBefore', t`day before`, () => go(dayAfter(loan.on, -1)));
  useKey('dayAfter', t`day after`, () => go(dayAfter(loan.on, 1)));
  return (
    <span className={styles.dayChoice}>
      <span aria-hidden="true">{t`Position`}</span>
      <DayField label={t`Position`} value={loan.on} min={loan.order.appliedAt.slice(0, 10)} onChange={go} />
      {loan.on !== loan.today && <Button onClick={() => go(loan.today)}>{t`Today`}</Button>}
      <Tabs
        label={t`From which knowledge`}
        value={view.knowledge}
        onChange={(knowledge) => onView({ ...view, knowledge })}
        options={[
          { value: 'now', label: t`As calculated now` },
          { value: 'then', label: t`As known then` },
        ]}
      />
    </span>
  );
}

interface FiguresProps {
  readonly loan: ShownLoan;
  readonly position: ShownPosition;
  /** Undefined: none is opened. */
  readonly figure: Figure | undefined;
  readonly onFigure: (figure: Figure | undefined) => void;
}

/** Due and owed lead; below them the parts that owed is made of. */
function Figures({ loan, position, figure, onFigure }: FiguresProps): ReactNode {
  const { t } = useLingui();
  const { parts: names } = useLoanWords();
  const { owed, payoff, parts } = position;
  const isToday = loan.on === loan.today;
  const opening = (of: Figure, label: string, cents: number) => (
    <button
      key={of}
      type="button"
      className={styles.figure}
      aria-pressed={of === figure}
      onClick={() => onFigure(of === figure ? undefined : of)}
    >
      <span className={styles.figureLabel}>
        {label}
        <Icon name={of === figure ? 'down' : 'right'} />
      </span>
      <strong>
        <Money cents={cents} />
      </strong>
      <span className={styles.muted}>
        {of === 'owed' && payoff === owed && t`ends the loan now; `}
        <FigureNote figure={of} loan={loan} position={position} />
      </span>
    </button>
  );
  return (
    <>
      <div className={`${styles.figures} ${styles.lead}`}>
        <Due loan={loan} position={position} />
        {opening('owed', isToday ? t`Owed today` : t`Owed`, owed)}
        {payoff !== undefined && payoff !== owed && (
          <div className={styles.figure}>
            <span className={styles.figureLabel}>{isToday ? t`Payoff today` : t`Payoff`}</span>
            <strong>
              <Money cents={payoff} />
            </strong>
            <span className={styles.muted}>
              {t`ends the loan now,`} <PayoffDifference owed={owed} payoff={payoff} />
            </span>
          </div>
        )}
      </div>
      <div className={styles.figures}>
        {parts
          .filter(({ part, owed: ofPart }) => part !== 'refund' || ofPart > 0)
          .map(({ part, owed: ofPart }) => opening(part, names[part], ofPart))}
      </div>
    </>
  );
}

/** What has fallen due and is unpaid, or falls due next. */
function Due({ loan, position: { due, dueDate } }: Pick<FiguresProps, 'loan' | 'position'>): ReactNode {
  const { t } = useLingui();
  const isAhead = dueDate !== undefined && dueDate > loan.on;
  return (
    <div className={styles.figure}>
      <span className={styles.figureLabel}>{isAhead ? t`Next due` : t`Due`}</span>
      <strong>
        <Money cents={due} />
      </strong>
      <span className={styles.muted}>
        {dueDate === undefined ? (
          t`nothing falls due`
        ) : (
          <>
            {isAhead ? t`falls due` : t`unpaid since`} <Day on={dueDate} />
          </>
        )}
      </span>
    </div>
  );
}

function FigureNote({ figure, loan, position }: Omit<FiguresProps, 'onFigure'>): ReactNode {
  const { t } = useLingui();
  const { parts, perDay } = position;
  const lines = parts.find(({ part }) => part === figure)?.lines ?? [];
  if (figure === 'owed' || figure === 'late')
    return perDay > 0 ? (
      <>
        +<Money cents={perDay} /> {t`tomorrow`}
      </>
    ) : position.chargesStoppedUntil !== undefined ? (
      t`charges stopped`
    ) : (
      t`no more tomorrow`
    );
  if (figure === 'principal')
    return (
      <>
        {t`of`} <Money cents={loan.terms.principal} />
      </>
    );
  if (lines.some(({ kind }) => kind === 'ceiling')) return t`limited by a ceiling`;
  if (figure === 'interest') {
    const count = loan.schedule.filter((one) => one.interest > one.interestPaid).length;
    return count === 0
      ? t`all paid`
      : t`of ${plural(count, { one: '# instalment', other: '# instalments' })}`;
  }
  return lines.length === 0 ? t`none charged` : t`charged once`;
}

/** Further facts about the day. */
function More({ position }: Pick<FiguresProps, 'position'>): ReactNode {
  const { t } = useLingui();
  const { payoffFrom, credit, chargesStoppedUntil } = position;
  if (payoffFrom === undefined && credit === 0 && chargesStoppedUntil === undefined) return null;
  return (
    <p className={styles.more}>
      {payoffFrom !== undefined && (
        <span>
          {t`Can be paid off from`} <Day on={payoffFrom} />
        </span>
      )}
      {credit > 0 && (
        <span>
          {t`Credit of the borrower`} <Money cents={credit} />
        </span>
      )}
      {chargesStoppedUntil !== undefined && (
        <span>
          {t`Late charges are stopped until`} <Day on={chargesStoppedUntil} />
        </span>
      )}
    </p>
  );
}
