import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  type LoanEvent,
  type LocalDate,
  position,
  quoteExtension,
  quotePayoff,
  type Terms,
} from '../src/index.ts';
import { playEvents, steps, terms } from './random-lives.ts';
import { dayOf, extensionOn, type ReferenceLoan, replayDayByDay } from './reference.ts';

/** The figures that both must agree on. */
function figures(state: ReferenceLoan, extension: ReturnType<typeof extensionOn>) {
  return {
    status: state.status(),
    credit: Number(state.credit),
    refundReceivable: Number(state.refundReceivable),
    rounding: Number(state.rounding),
    owedInAll: Number(state.owedInAll()),
    asked: Number(state.dueNow()),
    overdue: Number(state.isClosed ? 0n : state.fallenDue(state.today - 1)),
    dues: state.list.map((instalment) => instalment.due),
    unpaid: state.list.map((instalment) => Number(state.isClosed ? 0n : state.unpaid(instalment))),
    late: state.isClosed ? undefined : state.list.map((instalment) => Number(state.late(instalment))),
    penalty: state.isClosed ? undefined : Number(state.penalty()),
    payoff: state.canPayOff() && state.owedInAll() > 0n ? Number(state.payoffAsked()) : undefined,
    price: Number(extension?.price ?? -1n),
    parts: extension?.parts,
  };
}

function engineFigures(loan: Terms, events: readonly LoanEvent[], day: LocalDate, isClosed: boolean) {
  const loanPosition = position(loan, events, day);
  const payoff = quotePayoff(loan, events, day);
  const extension = quoteExtension(loan, events, day);
  const isAllowed = day >= loanPosition.prepayFrom || (loanPosition.coolingOffUntil ?? '') >= day;
  return {
    status: loanPosition.status,
    credit: loanPosition.credit,
    refundReceivable: loanPosition.refundReceivable,
    rounding: loanPosition.rounding,
    owedInAll: loanPosition.owedInAll,
    asked: loanPosition.due,
    overdue: loanPosition.overdue,
    dues: loanPosition.instalments.map((instalment) => dayOf(instalment.dueDate)),
    unpaid: loanPosition.instalments.map((instalment) => instalment.unpaid),
    late: isClosed ? undefined : loanPosition.instalments.map((instalment) => instalment.late),
    penalty: isClosed ? undefined : loanPosition.penalty,
    payoff: payoff.ok && isAllowed ? payoff.amount : undefined,
    price: extension.ok ? extension.amount : -1,
    parts: extension.ok ? extension.parts : undefined,
  };
}

test('TERM-03 TERM-05 EXT-04 for any events the engine agrees to the cent with a day-by-day calculation', () => {
  const seen = {
    settled: 0,
    extended: 0,
    refundReceivable: 0,
    rounding: 0,
    credit: 0,
    partOfPrice: 0,
    inParts: 0,
    arranged: 0,
    broken: 0,
  };
  fc.assert(
    fc.property(terms, steps, fc.array(fc.nat(60), { maxLength: 3 }), (loan, path, later) => {
      const { events, last } = playEvents(loan, path);
      const days = [last, ...later.map((days) => addDays(last, days))];
      for (const day of days) {
        const state = replayDayByDay(loan, events, day);
        const expected = figures(state, extensionOn(loan, events, day));
        expect(engineFigures(loan, events, day, state.isClosed)).toEqual(expected);
        seen.settled += Number(expected.status === 'settled');
        seen.extended += Number(state.extensionsUsed > 0);
        seen.refundReceivable += Number(expected.refundReceivable > 0);
        seen.rounding += Number(expected.rounding > 0);
        seen.partOfPrice += Number((expected.parts?.length ?? 0) > 0);
        seen.inParts += Number(
          events.some((event) => event.kind === 'extended' && (event.parts ?? []).length > 0),
        );
        seen.credit += Number(expected.credit > 0);
        seen.arranged += Number(state.runsArrangement());
        seen.broken += Number(state.isBroken);
      }
    }),
    { numRuns: 700 },
  );
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
});
