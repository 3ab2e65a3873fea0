import { runCli, type Terminal } from '../../../src/operations/cli.ts';
import type { Cluster } from '../database/throwaway-cluster.ts';
import { childEnvironment } from './child-environment.ts';

export interface CommandResult {
  readonly code: number;
  /** Standard output and standard error, unchanged. */
  readonly output: string;
  readonly out: string;
}

/**
 * Runs the operators' command line in this process, with a terminal whose operator confirms, unless `confirm`
 * is set.
 */
export async function runHiram(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  confirm: NonNullable<Terminal['confirm']> | 'nobody' = async () => true,
): Promise<CommandResult> {
  let output = '';
  let out = '';
  const code = await runCli(words, {
    environment: { ...childEnvironment(), ...environment },
    folder: process.cwd(),
    out: (text) => {
      out += text;
      output += text;
    },
    error: (text) => {
      output += text;
    },
    confirm: confirm === 'nobody' ? undefined : confirm,
  });
  return { code, output, out };
}

/** The settings of an operator beside the servers of a database. */
export function settingsOf(
  { socketDir }: Cluster,
  database: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    SANDBOX: '1',
    DATABASE_URL: `postgres://hiram_app@localhost/${database}?host=${socketDir}`,
    DATABASE_OWNER_URL: `postgres://hiram_owner@localhost/${database}?host=${socketDir}`,
    DATA_KEY: 'ab'.repeat(32),
    ...more,
  };
}

/** The exit code and the output of a command, without the parts. */
export async function codeAndText(ran: Promise<CommandResult>): Promise<{ code: number; output: string }> {
  const { code, output } = await ran;
  return { code, output };
}
