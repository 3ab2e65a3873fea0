/** A period of days (`YYYY-MM-DD`), both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The calendar months of a period, the latest first; the first and the last only as far as they lie in it. */
export function monthsOf({ from, to }: Days): readonly Days[] {
  const months: Days[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); ) {
    const [year = 0, no = 0] = month.split('-').map(Number);
    const last = `${month}-${new Date(Date.UTC(year, no, 0)).getUTCDate()}`;
    const first = `${month}-01`;
    months.unshift({ from: first < from ? from : first, to: last > to ? to : last });
    month = new Date(Date.UTC(year, no, 1)).toISOString().slice(0, 7);
  }
  return months;
}
