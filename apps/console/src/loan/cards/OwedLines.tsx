import type { OwedLine, OwedPart, ShownPart, ShownPosition } from '@hiram/contract/console/loan-shapes';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, Money } from '../../app/cells.tsx';
import kit from '../../kit/kit.module.css';
import styles from '../loan.module.css';
import { useDailyRate, useLoanWords } from '../words.ts';

interface Props {
  readonly position: ShownPosition;
  readonly figure: OwedPart | 'owed';
  readonly onFigure: (figure: OwedPart) => void;
  readonly onEvent: (eventId: string) => void;
}

/** The lines of a figure, which sum to it. */
export function OwedLines({ position, figure, onFigure, onEvent }: Props): ReactNode {
  const part = position.parts.find((one) => one.part === figure);
  return part ? (
    <PartLines part={part} onEvent={onEvent} />
  ) : (
    <Parts position={position} onFigure={onFigure} />
  );
}

/** The parts of everything owed. */
function Parts({ position, onFigure }: Pick<Props, 'position' | 'onFigure'>): ReactNode {
  const { t } = useLingui();
  const { parts: names } = useLoanWords();
  return (
    <table className={`${kit.table} ${styles.lines}`}>
      <caption>{t`What is owed, by part`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Part`}</th>
          <th scope="col" className={styles.right}>{t`Owed`}</th>
        </tr>
      </thead>
      <tbody>
        {position.parts
          .filter(({ part, owed }) => part !== 'refund' || owed > 0)
          .map(({ part, owed }) => (
            <tr key={part}>
              <td>
                <button type="button" className={styles.link} onClick={() => onFigure(part)}>
                  {names[part]}
                </button>
              </td>
              <td className={styles.right}>
                <Money cents={owed} />
              </td>
            </tr>
          ))}
      </tbody>
      <Sum cents={position.owed} columns={1} />
    </table>
  );
}

function Sum({ cents, columns }: { readonly cents: number; readonly columns: number }): ReactNode {
  const { t } = useLingui();
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={columns}>{t`Owed`}</th>
        <td className={styles.right}>
          <strong>
            <Money cents={cents} />
          </strong>
        </td>
      </tr>
    </tfoot>
  );
}

function PartLines({
  part,
  onEvent,
}: {
  readonly part: ShownPart;
  readonly onEvent: Props['onEvent'];
}): ReactNode {
  const { t } = useLingui();
  const { parts: names } = useLoanWords();
  const hasTiers = part.part === 'late';
  return (
    <table className={`${kit.table} ${styles.lines}`}>
      <caption>{t`${names[part.part]}, how it came about`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`${names[part.part]}, how it came about`}</th>
          {hasTiers && (
            <>
              <th scope="col">{t`Rate a day`}</th>
              <th scope="col" className={styles.right}>{t`Days`}</th>
              <th scope="col" className={styles.right}>{t`On`}</th>
            </>
          )}
          <th scope="col" className={styles.right}>{t`Amount`}</th>
        </tr>
      </thead>
      <tbody>
        {part.lines.map((line) => (
          <tr key={[line.kind, line.eventId, line.instalment, line.from, line.ppm].join(' ')}>
            <td>
              <LineWords line={line} onEvent={onEvent} />
            </td>
            {hasTiers && <Tier line={line} />}
            <td className={styles.right}>
              <Money cents={line.amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <Sum cents={part.owed} columns={hasTiers ? 4 : 1} />
    </table>
  );
}

function Tier({ line }: { readonly line: OwedLine }): ReactNode {
  const daily = useDailyRate();
  return (
    <>
      <td>{line.ppm === undefined ? '' : daily(line.ppm)}</td>
      <td className={styles.right}>{line.days ?? ''}</td>
      <td className={styles.right}>{line.base === undefined ? '' : <Money cents={line.base} />}</td>
    </>
  );
}

function LineWords({
  line,
  onEvent,
}: {
  readonly line: OwedLine;
  readonly onEvent: Props['onEvent'];
}): ReactNode {
  const { t } = useLingui();
  const { instalment: no = 0, on, from, to, by = '', eventId } = line;
  switch (line.kind) {
    case 'lent':
      return (
        <>
          {t`Lent`}, <Day on={on} />
        </>
      );
    case 'scheduled':
      return (
        <>
          {line.moved ? t`Interest of instalment ${no}, extended to` : t`Interest of instalment ${no}, due`}{' '}
          <Day on={on} />
        </>
      );
    case 'late':
      return (
        <>
          {t`Instalment ${no}, late`} <Day on={from} /> – <Day on={to} />
        </>
      );
    case 'penalty':
      return (
        <>
          {t`Default penalty, first late day`} <Day on={on} />
        </>
      );
    case 'ceiling':
      return <strong>{t`Ceiling: ${by}`}</strong>;
    case 'event':
      return (
        <button type="button" className={styles.link} onClick={() => eventId && onEvent(eventId)}>
          {line.amount > 0 ? t`Owed again by an event of` : t`Paid or waived`} <Day on={on} />
        </button>
      );
    case 'settlement':
      return t`Dropped or forgiven when the loan was settled`;
  }
}
