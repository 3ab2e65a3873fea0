import { addDays, type LocalDate } from '@hiram/loan';
import { replyWeekdays } from '../../brands/brand.ts';
import { type Holidays, isWorkingDay } from '../../brands/working-days.ts';

/** The date by which a reply is promised: a number of working days after receipt, without the market's holidays. */
export function promisedBy(received: LocalDate, holidays: Holidays): LocalDate {
  let day = received;
  for (let left = replyWeekdays; left > 0; ) {
    day = addDays(day, 1);
    if (isWorkingDay(day, holidays)) left -= 1;
  }
  return day;
}
