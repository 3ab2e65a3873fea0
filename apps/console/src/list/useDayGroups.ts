import { useDates } from '../kit/dates.ts';
import type { Group } from '../kit/table/table-types.ts';

/** Groups the rows of a list by the day of a moment. */
export function useDayGroups(): <Row>(at: (row: Row) => string) => (row: Row) => Group {
  const dates = useDates();
  return (at) => (row) => {
    const day = dates.dayOf(at(row));
    return { key: day, label: day };
  };
}
