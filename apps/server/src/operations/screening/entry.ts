/** A person on a list, with every name of theirs. */
export interface ListedPerson {
  /** The person's id on the list. */
  readonly reference: string;
  readonly names: readonly string[];
  readonly birthYears: readonly number[];
}

/** A fault of a file that ends its import, in one line for the operator. */
export class ListFault extends Error {}

/** More than the years of one person on any list: a longer span says nothing. */
const maxYears = 20;

/** The years from 1900 to 2099 that stand in a text such as `12 Mar 1961` or `1960; 1961`. */
export function yearsIn(text: string): readonly number[] {
  const years = (text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []).map(Number);
  return [...new Set(years)].sort((first, second) => first - second).slice(0, maxYears);
}

/** The years of a span, both ends included; none if the span is too long to say anything. */
export function yearsBetween(from: number, to: number): readonly number[] {
  if (to < from || to - from >= maxYears) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
