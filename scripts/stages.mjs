// The stages of a test run: each is a command with a result and a duration; at the end all stand in one table.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * A run of stages in `cwd`. What they find is collected here: `results` by stage, `failures` by test, `notRun` for what
 * could not be tried on this machine. `started` is when the run began, in milliseconds since 1970.
 */
export function createRun({ cwd, environment, started }) {
  const results = [];
  const failures = [];
  const notRun = [];

  function add(name, seconds, passed, failed) {
    results.push({ name, seconds, passed, failed: failed.length });
    failures.push(...failed);
  }

  return {
    add,

    /** Runs a command to its end: its exit code and seconds. Its output is shown as it comes. */
    async watch(name, command, args, more = {}) {
      console.log(`\n— ${name}`);
      const before = Date.now();
      const child = spawn(command, args, { cwd, env: { ...environment, ...more }, stdio: 'inherit' });
      const code = await exitCode(child);
      return { code, seconds: (Date.now() - before) / 1000 };
    },

    /**
     * A stage that passes or fails as a whole, beside others: its output is shown when it has ended. With `mayBeMissing`, exit
     * code 2 says that this machine cannot run it.
     */
    async check(name, command, args, { mayBeMissing = false } = {}) {
      const before = Date.now();
      const child = spawn(command, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
      const chunks = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
      const code = await exitCode(child);
      const output = Buffer.concat(chunks).toString().trim();
      const seconds = (Date.now() - before) / 1000;
      console.log(`\n— ${name}: ${seconds.toFixed(1)} s${output ? `\n${output}` : ''}`);
      if (mayBeMissing && code === 2) notRun.push(name);
      else add(name, seconds, code === 0 ? 1 : 0, code === 0 ? [] : [name]);
    },

    /** Prints failures and the table of stages; whether all passed. */
    report() {
      if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
      console.log(`\n${table(results, (Date.now() - started) / 1000)}`);
      if (notRun.length > 0) console.log(`\nNOT RUN HERE: ${notRun.join('; ')}`);
      const passed = results.reduce((sum, stage) => sum + stage.passed, 0);
      console.log(`\n${passed} passed, ${failures.length} failed`);
      return failures.length === 0 && passed > 0;
    },
  };
}

/** A command that does not even start counts as failed. */
async function exitCode(child) {
  try {
    const [code] = await once(child, 'close');
    return code ?? 1;
  } catch (error) {
    console.error(error.message);
    return 1;
  }
}

/** Stages run beside each other: their seconds may add up to more than the whole run. */
function table(results, seconds) {
  const rows = [
    ['stage', 'seconds', 'passed', 'failed'],
    ...results.map((stage) => [stage.name, stage.seconds.toFixed(1), `${stage.passed}`, `${stage.failed}`]),
    ['whole run', seconds.toFixed(1), '', ''],
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
