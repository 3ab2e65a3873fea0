import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger } from './log.ts';
import { terminalLine } from './terminal-log.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  write(createLogger('info', { write: (json) => (text += stripVTControlCharacters(terminalLine(json))) }));
  return text;
}

test('at a terminal a line of the log is time, level, message and fields, and no JSON [T768]', () => {
  expect(logged((log) => log.info({ brand: 'ph', counts: { loans: 3, differing: 0 } }, 'daily run'))).toMatch(
    /^\d\d:\d\d:\d\d INFO {2}daily run brand=ph counts=\{"loans":3\}\n$/,
  );
});

test('at a terminal an error has its stack on lines of its own, and hidden fields stay hidden', () => {
  const text = logged((log) => log.warn({ err: new Error('away'), phone: '+639171234567' }, 'tick'));
  expect(text).toMatch(/^\d\d:\d\d:\d\d WARN {2}tick phone=\(hidden\)\nError: away\n {4}at /);
});

test('a text that is no line of the log is written as it is', () => {
  expect(terminalLine('a warning of Node\n')).toBe('a warning of Node\n');
});
