import type { ColumnMap } from '@hiram/contract/console/bank-statement';

/** A column map as a person types it: columns counted from 1, empty for none. */
export interface TypedMap {
  readonly skip: string;
  readonly delimiter: ColumnMap['delimiter'];
  readonly dateOrder: ColumnMap['dateOrder'];
  readonly decimal: ColumnMap['decimal'];
  readonly date: string;
  readonly reference: string;
  readonly amount: string;
  readonly debit: string;
  readonly currency: string;
  readonly balance: string;
}

const typed = (column: number | undefined) => (column === undefined ? '' : String(column + 1));

export function typedMap(map: ColumnMap | undefined): TypedMap {
  return {
    skip: String(map?.skip ?? 1),
    delimiter: map?.delimiter ?? ',',
    dateOrder: map?.dateOrder ?? 'YMD',
    decimal: map?.decimal ?? '.',
    date: typed(map?.date ?? 0),
    reference: typed(map?.reference ?? 1),
    amount: typed(map?.amount ?? 2),
    debit: typed(map?.debit),
    currency: typed(map?.currency),
    balance: typed(map?.balance),
  };
}

function column(text: string): number | undefined {
  return /^\s*[1-9]\d{0,2}\s*$/.test(text) ? Number(text) - 1 : undefined;
}

/** The column map, or undefined if a field of it cannot be read. */
export function mapOf(map: TypedMap): ColumnMap | undefined {
  const { delimiter, dateOrder, decimal } = map;
  const [date, reference, amount] = [column(map.date), column(map.reference), column(map.amount)];
  const [debit, currency, balance] = [column(map.debit), column(map.currency), column(map.balance)];
  if (date === undefined || reference === undefined || amount === undefined) return undefined;
  if (!/^\s*\d{1,2}\s*$/.test(map.skip)) return undefined;
  if ((map.debit.trim() !== '') !== (debit !== undefined)) return undefined;
  if ((map.currency.trim() !== '') !== (currency !== undefined)) return undefined;
  if ((map.balance.trim() !== '') !== (balance !== undefined)) return undefined;
  return {
    skip: Number(map.skip),
    delimiter,
    date,
    dateOrder,
    amount,
    decimal,
    reference,
    ...(debit === undefined ? {} : { debit }),
    ...(currency === undefined ? {} : { currency }),
    ...(balance === undefined ? {} : { balance }),
  };
}
