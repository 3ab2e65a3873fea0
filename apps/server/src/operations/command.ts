import type { AppContext } from '../context/app-context.ts';
import type { Db } from '../platform/database/connect.ts';
import type { Changes } from './dry-run.ts';

/** What somebody typed cannot be understood: one line that names the option. Exit code 2. */
export class UsageError extends Error {}

/** One option or argument of a command. `read` gets what was typed; undefined (or false, of a flag) where nothing was. */
export interface Parameter<Value> {
  /** What help shows in place of the value, `ID`; none for a flag. */
  readonly placeholder: string | undefined;
  readonly summary: string;
  readonly isRequired: boolean;
  /** Throws UsageError with what is wrong, without the option's name. */
  read(typed: unknown): Value;
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What a command's `run` gets: each parameter's value by its name. */
export type InputOf<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer Value> ? Value : never;
};

/** What a command found or did. */
export interface Outcome {
  /** What `--json` prints: amounts in cents, days as `YYYY-MM-DD`, moments in ISO 8601. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same for people, a line each. */
  readonly lines: readonly string[];
  /** Lines for standard error, with and without `--json`. */
  readonly warnings?: readonly string[];
  /** What a dry run would have changed. */
  readonly changes?: Changes | undefined;
  /** Whether a difference was found, or something is missing: exit code 1. */
  readonly hasFailed?: boolean;
}

/** What a command works with besides its input. */
export interface Session {
  readonly environment: NodeJS.ProcessEnv;
  /** The folder that relative paths of files start from. */
  readonly folder: string;
  readonly isDryRun: boolean;
  /** Tells on standard error how far a long command is. */
  progress(line: string): void;
  /**
   * Works beside running servers with the same settings. The audit trail names the command, and `by` where a person is named.
   * In a dry run everything that `work` does is one transaction that is rolled back.
   */
  withApp<Result>(work: (app: AppContext) => Promise<Result>, by?: string): Promise<Rehearsed<Result>>;
  /** The same with the login of the schema's owner, as long as it takes. */
  withOwner<Result>(work: (db: Db) => Promise<Result>, by?: string): Promise<Rehearsed<Result>>;
}

export interface Rehearsed<Result> {
  readonly result: Result;
  /** Undefined where it was no dry run. */
  readonly changes: Changes | undefined;
}

interface Declaration<Arguments extends Parameters, Options extends Parameters> {
  /** Group and verb: `loans waive`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What is worth knowing before it is run. */
  readonly description?: string;
  readonly arguments: Arguments;
  readonly options: Options;
  /**
   * Of a command that changes money or data: takes `--dry-run`. `question`: what is asked before it is done, unless `--yes` is given;
   * without one nothing is asked, because running it twice or by mistake does no harm.
   */
  readonly change?: { readonly question?: (input: InputOf<Arguments & Options>) => string };
  /** What exit code 1 means besides a failure. */
  readonly difference?: string;
  readonly examples: readonly string[];
  run(input: InputOf<Arguments & Options>, session: Session): Promise<Outcome>;
}

/** A command as the program starts it: what was typed is read first, and nothing is opened before all of it is understood. */
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
  /** Whether it takes `--yes`. */
  readonly asksFirst: boolean;
  /** Throws UsageError. */
  prepare(typed: Readonly<Record<string, unknown>>): {
    readonly question: string | undefined;
    run(session: Session): Promise<Outcome>;
  };
}

export function defineCommand<Arguments extends Parameters, Options extends Parameters>(
  declared: Declaration<Arguments, Options>,
): Command {
  const { name, summary, description, difference, examples, change } = declared;
  const parameters: Arguments & Options = { ...declared.arguments, ...declared.options };
  return {
    name,
    summary,
    description,
    difference,
    examples,
    arguments: declared.arguments,
    options: declared.options,
    takesDryRun: change !== undefined,
    asksFirst: change?.question !== undefined,
    prepare(typed) {
      const entries = Object.entries(parameters).map(([key, parameter]) => [
        key,
        readParameter(termOf(key, parameter, key in declared.arguments), parameter, typed[key]),
      ]);
      const input = Object.fromEntries(entries) as InputOf<Arguments & Options>;
      return { question: change?.question?.(input), run: (session) => declared.run(input, session) };
    },
  };
}

/** How help and messages name a parameter: `--ask-score`, `ID`. */
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
