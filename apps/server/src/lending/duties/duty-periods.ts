import { addDays, type LocalDate, localDate } from '@hiram/loan';
import * as v from 'valibot';

/** When a duty recurs, and when it is due. */
export const dutyRule = v.variant('every', [
  /** For each calendar month, due on a day of the next one. */
  v.strictObject({ every: v.literal('month'), dueOnDay: v.number() }),
  /** For each half of a calendar year, or each year, due days after its end. */
  v.strictObject({ every: v.picklist(['halfYear', 'year']), dueAfterDays: v.number() }),
  /** As of days of each month and its last day, due days after each. */
  v.strictObject({ every: v.literal('daysOfMonth'), days: v.array(v.number()), dueAfterDays: v.number() }),
]);
type DutyRule = v.InferOutput<typeof dutyRule>;

/** The days that a report covers, both included, and the day on which it is due. */
export interface DutyPeriod {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly dueOn: LocalDate;
}

const dayOf = (year: number, month: number, day: number): LocalDate =>
  localDate(new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10));

/** The periods of a rule that end within a month, `count` months after the year 0, in order. */
function periodsOfMonth(rule: DutyRule, count: number): readonly DutyPeriod[] {
  const [year, month] = [Math.floor(count / 12), count % 12];
  const last = dayOf(year, month + 1, 0);
  if (rule.every === 'month')
    return [{ from: dayOf(year, month, 1), to: last, dueOn: dayOf(year, month + 1, rule.dueOnDay) }];
  if (rule.every === 'daysOfMonth') {
    const ends = [...rule.days.map((day) => dayOf(year, month, day)), last];
    const starts = [dayOf(year, month, 1), ...ends.map((day) => addDays(day, 1))];
    return ends.map((to, index) => ({
      from: starts[index] ?? to,
      to,
      dueOn: addDays(to, rule.dueAfterDays),
    }));
  }
  const months = rule.every === 'year' ? 12 : 6;
  if ((month + 1) % months !== 0) return [];
  return [{ from: dayOf(year, month + 1 - months, 1), to: last, dueOn: addDays(last, rule.dueAfterDays) }];
}

/** The periods of a rule that end from one day to another, both included, in order. */
export function dutyPeriods(rule: DutyRule, first: LocalDate, last: LocalDate): readonly DutyPeriod[] {
  const countOf = (day: LocalDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const periods: DutyPeriod[] = [];
  for (let count = countOf(first); count <= countOf(last); count += 1)
    periods.push(...periodsOfMonth(rule, count).filter(({ to }) => to >= first && to <= last));
  return periods;
}
