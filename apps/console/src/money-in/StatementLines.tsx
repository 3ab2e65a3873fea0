import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, Money } from '../app/cells.tsx';
import kit from '../kit/kit.module.css';
import { Reference } from '../kit/Reference.tsx';
import { Status } from '../kit/Status.tsx';
import type { FittingLine } from './claim.ts';
import styles from './money-in.module.css';

interface Props {
  readonly lines: readonly FittingLine[];
  readonly chosen: string | undefined;
  readonly onChoose: (lineId: string) => void;
}

/** The lines of the bank's statements that may be a claim, one of which is chosen. */
export function StatementLines({ lines, chosen, onChoose }: Props): ReactNode {
  const { t } = useLingui();
  if (lines.length === 0)
    return (
      <p className={styles.pad}>
        {t`No imported line has this reference, and no other one this amount within three days.`}
      </p>
    );
  return (
    <table className={kit.table}>
      <caption>{t`Lines that may be this transfer`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Use`}</th>
          <th scope="col">{t`Line`}</th>
          <th scope="col">{t`Booked`}</th>
          <th scope="col">{t`Reference`}</th>
          <th scope="col">{t`Amount`}</th>
          <th scope="col">{t`Match`}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.lineId}>
            <td>
              <input
                type="radio"
                name="statement-line"
                aria-label={t`Use line ${line.lineNo} of ${line.file}`}
                disabled={line.isUsed}
                checked={line.lineId === chosen}
                onChange={() => onChoose(line.lineId)}
              />
            </td>
            <td>
              <Reference text={`${line.lineNo} · ${line.file}`} />
            </td>
            <td>
              <Day on={line.bookedOn} />
            </td>
            <td>
              <Reference text={line.reference} />
            </td>
            <td className={styles.right}>
              <Money cents={line.amount} />
            </td>
            <td className={styles.fit}>
              <Fit line={line} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Fit({ line }: { readonly line: FittingLine }): ReactNode {
  const { t } = useLingui();
  if (line.isUsed) return <Status tone="plain">{t`used`}</Status>;
  const { reference, amount, day } = line.fits;
  const words = [reference && t`reference`, amount && t`amount`, day && t`day`].filter(Boolean).join(', ');
  return <Status tone={reference && amount ? 'good' : 'waiting'}>{words}</Status>;
}
