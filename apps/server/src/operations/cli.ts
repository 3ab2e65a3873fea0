import { CommanderError, Help, Option, Command as Program } from 'commander';
import { release, versionLine } from '../platform/release.ts';
import { type Command, type Outcome, type Parameter, termOf, UsageError } from './command.ts';
import { commands, groups } from './commands.ts';
import { changeLines } from './dry-run.ts';
import { exitCode, exitCodeLines } from './exit-codes.ts';
import { openSession } from './session.ts';

/** The program's input and output. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  /** The base folder of relative file paths. */
  readonly folder: string;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Asks the operator; undefined without an interactive terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

/** Runs one command line, `['loans', 'show', ID]`. Returns the exit code. Errors of a command are printed, not thrown. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCode.done;
  const program = createProgram(terminal, async (command, typed) => {
    code = await runCommand(command, typed, terminal);
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCode.done : exitCode.usage;
  }
}

type RawOptions = Readonly<Record<string, unknown>>;

/** Builds the program with all commands. `start` gets the input of the chosen one. */
function createProgram(
  terminal: Terminal,
  start: (command: Command, typed: RawOptions) => Promise<void>,
): Program {
  const program = new Program('hiram')
    .usage('<command> [options]')
    .description('Commands for operators of Hiram. They use the settings of its servers.')
    .helpCommand(false)
    .version(versionLine)
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.error,
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    })
    .configureHelp({ formatHelp })
    .showHelpAfterError('(run --help for the commands, <command> --help for one of them)');
  for (const command of commands) if (!command.name.includes(' ')) addCommand(program, command, start);
  for (const [name, summary] of Object.entries(groups)) {
    const group = program.command(name).description(summary).usage('<command> [options]').helpCommand(false);
    for (const command of commands)
      if (command.name.startsWith(`${name} `)) addCommand(group, command, start);
  }
  program.addHelpText('after', `\n${exitCodeLines('a check found a difference')}`);
  return program;
}

function addCommand(
  group: Program,
  command: Command,
  start: (command: Command, typed: RawOptions) => Promise<void>,
): void {
  const verb = command.name.split(' ').at(-1) ?? '';
  const program = group
    .command(verb)
    .summary(command.summary)
    .description([command.summary, command.description].filter(Boolean).join('\n\n'))
    .allowExcessArguments(false)
    .showHelpAfterError(`(run hiram ${command.name} --help)`);
  for (const parameter of Object.values(command.arguments))
    program.argument(`<${parameter.placeholder}>`, parameter.summary);
  for (const [key, parameter] of Object.entries(command.options)) program.addOption(optionOf(key, parameter));
  if (command.takesDryRun) {
    program.option('--dry-run', 'print what would be changed, and change nothing');
    program.option(
      '--yes',
      command.asksFirst
        ? 'do not ask before the change; needed where no person can answer'
        : 'accepted, as by every command that changes something; this one does not ask',
    );
  }
  program.option('--json', 'print the result as one JSON document (amounts in cents)');
  program.addHelpText(
    'after',
    `\n${exitCodeLines(command.difference)}\n\nExamples:\n${exampleLines(command)}`,
  );
  program.action(async (...values: unknown[]) => {
    const names = Object.keys(command.arguments);
    const typedArguments = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    await start(command, { ...program.opts(), ...typedArguments });
  });
}

function optionOf(key: string, parameter: Parameter<unknown>): Option {
  const term = termOf(key, parameter, false);
  const flags = parameter.placeholder === undefined ? term : `${term} <${parameter.placeholder}>`;
  const summary = parameter.isRequired ? `${parameter.summary} (required)` : parameter.summary;
  return new Option(flags, summary).makeOptionMandatory(parameter.isRequired);
}

function exampleLines({ examples }: Command): string {
  const program = release.isPackaged ? 'hiram' : 'npm run hiram --';
  return examples.map((example) => `  ${program} ${example}`).join('\n');
}

/** Wide enough for one line per command in the list. */
const helpWidth = 120;

/** Formats help: the library's format for one command, and a list of full commands for the program and its groups. */
function formatHelp(program: Program, helper: Help): string {
  const list = new Help();
  list.helpWidth = helper.helpWidth ?? helpWidth;
  if (program.commands.length > 0) {
    list.visibleCommands = leaves;
    list.subcommandTerm = fullName;
  }
  return list.formatHelp(program, list);
}

/** All commands of a program or group, without the groups themselves. */
function leaves(program: Program): Program[] {
  return program.commands.length === 0
    ? []
    : program.commands.flatMap((child) => (child.commands.length === 0 ? [child] : leaves(child)));
}

function fullName(program: Program): string {
  const own = [program.name(), ...program.registeredArguments.map((argument) => `<${argument.name()}>`)].join(
    ' ',
  );
  return program.parent?.parent ? `${program.parent.name()} ${own}` : own;
}

async function runCommand(command: Command, typed: RawOptions, terminal: Terminal): Promise<number> {
  const { environment, folder, out, error } = terminal;
  const fail = (message: string, code: number) => {
    error(`${message}\n`);
    return code;
  };
  try {
    const prepared = command.prepare(typed);
    const isDryRun = typed.dryRun === true;
    if (prepared.question !== undefined && !isDryRun && typed.yes !== true) {
      if (!terminal.confirm)
        throw new UsageError('--yes is required without a terminal (--dry-run shows what would change)');
      if (!(await terminal.confirm(prepared.question))) return fail('Nothing was changed.', exitCode.failed);
    }
    const progress = (line: string) => error(`${line}\n`);
    const session = openSession({ command: command.name, environment, folder, isDryRun, progress });
    const outcome = await prepared.run(session);
    out(typed.json === true ? jsonOf(outcome, isDryRun) : textOf(outcome));
    for (const warning of outcome.warnings ?? []) error(`${warning}\n`);
    return outcome.hasFailed ? exitCode.failed : exitCode.done;
  } catch (fault) {
    if (fault instanceof UsageError)
      return fail(`error: ${fault.message}\n(run hiram ${command.name} --help)`, exitCode.usage);
    return fail(fault instanceof Error ? fault.message : String(fault), exitCode.failed);
  }
}

function jsonOf({ data, changes }: Outcome, isDryRun: boolean): string {
  const document = { ...data, ...(isDryRun ? { dryRun: true, changes } : {}) };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function textOf({ lines, changes }: Outcome): string {
  return [...lines, ...(changes ? changeLines(changes) : [])].map((line) => `${line}\n`).join('');
}
