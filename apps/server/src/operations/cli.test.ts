import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { childEnvironment } from '../../test/support/processes/child-environment.ts';
import { runHiram } from '../../test/support/processes/run-hiram.ts';
import { termOf } from './command.ts';
import { commands, groups } from './commands.ts';

const anId = '0199a000-0000-7000-8000-000000000001';

/** No command here may open a database: this folder has none. */
const emptyEnvironment = { DATA_DIR: '/nowhere' };
const run = (...words: string[]) => runHiram(words, emptyEnvironment);
const runWithoutTerminal = (...words: string[]) => runHiram(words, emptyEnvironment, 'nobody');

/** The options that a command declares, as an operator types them. */
const optionsOf = (command: (typeof commands)[number] | undefined) =>
  Object.entries(command?.options ?? {}).map(([key, option]) => termOf(key, option, false));

test('the help lists every command with one line each, and the exit codes', async () => {
  const { code, out, output } = await run('--help');
  expect(code).toBe(0);
  expect(output).toBe(out);
  for (const { name, summary } of commands) {
    const [line, ...more] = out.split('\n').filter((text) => text.startsWith(`  ${name} `));
    expect([line?.endsWith(summary), more], name).toEqual([true, []]);
  }
  expect(out).toContain('2  invalid input; nothing was opened');
});

test.each(commands.map((command) => [command.name, command] as const))(
  '%s --help shows usage, every option, examples and exit codes',
  async (name, command) => {
    const { code, out } = await run(...name.split(' '), '--help');
    expect(code).toBe(0);
    expect(out).toContain(`Usage: hiram ${name} [options]`);
    expect(out).toContain(command.summary);
    for (const { placeholder, summary } of Object.values(command.arguments)) {
      expect(out).toContain(`<${placeholder}>`);
      expect(out.replace(/\s+/g, ' ')).toContain(summary);
    }
    for (const { summary } of Object.values(command.options))
      expect(out.replace(/\s+/g, ' ')).toContain(summary);
    expect(/^ {2}--dry-run /m.test(out)).toBe(command.takesDryRun);
    expect(/^ {2}--yes /m.test(out)).toBe(command.takesDryRun);
    expect(out).toContain('--json');
    expect(out).toMatch(/Exit codes:\n {2}0 {2}done\n {2}1 {2}failed/);
    expect(out).toContain(`  npm run hiram -- ${name}`);
  },
);

test('every command has a group, a unique name and an example with known options only', () => {
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  for (const command of commands) {
    if (command.name.includes(' ')) expect(Object.keys(groups)).toContain(command.name.split(' ')[0]);
    for (const example of command.examples)
      for (const [named] of example.matchAll(/--[a-z-]+/g))
        expect(
          [...optionsOf(command), '--json', '--dry-run', '--yes'],
          `${command.name}: ${named}`,
        ).toContain(named);
  }
});

test('the groups are in alphabetical order, with the commands of each together', () => {
  const names = commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : []));
  expect(Object.keys(groups)).toEqual(Object.keys(groups).toSorted());
  expect([...new Set(names)]).toEqual(Object.keys(groups));
  expect(names).toEqual(names.toSorted());
});

test.each([
  [['loan', 'show'], /unknown command 'loan'\n\(Did you mean loans\?\)/],
  [['loans', 'shwo'], /unknown command 'shwo'\n\(Did you mean show\?\)/],
  [['ledger', 'check', '--everything'], /unknown option '--everything'/],
  [['ledger', 'check', 'twice'], /too many arguments/],
  [['ledger', 'check', '--dry-run'], /unknown option '--dry-run'/],
  [['loans', 'show'], /missing required argument 'ORDER'/],
  [['loans', 'show', 'x'], /ORDER: x is not an id/],
  [['payments', 'post', 'x', '--by', 'Ana'], /required option '--second <NAME>' not specified/],
  [
    ['payments', 'reject', 'x', '--reason', 'x', '--by', 'Ana'],
    /required option '--second <NAME>' not specified/,
  ],
  // One letter again and again is no reason.
  ...[
    ['payments', 'reject', 'x', '--by', 'Ana', '--second', 'Ben'],
    ['payments', 'post', 'x', '--by', 'Ana', '--second', 'Ben'],
    ['loans', 'waive', anId, '--reference', 'x', '--by', 'Ana', '--second', 'Ben'],
    ['loans', 'write-off', anId, '--reference', 'x', '--by', 'Ana', '--second', 'Ben'],
    ['borrowers', 'block', anId, '--by', 'Ana'],
  ].map((words): [string[], RegExp] => [
    [...words, '--reason', 'aaaaaa'],
    /--reason: it must say why in words/,
  ]),
  [['sessions', 'end', '--all'], /required option '--by <NAME>' not specified/],
  [['sessions', 'end', '--all', '--by', '\u202e'], /--by: a name has/],
  [['sessions', 'end', '--by', 'Ana', '--borrower'], /'--borrower <BORROWER>' argument missing/],
  [['statements', 'reconcile', '--day', '2026-02-30'], /--day: 2026-02-30 is not a day/],
  [
    ['payments', 'post', 'x', '--amount', '1.234.5', '--by', 'Ana', '--second', 'Ben'],
    /--amount: 1.234.5 is not an amount/,
  ],
  [
    ['payments', 'post', 'x', '--amount', '0', '--by', 'Ana', '--second', 'Ben'],
    /--amount: 0 is not an amount/,
  ],
])('wrong usage exits 2 and names what is wrong: %j', async (words, message) => {
  const { code, out, output } = await run(...words);
  expect([code, out]).toEqual([2, '']);
  expect(output).toMatch(message);
  expect(output).toContain('--help');
  expect(output).not.toMatch(/\n {4}at /);
});

test.each([[[]], [['loans']]])(
  'a command line without a command prints an overview and exits 2: %j',
  async (words) => {
    const { code, out, output } = await run(...words);
    expect([code, out]).toEqual([2, '']);
    expect(output).toContain('  loans show <ORDER>');
  },
);

test('a change without --yes is not made if nobody can be asked, or if the person says no', async () => {
  const words = ['sessions', 'end', '--all', '--by', 'Ana'];
  expect(await runWithoutTerminal(...words)).toMatchObject({
    code: 2,
    output: expect.stringContaining('--yes is required'),
  });
  const questions: string[] = [];
  const refused = await runHiram(words, emptyEnvironment, async (question) => {
    questions.push(question);
    return false;
  });
  expect([refused.code, refused.output, questions]).toEqual([
    1,
    'Nothing was changed.\n',
    ['Sign everybody out?'],
  ]);
  // With --yes, and in a dry run, there is no question: the next missing thing is the database.
  for (const option of ['--yes', '--dry-run'])
    expect(await runWithoutTerminal(...words, option)).toMatchObject({
      code: 1,
      output: expect.stringContaining('there is no database in /nowhere'),
    });
});

test('every command and option that the documents name exists', () => {
  const root = new URL('../../../../', import.meta.url);
  const documents = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...globSync('docs/*.{md,yml}', { cwd: root }),
  ];
  const named = documents.flatMap((document) =>
    [...readFileSync(new URL(document, root), 'utf8').matchAll(/hiram -- ([a-z]+ [a-z-]+)([^`\n]*)/g)].map(
      ([, name = '', rest = '']) => ({ document, name, options: rest.match(/--[a-z-]+/g) ?? [] }),
    ),
  );
  expect(named.length).toBeGreaterThan(15);
  for (const { document, name, options } of named) {
    const command = commands.find((candidate) => candidate.name === name);
    expect(command, `${document}: ${name}`).toBeDefined();
    for (const option of options)
      expect([...optionsOf(command), '--json', '--dry-run', '--yes'], `${document}: ${name}`).toContain(
        option,
      );
  }
});

test('package.json has one script for operators', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
  expect(scripts.hiram).toBe('node scripts/hiram.mjs');
  expect(
    Object.values(scripts).filter((script) => /operations|hiram\.mjs/.test(String(script))),
  ).toHaveLength(1);
});

test('who reads only the beginning of the help, as head does, gets no stack [T769]', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--help'], {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let error = '';
  child.stderr.on('data', (text: Buffer) => {
    error += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, error]).toEqual([0, '']);
});
