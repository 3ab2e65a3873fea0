/** What a report says: how many tests passed; those that failed, and those that passed at their second try, with the error. */
export interface TestReport {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly unstable: readonly string[];
}

export function readVitest(file: string, root: string): TestReport;
export function readPlaywright(file: string): TestReport;
