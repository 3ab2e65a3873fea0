// `npm test -- <name> …`: which test files a name selects.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const folders = ['apps', 'packages', 'checks/faults', 'tools', 'scripts', 'e2e'];
const skipped = new Set(['node_modules', 'dist']);

/**
 * The test files whose path contains one of the names. Where no path contains any of them, the files that contain one of them
 * as text, and `titles`: only tests whose title contains one are to run. `unknown` are names that select nothing.
 */
export function selectTests(root, names) {
  const files = folders.flatMap((folder) => testFiles(root, join(root, folder)));
  const byPath = names.map((name) => files.filter((file) => file.includes(name)));
  if (byPath.some((found) => found.length > 0))
    return { ...divide(byPath.flat()), titles: [], unknown: names.filter((_, i) => byPath[i].length === 0) };
  const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')]);
  const byText = names.map((name) => texts.filter(([, text]) => text.includes(name)).map(([file]) => file));
  return {
    ...divide(byText.flat()),
    titles: names,
    unknown: names.filter((_, i) => byText[i].length === 0),
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

/** A pattern that finds each of the titles as it is written. */
export function patternOf(titles) {
  return titles.map((title) => title.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
}
