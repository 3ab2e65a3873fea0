/** How a command ends, for scripts. */
export const exitCode = {
  done: 0,
  /** It could not be done, or a check found a difference. */
  failed: 1,
  /** What was typed cannot be understood. Nothing was opened. */
  usage: 2,
} as const;

/** The exit codes as help shows them; `difference`: what 1 means besides a failure. */
export function exitCodeLines(difference: string | undefined): string {
  return [
    'Exit codes:',
    '  0  done',
    `  1  failed${difference === undefined ? '' : `, or ${difference}`}`,
    '  2  wrong usage; nothing was opened',
  ].join('\n');
}
