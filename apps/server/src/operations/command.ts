import type { AppContext } from '../context/app-context.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import type { TwoPersons } from '../platform/database/operator.ts';
import type { Changes } from './dry-run.ts';

/** Input that cannot be understood: a one-line message with the option's name. Exit code 2. */
export class UsageError extends Error {}

/** One option or argument of a command. `read` gets the typed value; undefined (or false for a flag) if it is absent. */
export interface Parameter<Value> {
  /** The placeholder of the value in the help, `ID`; undefined for a flag. */
  readonly placeholder: string | undefined;
  readonly summary: string;
  readonly isRequired: boolean;
  /** Throws UsageError with the fault, without the option's name. */
  read(typed: unknown): Value;
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The input of a command's `run`: each parameter's value by its name. */
type InputOf<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer Value> ? Value : never;
};

/** A command's result. */
export interface Outcome {
  /** The output of `--json`: amounts in cents, days as `YYYY-MM-DD`, moments in ISO 8601. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same for people, one string per line. */
  readonly lines: readonly string[];
  /** Lines for standard error, with and without `--json`. */
  readonly warnings?: readonly string[];
  /** The changes that a real run would make. */
  readonly changes?: Changes | undefined;
  /** True if a check found a difference or something is missing: exit code 1. */
  readonly hasFailed?: boolean;
}

/** The context of a command besides its input. */
export interface Session {
  readonly environment: NodeJS.ProcessEnv;
  /** The base folder of relative file paths. */
  readonly folder: string;
  readonly isDryRun: boolean;
  /** Prints the progress of a long command on standard error. */
  progress(line: string): void;
  /**
   * Runs `work` beside running servers with their settings. The audit trail records the command, and `by` if it is set. In a
   * dry run `work` runs in one transaction that is rolled back.
   */
  withApp<Result>(work: (app: AppContext) => Promise<Result>, by?: string): Promise<DryRun<Result>>;
  /**
   * Like `withApp`, with the login of the schema's owner and without a statement timeout. `persons`: who stand for a decision
   * that the database accepts in an emergency alone.
   */
  withOwner<Result>(
    work: (db: Db) => Promise<Result>,
    by?: string,
    persons?: TwoPersons,
  ): Promise<DryRun<Result>>;
}

export interface DryRun<Result> {
  readonly result: Result;
  /** Undefined unless it is a dry run. */
  readonly changes: Changes | undefined;
}

interface Declaration<Arguments extends Parameters, Options extends Parameters> {
  /** Group and verb: `loans waive`. A command of its own has one word. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Facts that an operator must know before running it. */
  readonly description?: string;
  readonly arguments: Arguments;
  readonly options: Options;
  /**
   * Set for a command that changes money or data; it takes `--dry-run`. `question`: the confirmation unless `--yes` is set.
   * Without a question the command does not ask, because a repeated or mistaken run does no harm.
   */
  readonly change?: { readonly question?: (input: InputOf<Arguments & Options>) => string };
  /** The meaning of exit code 1 besides a failure. */
  readonly difference?: string;
  readonly examples: readonly string[];
  run(input: InputOf<Arguments & Options>, session: Session): Promise<Outcome>;
}

/** A command as the program starts it: the whole input is parsed before anything is opened. */
export interface Command
  extends Omit<
    Declaration<Parameters, Parameters>,
    'run' | 'change' | 'arguments' | 'options' | 'description' | 'difference'
  > {
  readonly description: string | undefined;
  readonly difference: string | undefined;
  readonly arguments: Parameters;
  readonly options: Parameters;
  readonly takesDryRun: boolean;
  /** True if it takes `--yes`. */
  readonly asksFirst: boolean;
  /** Throws UsageError. */
  prepare(typed: Readonly<Record<string, unknown>>): {
    readonly question: string | undefined;
    run(session: Session): Promise<Outcome>;
  };
}

export function defineCommand<Arguments extends Parameters, Options extends Parameters>(
  declaration: Declaration<Arguments, Options>,
): Command {
  const { name, summary, description, difference, examples, change } = declaration;
  const parameters: Arguments & Options = { ...declaration.arguments, ...declaration.options };
  return {
    name,
    summary,
    description,
    difference,
    examples,
    arguments: declaration.arguments,
    options: declaration.options,
    takesDryRun: change !== undefined,
    asksFirst: change?.question !== undefined,
    prepare(typed) {
      const entries = Object.entries(parameters).map(([key, parameter]) => [
        key,
        readParameter(termOf(key, parameter, key in declaration.arguments), parameter, typed[key]),
      ]);
      const input = Object.fromEntries(entries) as InputOf<Arguments & Options>;
      return { question: change?.question?.(input), run: (session) => declaration.run(input, session) };
    },
  };
}

/** A parameter's name in help and messages: `--ask-score`, `ID`. */
export function termOf(key: string, { placeholder }: Parameter<unknown>, isArgument: boolean): string {
  return isArgument
    ? (placeholder ?? key)
    : `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function readParameter(term: string, { read, isRequired }: Parameter<unknown>, typed: unknown): unknown {
  if (typed === undefined && isRequired) throw new UsageError(`${term} is missing`);
  try {
    return read(typed);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${term}: ${error.message}`) : error;
  }
}
