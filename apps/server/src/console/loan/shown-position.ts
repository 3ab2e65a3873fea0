import type { Instalment, OwedLine, ShownPosition } from '@hiram/contract/console/loan-shapes';
import {
  type OwedLine as EngineLine,
  explainOwed,
  inForce,
  type LoanEvent,
  type LocalDate,
  type Position,
  position,
  type Terms,
} from '@hiram/loan';
import { askedPosition } from '../../lending/loans/next-payment.ts';
import { payoffOn } from '../../lending/loans/payoff-on.ts';

/** A loan of which events are known. */
export interface KnownLoan {
  readonly terms: Terms;
  readonly events: readonly LoanEvent[];
}

/** The loan on a day with how each amount came about. Throws LoanError before the disbursal. */
export function shownPosition({ terms, events }: KnownLoan, on: LocalDate): ShownPosition {
  const current = askedPosition(terms, events, on);
  const stops = inForce(events).flatMap((event) =>
    event.kind === 'chargesStopped' && event.valueDate <= on ? [event.until] : [],
  );
  const stoppedUntil = stops.sort().at(-1);
  const dates = new Map(events.map(({ id, valueDate }) => [id, valueDate]));
  return {
    status: current.status,
    owed: current.owedInAll,
    parts: explainOwed(terms, events, on).map(({ part, owed, lines }) => ({
      part,
      owed,
      lines: lines.map((line) => shownLine(line, dates)),
    })),
    due: current.due,
    ...(current.dueDate === undefined ? {} : { dueDate: current.dueDate }),
    daysLate: current.daysLate,
    perDay: current.perDay,
    credit: current.credit,
    ...payoffOn(terms, events, on),
    extensionsUsed: current.extensionsUsed,
    ...(stoppedUntil === undefined || stoppedUntil < on ? {} : { chargesStoppedUntil: stoppedUntil }),
    isWrittenOff: inForce(events).some((event) => event.kind === 'writtenOff' && event.valueDate <= on),
  };
}

function shownLine(line: EngineLine, dates: ReadonlyMap<string, LocalDate>): OwedLine {
  const { kind, amount } = line;
  switch (line.kind) {
    case 'lent':
    case 'penalty':
      return { kind, amount, on: line.on };
    case 'scheduled':
      return { kind, amount, instalment: line.instalment, on: line.dueDate, moved: line.moved };
    case 'late': {
      const { instalment, from, to, days, ppm, base } = line;
      return { kind, amount, instalment, from, to, days, ppm, base };
    }
    case 'ceiling':
      return { kind, amount, by: line.by };
    case 'event': {
      const on = dates.get(line.event);
      return { kind, amount, eventId: line.event, ...(on === undefined ? {} : { on }) };
    }
    case 'settlement':
      return { kind, amount };
  }
}

/** The repayments on a day. The penalty is shown with the instalment that was late first. */
export function schedule({ terms, events }: KnownLoan, on: LocalDate): readonly Instalment[] {
  const current = position(terms, events, on);
  const firstLate = current.instalments.find(({ late, daysLate }) => late > 0 || daysLate > 0)?.no;
  const paidOn = paidDays({ terms, events }, current);
  return current.instalments.map((instalment) => {
    const { no, dueDate, interest, principal, interestPaid, principalPaid, lateOwed, daysLate, moved } =
      instalment;
    const day = paidOn.get(no);
    return {
      no,
      dueDate,
      interest,
      principal,
      interestPaid,
      principalPaid,
      lateOwed,
      daysLate,
      moved,
      penaltyOwed: no === firstLate ? current.penaltyOwed : 0,
      ...(day === undefined ? {} : { paidOn: day }),
    };
  });
}

/** The value date of the event that left nothing of an instalment unpaid, by its number. */
function paidDays({ terms, events }: KnownLoan, current: Position): ReadonlyMap<number, LocalDate> {
  const paidNow = new Set(current.instalments.filter(({ unpaid }) => unpaid === 0).map(({ no }) => no));
  const days = new Map<number, LocalDate>();
  const moneyDays = inForce(events).flatMap(({ kind, valueDate }) =>
    (kind === 'paid' || kind === 'waived') && valueDate <= current.asOf ? [valueDate] : [],
  );
  for (const day of [...new Set(moneyDays)]) {
    const after = position(terms, events, day < current.disbursedOn ? current.disbursedOn : day);
    for (const { no, unpaid } of after.instalments)
      if (unpaid > 0) days.delete(no);
      else if (paidNow.has(no) && !days.has(no)) days.set(no, after.asOf);
  }
  return days;
}
