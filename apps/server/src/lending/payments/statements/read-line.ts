import type { ColumnMap, NamedFault } from '@hiram/contract/console/bank-statement';
import type { LocalDate } from '@hiram/loan/local-date';
import { hasUnpayableParts } from '../../../brands/markets/markets.ts';
import { centsOf, dayOf, onlyDayOf, referenceOf } from './read-cells.ts';

/** A line of a statement that could be read. `amount` in cents, 0 or less for what went out. */
export interface StatedLine {
  readonly bookedOn: LocalDate;
  readonly amount: number;
  /** In letters and digits alone; empty if there is none. */
  readonly reference: string;
  /** The account's balance after the line, in cents; undefined: the file has none. */
  readonly balance: number | undefined;
  /** As the bank writes it; empty if it names none. */
  readonly sender: string;
}

type LineFault = Omit<NamedFault, 'lineNo'>;

/** `balance` in cents; undefined: the file has none. */
export type ReadLine =
  | { readonly kind: 'incoming' | 'outgoing'; readonly line: StatedLine }
  | { readonly kind: 'faulty'; readonly fault: LineFault; readonly balance: number | undefined };

/** The rules for reading a statement. */
export interface LineRules {
  readonly map: ColumnMap;
  /** ISO 4217, of the brand. */
  readonly currency: string;
  readonly today: LocalDate;
}

/** Letters of a sender, and of a faulty cell, that are kept. */
const maxSender = 100;
const maxFaultText = 60;

/** The greatest amount of a line, in cents. More is an error of the file. */
const maxAmount = 1_000_000_000_000;

/** Reads the cells of a line. `isCorrected`: a faulty day or amount is read as the one thing it can mean. */
export function readLine(
  cells: readonly string[],
  { map, currency, today }: LineRules,
  isCorrected = false,
): ReadLine {
  const cell = (index: number | undefined) => (index === undefined ? '' : (cells[index] ?? '').trim());
  const balance = map.balance === undefined ? undefined : centsOf(cell(map.balance), map.decimal);
  const faulty = (column: number, fault: LineFault['fault'], proposal?: LineFault['proposal']): ReadLine => ({
    kind: 'faulty',
    balance,
    fault: {
      column,
      text: cell(column).slice(0, maxFaultText),
      fault: fault !== 'columns' && cell(column).startsWith('=') ? 'formula' : fault,
      ...(proposal ? { proposal } : {}),
    },
  });
  const last = Math.max(map.date, map.amount, map.reference);
  if (last >= cells.length) return faulty(last, 'columns');
  if (map.currency !== undefined && cell(map.currency).toUpperCase() !== currency)
    return faulty(map.currency, 'currency');
  const onlyDay = () => onlyDayOf(cell(map.date), today);
  const bookedOn = dayOf(cell(map.date), map.dateOrder) ?? (isCorrected ? onlyDay() : undefined);
  if (bookedOn === undefined) return faulty(map.date, 'date', proposedDay(onlyDay()));
  if (bookedOn > today) return faulty(map.date, 'future');
  const [came, went] = [cell(map.amount), map.debit === undefined ? '' : cell(map.debit)];
  const other = () => amountOf(came, went, map.decimal === '.' ? ',' : '.');
  const amount = amountOf(came, went, map.decimal) ?? (isCorrected ? other() : undefined);
  if (amount === undefined) {
    const column = map.debit !== undefined && came === '' && went !== '' ? map.debit : map.amount;
    return faulty(column, 'amount', proposedAmount(other()));
  }
  if (Math.abs(amount) > maxAmount) return faulty(map.amount, 'tooLarge');
  if (amount > 0 && hasUnpayableParts(amount, currency)) return faulty(map.amount, 'parts');
  if (map.balance !== undefined && balance === undefined) return faulty(map.balance, 'balance');
  const reference = referenceOf(cell(map.reference));
  const sender = cell(map.sender).slice(0, maxSender);
  return {
    kind: amount > 0 ? 'incoming' : 'outgoing',
    line: { bookedOn, amount, reference, balance, sender },
  };
}

const proposedDay = (day: LocalDate | undefined) => (day === undefined ? undefined : { day });

const proposedAmount = (amount: number | undefined) =>
  amount === undefined || Math.abs(amount) > maxAmount ? undefined : { amount };

/** Cents that came in, below 0 what went out, where each may have a column of its own: then one of the two is empty or 0. */
function amountOf(credit: string, debit: string, decimal: ColumnMap['decimal']): number | undefined {
  if (debit === '') return centsOf(credit, decimal);
  const [came, went] = [credit === '' ? 0 : centsOf(credit, decimal), centsOf(debit, decimal)];
  if (came === undefined || went === undefined || (came !== 0 && went !== 0)) return undefined;
  return came === 0 ? -Math.abs(went) : came;
}
