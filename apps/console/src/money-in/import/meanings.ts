import type { ColumnMap } from '@hiram/contract/console/bank-statement';
import { useLingui } from '@lingui/react/macro';

/** The meanings of a column of a statement. */
export const meanings = ['date', 'reference', 'amount', 'debit', 'balance', 'sender', 'currency'] as const;
export type Meaning = (typeof meanings)[number];

/** Meanings that each statement has. */
export const isNeeded = (meaning: Meaning | undefined): boolean =>
  meaning === 'date' || meaning === 'reference' || meaning === 'amount';

export const meaningOf = (map: ColumnMap, column: number): Meaning | undefined =>
  meanings.find((meaning) => map[meaning] === column);

/** The map in which a column has another meaning. The column that had it gets what this one meant before. */
export function withMeaning(map: ColumnMap, column: number, meaning: Meaning | undefined): ColumnMap {
  const former = meaningOf(map, column);
  const holder = meaning && map[meaning];
  const changed: Record<string, unknown> = { ...map };
  if (former !== undefined) delete changed[former];
  if (meaning !== undefined) changed[meaning] = column;
  if (former !== undefined && holder !== undefined) changed[former] = holder;
  const isWhole = meanings.filter(isNeeded).every((needed) => changed[needed] !== undefined);
  return isWhole ? (changed as unknown as ColumnMap) : map;
}

/** The words of the meanings. Without a column of its own for what went out an amount has its sign. */
export function useMeaningWords(map: ColumnMap): Readonly<Record<Meaning, string>> {
  const { t } = useLingui();
  return {
    date: t`Day`,
    reference: t`Reference`,
    amount: map.debit === undefined ? t`Amount, − went out` : t`Came in`,
    debit: t`Went out`,
    balance: t`Balance`,
    sender: t`Sender`,
    currency: t`Currency`,
  };
}

/** The orders of day, month and year, and the notations of amounts. */
export function useNotationWords() {
  const { t } = useLingui();
  const orders: Readonly<Record<ColumnMap['dateOrder'], string>> = {
    YMD: t`year, month, day`,
    DMY: t`day, month, year`,
    MDY: t`month, day, year`,
  };
  const decimals: Readonly<Record<ColumnMap['decimal'], string>> = { '.': '1,234.56', ',': '1.234,56' };
  const delimiters: Readonly<Record<ColumnMap['delimiter'], string>> = {
    ',': t`comma`,
    ';': t`semicolon`,
    '\t': t`tab`,
    '|': t`bar`,
  };
  return { orders, decimals, delimiters };
}
