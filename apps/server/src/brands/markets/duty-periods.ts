import { addDays, type LocalDate, localDate } from '@hiram/loan';

/** When a duty recurs, and when it is due. */
export type DutyRule =
  /** For each calendar month, due on a day of the next one. */
  | { readonly every: 'month'; readonly dueOnDay: number }
  /** For each half of a calendar year, due days after its end. */
  | { readonly every: 'halfYear'; readonly dueAfterDays: number }
  /** For each calendar year, due days after its end. */
  | { readonly every: 'year'; readonly dueAfterDays: number }
  /** As of days of each month and its last day, due days after each. */
  | { readonly every: 'daysOfMonth'; readonly days: readonly number[]; readonly dueAfterDays: number };

/** The days that a report covers, both included, and the day on which it is due. */
export interface DutyPeriod {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly dueOn: LocalDate;
}

const dayOf = (year: number, month: number, day: number): LocalDate =>
  localDate(new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10));

/** The year and month, from 0, of a month that is counted from the year 0. */
const monthOf = (count: number) => ({ year: Math.floor(count / 12), month: count % 12 });

/** The periods of a rule that end within a month, `count` months after the year 0, in order. */
function periodsOfMonth(rule: DutyRule, count: number): readonly DutyPeriod[] {
  const { year, month } = monthOf(count);
  const last = dayOf(year, month + 1, 0);
  const endingYear = (months: number, dueAfterDays: number): readonly DutyPeriod[] =>
    (month + 1) % months === 0
      ? [{ from: dayOf(year, month + 1 - months, 1), to: last, dueOn: addDays(last, dueAfterDays) }]
      : [];
  switch (rule.every) {
    case 'month':
      return [{ from: dayOf(year, month, 1), to: last, dueOn: dayOf(year, month + 1, rule.dueOnDay) }];
    case 'halfYear':
      return endingYear(6, rule.dueAfterDays);
    case 'year':
      return endingYear(12, rule.dueAfterDays);
    case 'daysOfMonth': {
      const ends = [...rule.days.map((day) => dayOf(year, month, day)), last];
      return ends.map((to, index) => {
        const before = ends[index - 1];
        return {
          from: before === undefined ? dayOf(year, month, 1) : addDays(before, 1),
          to,
          dueOn: addDays(to, rule.dueAfterDays),
        };
      });
    }
  }
}

/** The periods of a rule that end from one day to another, both included, in order. */
export function dutyPeriods(rule: DutyRule, first: LocalDate, last: LocalDate): readonly DutyPeriod[] {
  const countOf = (day: LocalDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const periods: DutyPeriod[] = [];
  for (let count = countOf(first); count <= countOf(last); count += 1)
    periods.push(...periodsOfMonth(rule, count).filter(({ to }) => to >= first && to <= last));
  return periods;
}
