/** Exit codes, for scripts. */
export const exitCode = {
  done: 0,
  /** The command failed, or a check found a difference. */
  failed: 1,
  /** The input is invalid. Nothing was opened. */
  usage: 2,
} as const;

/** The exit codes as the help shows them. `difference`: the meaning of 1 besides a failure. */
export function exitCodeLines(difference: string | undefined): string {
  return [
    'Exit codes:',
    '  0  done',
    `  1  failed${difference === undefined ? '' : `, or ${difference}`}`,
    '  2  invalid input; nothing was opened',
  ].join('\n');
}
