import { expect, test } from 'vitest';
import { rememberLast } from './remember-last.ts';

test('a result is made once while its text is among those requested last [T2108]', () => {
  const made: string[] = [];
  const draw = rememberLast(2, (text) => {
    made.push(text);
    return `drawn ${text}`;
  });
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) expect(draw(text)).toBe(`drawn ${text}`);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});
