export interface Selection {
  readonly vitest: string[];
  readonly browser: string[];
  readonly titles: string[];
  readonly unknown: string[];
}
export function selectTests(root: string, names: readonly string[]): Selection;
export function patternOf(titles: readonly string[]): string;
