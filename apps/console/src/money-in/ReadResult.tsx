import type { importStatement, lineFaults } from '@hiram/contract/console/bank-statement';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, Money } from '../app/cells.tsx';
import { Banner } from '../kit/Banner.tsx';
import kit from '../kit/kit.module.css';
import { Facts } from '../kit/Page.tsx';
import { Reference } from '../kit/Reference.tsx';
import styles from './money-in.module.css';

interface Props {
  readonly result: StaffOutput<typeof importStatement>;
  readonly isTrial: boolean;
}

/** The content of a file, and the part that was, or would be, imported. */
export function ReadResult({ result, isTrial }: Props): ReactNode {
  const { t } = useLingui();
  const { lines, added, repeated, outgoing, matched, faults, faulty, sample } = result;
  const names: Readonly<Record<(typeof lineFaults)[number], string>> = {
    date: t`no day in this order`,
    amount: t`no amount in this notation`,
    tooLarge: t`the amount is too large`,
    currency: t`another currency`,
    columns: t`too few columns`,
    future: t`a day that is to come`,
  };
  return (
    <>
      <Banner
        tone={faulty > 0 ? 'warn' : 'good'}
        title={isTrial ? t`Lines that would be added: ${added}` : t`Lines added: ${added}`}
      >
        {isTrial && t`Nothing is stored yet.`}
      </Banner>
      <Facts
        items={[
          { label: t`Came in`, value: lines },
          { label: t`New`, value: <Money cents={result.amount} /> },
          { label: t`Claimed by borrowers`, value: matched },
          { label: t`There before`, value: repeated },
          { label: t`Went out`, value: outgoing },
          { label: t`Not understood`, value: faulty },
        ]}
      />
      <Sample sample={sample} />
      {faults.length > 0 && (
        <ul className={styles.faults}>
          {faults.map(({ lineNo, fault }) => (
            <li key={lineNo}>{t`Line ${lineNo}: ${names[fault]}`}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Sample({ sample }: Pick<Props['result'], 'sample'>): ReactNode {
  const { t } = useLingui();
  return (
    <table className={kit.table}>
      <caption>{t`The first lines as they were understood`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Line`}</th>
          <th scope="col">{t`Day`}</th>
          <th scope="col">{t`Reference`}</th>
          <th scope="col">{t`Amount`}</th>
        </tr>
      </thead>
      <tbody>
        {sample.map((line) => (
          <tr key={line.lineNo}>
            <td>{line.lineNo}</td>
            <td>
              <Day on={line.bookedOn} />
            </td>
            <td>
              <Reference text={line.reference} />
            </td>
            <td className={styles.right}>
              <Money cents={line.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
