// The stages of a test run. A stage is a command with a result, a duration and a processor time. A table at the end lists them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createCpuMeter } from './cpu-time.mjs';

/**
 * A run of stages in `cwd`: `results` by stage, `failures` and `unstableTests` (passed at the second try) by test, and in
 * `notRun` the stages that this machine cannot run.
 * `started`: the start of the run in milliseconds since 1970.
 */
export function createRun({ cwd, environment, started }) {
  const results = [];
  const failures = [];
  const unstableTests = [];
  const notRun = [];
  const commands = createCommands(cwd);

  /** `spent`: `seconds` of the clock, `cpuSeconds` of the processor. */
  function add(name, spent, { passed = 0, failed = [], unstable = [] } = {}) {
    results.push({ ...spent, name, passed, failed: failed.length });
    failures.push(...failed);
    unstableTests.push(...unstable);
  }

  return {
    add,

    /** Lists a stage that this machine cannot run. */
    miss: (name) => void notRun.push(name),

    /** The time before the first stage. */
    spentUntilNow() {
      return { seconds: (Date.now() - started) / 1000, cpuSeconds: commands.ownCpuSeconds() };
    },

    /** Runs a command to its end. Returns its exit code and its times. Prints each line of output at once, after the name. */
    async watch(name, command, args, more = {}) {
      console.log(`\n— ${name} begins`);
      const options = { env: { ...environment, ...more }, stdio: ['inherit', 'pipe', 'pipe'] };
      return commands.run(command, args, options, (child) => printLines(name, child));
    },

    /**
     * A stage that passes or fails as a whole. Its output is printed when it has ended. With `mayBeMissing`, the exit code 2
     * means that this machine cannot run it.
     */
    async check(name, command, args, { mayBeMissing = false } = {}) {
      const chunks = [];
      const options = { env: environment, stdio: ['ignore', 'pipe', 'pipe'] };
      const { code, ...spent } = await commands.run(command, args, options, (child) => {
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
      });
      const output = Buffer.concat(chunks).toString().trim();
      console.log(`\n— ${name}: ${spent.seconds.toFixed(1)} s${output ? `\n${output}` : ''}`);
      if (mayBeMissing && code === 2) notRun.push(name);
      else add(name, spent, code === 0 ? { passed: 1 } : { failed: [name] });
    },

    /** Prints the failures and the table of stages. Returns whether all passed. */
    report() {
      printTests('Failed', failures);
      printTests('UNSTABLE: failed, then passed at the second try. Mend the cause', unstableTests);
      console.log(`\n${table(results, (Date.now() - started) / 1000)}`);
      if (notRun.length > 0) console.log(`\nNOT RUN HERE: ${notRun.join('; ')}`);
      const passed = results.reduce((sum, stage) => sum + stage.passed, 0);
      console.log(`\n${passed} passed (${unstableTests.length} unstable), ${failures.length} failed`);
      return failures.length === 0 && passed > 0;
    },
  };
}

/** Prints what the stage's command writes, line by line. */
function printLines(stage, child) {
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => console.log(line && `${stage} | ${line}`));
}

function printTests(heading, tests) {
  if (tests.length > 0) console.log(`\n${heading}:\n${tests.map((line) => `  ${line}`).join('\n')}`);
}

/** Runs commands in the folder `cwd` and measures them. */
function createCommands(cwd) {
  const cpuMeter = createCpuMeter();
  return {
    ownCpuSeconds: cpuMeter.ownSeconds,

    /** Runs a command to its end. Returns its exit code and its times. `follow` reads its output. */
    async run(command, args, options, follow) {
      const before = Date.now();
      const child = spawn(command, args, { cwd, ...options });
      const cpuSeconds = cpuMeter.start(child.pid);
      follow(child);
      const code = await exitCode(child);
      return { code, seconds: (Date.now() - before) / 1000, cpuSeconds: cpuSeconds() };
    },
  };
}

/** A command that does not start counts as failed. */
async function exitCode(child) {
  try {
    const [code] = await once(child, 'close');
    return code ?? 1;
  } catch (error) {
    console.error(error.message);
    return 1;
  }
}

/** Stages run in parallel, so the sum of their seconds can exceed the duration of the run. */
function table(results, seconds) {
  const tenths = (value) => (value === undefined ? 'unknown' : value.toFixed(1));
  const cpuSeconds = results.reduce((sum, stage) => sum + stage.cpuSeconds, 0);
  const rows = [
    ['stage', 'seconds', 'CPU seconds', 'passed', 'failed'],
    ...results.map((stage) => [
      stage.name,
      tenths(stage.seconds),
      tenths(stage.cpuSeconds),
      `${stage.passed}`,
      `${stage.failed}`,
    ]),
    ['whole run', tenths(seconds), tenths(Number.isNaN(cpuSeconds) ? undefined : cpuSeconds), '', ''],
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
