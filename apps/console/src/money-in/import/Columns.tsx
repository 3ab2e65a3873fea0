import type { ColumnMap, LineResult } from '@hiram/contract/console/bank-statement';
import { formatCents } from '@hiram/loan';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useBrandFormat } from '../../kit/brand-format.tsx';
import { Select } from '../../kit/controls/Field.tsx';
import kit from '../../kit/kit.module.css';
import { Card } from '../../kit/Page.tsx';
import { Status, type Tone } from '../../kit/Status.tsx';
import styles from './import.module.css';
import {
  isNeeded,
  type Meaning,
  meaningOf,
  meanings,
  useMeaningWords,
  useNotationWords,
  withMeaning,
} from './meanings.ts';
import type { Import, ReadStatement } from './useImport.ts';

interface Props {
  readonly state: Import;
  readonly result: ReadStatement;
  readonly form: ReactNode;
}

const isFigure = (meaning: Meaning | undefined) =>
  meaning === 'amount' || meaning === 'debit' || meaning === 'balance';

/** Columns that are used come first, so that day and amounts are in sight beside the result. */
const placeOf = (meaning: Meaning | undefined) =>
  meaning === undefined ? meanings.length : meanings.indexOf(meaning);

/** The columns of the file, what each means, and the lines that need a look first. */
export function Columns({ state, result, form }: Props): ReactNode {
  const { t } = useLingui();
  const { rows, total, understood, faults } = result;
  const map = state.map ?? understood.map;
  const width = Math.max(understood.headings.length, ...rows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, column) => ({
    column,
    heading: understood.headings[column] ?? '',
    meaning: meaningOf(map, column),
  })).sort((one, other) => placeOf(one.meaning) - placeOf(other.meaning));
  const isFaulty = (lineNo: number, column: number) =>
    faults.some((fault) => fault.lineNo === lineNo && fault.column === column);
  return (
    <Card isFlush title={t`Columns`} aside={t`what you change is kept for this account`}>
      {form}
      <div className={styles.scroll}>
        <table className={`${kit.table} ${styles.columns}`}>
          <caption>{t`Lines of the file`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Line`}</th>
              {columns.map(({ column, heading, meaning }) => (
                <th key={column} scope="col" className={isFigure(meaning) ? styles.figure : undefined}>
                  <Heading state={state} map={map} column={column} heading={heading} />
                </th>
              ))}
              <th scope="col">{t`Result`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ lineNo, cells, result: lineResult, claim }) => (
              <tr key={lineNo}>
                <td className={kit.muted}>{lineNo}</td>
                {columns.map(({ column, meaning }) => (
                  <td
                    key={column}
                    className={isFigure(meaning) ? styles.figure : undefined}
                    data-faulty={isFaulty(lineNo, column) ? '' : undefined}
                    data-unused={meaning === undefined ? '' : undefined}
                  >
                    {cells[column] ?? ''}
                  </td>
                ))}
                <td>
                  <Result result={lineResult} claim={claim} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <details className={styles.foot}>
        <summary>{t`${rows.length} of ${total} lines, those that need a look first · raw text`}</summary>
        <pre className={styles.raw}>{state.choices?.file.text}</pre>
      </details>
    </Card>
  );
}

interface HeadingProps {
  readonly state: Import;
  readonly map: ColumnMap;
  readonly column: number;
  readonly heading: string;
}

/** A column's heading in the file, what it means, and how it is written. */
function Heading({ state, map, column, heading }: HeadingProps): ReactNode {
  const { t } = useLingui();
  const words = useMeaningWords(map);
  const { orders, decimals } = useNotationWords();
  const meaning = meaningOf(map, column);
  const number = column + 1;
  const name = heading || t`column ${number}`;
  return (
    <span className={styles.heading}>
      <code>{name}</code>
      <select
        aria-label={t`What ${name} means`}
        value={meaning ?? ''}
        onChange={({ currentTarget }) =>
          state.change({
            map: withMeaning(map, column, (currentTarget.value || undefined) as Meaning | undefined),
          })
        }
      >
        <option value="" disabled={isNeeded(meaning)}>
          {t`not used`}
        </option>
        {meanings.map((one) => (
          <option key={one} value={one} disabled={isNeeded(meaning) && map[one] === undefined}>
            {words[one]}
          </option>
        ))}
      </select>
      {meaning === 'date' && (
        <Select
          aria-label={t`Days are written`}
          value={map.dateOrder}
          options={Object.entries(orders).map(([value, order]) => ({ value, label: order }))}
          onChange={(value) => state.change({ map: { ...map, dateOrder: value as ColumnMap['dateOrder'] } })}
        />
      )}
      {meaning === 'amount' && (
        <Select
          aria-label={t`Amounts are written`}
          value={map.decimal}
          options={Object.entries(decimals).map(([value, notation]) => ({ value, label: notation }))}
          onChange={(value) => state.change({ map: { ...map, decimal: value as ColumnMap['decimal'] } })}
        />
      )}
    </span>
  );
}

const tones: Readonly<Record<LineResult, Tone>> = {
  faulty: 'danger',
  sumDiffers: 'waiting',
  nobody: 'warn',
  matches: 'good',
  posted: 'good',
  twice: 'plain',
  before: 'plain',
  outgoing: 'plain',
};

/** The reading of a line, with the person who claims it. */
function Result({
  result,
  claim,
}: {
  readonly result: LineResult;
  readonly claim: ReadStatement['rows'][number]['claim'];
}): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const claimed = claim ? formatCents(claim.amount, money) : '';
  const words: Readonly<Record<LineResult, string>> = {
    faulty: t`not read`,
    sumDiffers: t`claimed as ${claimed}`,
    nobody: t`nobody claims it`,
    matches: t`matches a receipt`,
    posted: t`posted already`,
    twice: t`again, left out`,
    before: t`imported before`,
    outgoing: t`went out`,
  };
  return (
    <>
      <Status tone={tones[result]}>{words[result]}</Status>
      {claim && (
        <span className={kit.under}>
          <Link href={`/loan/${claim.orderId}`}>{claim.name ?? t`its loan`}</Link>
        </span>
      )}
    </>
  );
}
