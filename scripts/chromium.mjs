// Finds the browser for the browser tests, and installs one if there is none.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fail } from './setup.mjs';

const headlessShell = 'chromium-headless-shell';
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a Chromium: the one that `CHROMIUM` names, or one that is installed here, or is now; an empty
 * string for Playwright's own. Without any it ends the process. The headless shell is preferred: it is the
 * same engine without windows and extensions, and the tests need half the processor time.
 */
export function findChromium(root) {
  const named = process.env.CHROMIUM;
  if (named)
    return starts(named)
      ? pathOf(named)
      : fail(`CHROMIUM names ${named}, which does not start: name another one, or unset it`);
  if (starts(headlessShell) || installPackage(headlessShell)) return pathOf(headlessShell);
  const found = browsers.find(starts);
  if (found) return pathOf(found);
  if (installPackage('chromium')) return pathOf('chromium');
  console.log('No Chromium here: fetching the one of Playwright …');
  const playwright = join(root, 'node_modules/.bin/playwright');
  const { status } = spawnSync(playwright, ['install', '--only-shell', 'chromium'], { stdio: 'inherit' });
  return status === 0 ? '' : fail('There is no Chromium here: install one, or name it in CHROMIUM');
}

/** The path of a Chromium that is installed here, the headless shell first; an empty string without any. */
export function installedChromium() {
  const found = [headlessShell, ...browsers].find(starts);
  return found ? pathOf(found) : '';
}

function starts(command) {
  return spawnSync(command, ['--version']).status === 0;
}

function pathOf(command) {
  return command.includes('/')
    ? command
    : process.env.PATH.split(delimiter)
        .map((folder) => join(folder, command))
        .find(starts);
}

/** Installs one of Debian's packages; whether it starts. Needs root and apt. */
function installPackage(name) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.log(`Installing ${name} for the browser tests …`);
  // Do not wait long on a machine without a network.
  const quick = ['-q', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1'];
  spawnSync('apt-get', ['update', ...quick], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...quick, name], { stdio: 'inherit' });
  return starts(name);
}
