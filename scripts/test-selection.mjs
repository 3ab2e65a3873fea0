// Finds the test files for `npm test -- <name> …`.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const folders = ['apps', 'packages', 'checks/faults', 'tools', 'scripts', 'e2e'];
const skipped = new Set(['node_modules', 'dist']);

/**
 * Selects tests by names. `whole`: the test files whose path contains a name; all their tests run. `titled`: the files that
 * contain a name that no path contains; only tests with one of `titles` in their title run. A file that is in both lists runs
 * whole. `unknown`: names that select nothing.
 */
export function selectTests(root, names) {
  const files = folders.flatMap((folder) => testFiles(root, join(root, folder)));
  const inPath = (name) => files.filter((file) => file.includes(name));
  const titles = names.filter((name) => inPath(name).length === 0);
  const texts = titles.length > 0 ? files.map((file) => [file, readFileSync(join(root, file), 'utf8')]) : [];
  const withText = (title) => texts.filter(([, text]) => text.includes(title)).map(([file]) => file);
  const whole = new Set(names.flatMap(inPath));
  return {
    whole: divide([...whole]),
    titled: divide(titles.flatMap(withText).filter((file) => !whole.has(file))),
    titles,
    unknown: titles.filter((title) => withText(title).length === 0),
  };
}

function divide(files) {
  const distinct = [...new Set(files)].sort();
  return {
    vitest: distinct.filter((file) => !file.startsWith('e2e/')),
    browser: distinct.filter((file) => file.startsWith('e2e/')),
  };
}

function testFiles(root, folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(root, path);
    return /\.(test|spec)\.tsx?$/.test(entry.name) ? [relative(root, path).replaceAll('\\', '/')] : [];
  });
}

/** A pattern that matches each of the titles literally. */
export function patternOf(titles) {
  return titles.map((title) => title.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
}
