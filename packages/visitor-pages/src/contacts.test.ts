import { expect, test } from 'vitest';
import { contactParts } from './contacts.ts';

test('a text’s e-mail addresses and international numbers are links, amounts and dates not [T897]', () => {
  const text =
    'Call +63 2 8555 0100 or write to help.desk@hiram.example. You owe ₱1.714,35 since 2026-11-25 by code 1234 5678 9012.';
  const parts = contactParts(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual([
    'tel:+63285550100',
    'mailto:help.desk@hiram.example',
  ]);
});
