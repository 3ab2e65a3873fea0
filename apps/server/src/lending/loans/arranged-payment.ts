import type { LocalDate, Position, Terms } from '@hiram/loan';
import { type QuoteRow, unpaidRows } from './quote-row.ts';

/** What a kept arrangement asks for next. Cents; `rows` sum to `amount`. */
export interface ArrangedPayment {
  readonly amount: number;
  readonly date: LocalDate;
  readonly rows: readonly QuoteRow[];
  /** True if other repayments or their charges are late; `daysLate` of the oldest of them. */
  readonly isLate: boolean;
  readonly daysLate: number;
}

/**
 * What a borrower who keeps an arrangement pays next: what is due of it and of other repayments, or the first
 * of its parts to come and of other repayments. Undefined: none is kept. It is rounded as the engine rounds
 * the amount due, and `most` at most.
 */
export function arrangedPayment(
  { arrangement, instalments, asOf, refundReceivable }: Position,
  { unit = 1 }: Terms,
  most: number,
): ArrangedPayment | undefined {
  if (arrangement?.state !== 'kept') return undefined;
  const others = instalments.filter(({ no }) => !arrangement.instalments.includes(no));
  const daysLate = Math.max(0, ...others.map((other) => other.daysLate));
  const late = [
    ...others.filter((other) => other.daysLate > 0).flatMap(unpaidRows),
    ...others.map(({ no, lateOwed }): QuoteRow => ({ kind: 'late', instalment: no, amount: lateOwed })),
    { kind: 'refundReceivable' as const, amount: refundReceivable },
  ];
  const isLate = sumOf(late) > 0;
  const toCome = [
    ...(arrangement.next ? [{ date: arrangement.next.date, rows: partRow(arrangement.next.amount) }] : []),
    ...others.map((other) => ({ date: other.dueDate, rows: unpaidRows(other) })),
  ].filter(({ rows }) => sumOf(rows) > 0);
  const first = toCome.map((payment) => payment.date).sort()[0] ?? asOf;
  const isNow = isLate || arrangement.due > 0;
  const date = isNow ? asOf : first;
  const requested = isNow
    ? [...partRow(arrangement.due), ...late]
    : toCome.flatMap((payment) => (payment.date === date ? payment.rows : []));
  const total = sumOf(requested);
  const amount = Math.min(most, Math.max(unit, total - (total % unit)));
  const rows = [...requested, { kind: 'rounding' as const, amount: amount - total }];
  return { amount, date, rows: rows.filter((row) => row.amount !== 0), isLate, daysLate };
}

const partRow = (amount: number): readonly QuoteRow[] => [{ kind: 'arranged', amount }];

const sumOf = (rows: readonly QuoteRow[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
