interface Files {
  readonly vitest: string[];
  readonly browser: string[];
}
export interface Selection {
  readonly whole: Files;
  readonly titled: Files;
  readonly titles: string[];
  readonly unknown: string[];
}
export function selectTests(root: string, names: readonly string[]): Selection;
export function patternOf(titles: readonly string[]): string;
