import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitsOf, formatDigits, type InputFormat, shownFormat, typedDigits } from './format-input.ts';

const formats = fc.constantFrom<InputFormat>('phone', 'phone-ph', 'phone-in', 'phone-id', 'card', 'number');
const anything = fc.string({ unit: fc.constantFrom(...'0123456789 -+().a\u00a0'), maxLength: 40 });

test('CFG-04 a phone number keeps its digits, at most 11, grouped 3-4-4', () => {
  expect(formatDigits('phone', '(0917) 123-4567')).toBe('091 7123 4567');
  expect(formatDigits('phone', '0917')).toBe('091 7');
  expect(digitsOf('phone', '091712345678999')).toBe('09171234567');
});

test('CFG-04 a pasted phone number with a country code is written in the national form', () => {
  for (const format of ['phone', 'phone-ph'] as const)
    expect(digitsOf(format, '+63 917 123 4567')).toBe('09171234567');
  expect(digitsOf('phone-id', '+62 812-3456-7890')).toBe('081234567890');
  expect(digitsOf('phone-id', '+62 812-3456-78901')).toBe('0812345678901');
  expect(digitsOf('phone-in', '+91 98765 43210')).toBe('9876543210');
  expect(digitsOf('phone', '+86 138 0013 8000')).toBe('13800138000');
  // If the leading zero does not fit, the last digits matter more.
  expect(digitsOf('phone', '+62 812-3456-7890')).toBe('81234567890');
});

test('CFG-04 each market groups a mobile number in its usual way', () => {
  expect(formatDigits('phone-ph', '0917-123-4567')).toBe('0917 123 4567');
  expect(formatDigits('phone-in', '+91 98765 43210')).toBe('98765 43210');
  expect(formatDigits('phone-id', '0812 3456 78901')).toBe('0812 3456 7890 1');
});

test('CFG-04 a mobile number without its leading 0 keeps its last groups', () => {
  expect(formatDigits('phone-ph', '917 123 4567')).toBe('917 123 4567');
  expect(formatDigits('phone-id', '812 3456 7890')).toBe('812 3456 7890');
});

test('CFG-04 CFG-05 an entered mobile number is grouped as 4-3-4, an account number in groups of four', () => {
  const shown = (format: InputFormat, digits: string) => formatDigits(shownFormat(format, digits), digits);
  expect(shown('phone', '09171234567')).toBe('0917 123 4567');
  expect(shown('phone', '13912345678')).toBe('139 1234 5678');
  expect(shown('phone-ph', '09171234567')).toBe('0917 123 4567');
  expect(shown('phone-in', '9876543210')).toBe('98765 43210');
  expect(shown('phone-id', '081234567890')).toBe('0812 3456 7890');
  expect(shown('number', '12345678')).toBe('1234 5678');
});

test('CFG-05 a card number keeps its digits, in groups of four', () => {
  expect(formatDigits('card', '4111-1111 1111x1')).toBe('4111 1111 1111 1');
});

test('CFG-06 a number field keeps digits alone', () => {
  expect(formatDigits('number', '1.234,50 pesos')).toBe('123450');
});

test('CFG-04 CFG-05 CFG-06 formatting a formatted number changes nothing', () => {
  fc.assert(
    fc.property(formats, anything, (format, text) => {
      const once = formatDigits(format, text);
      expect(formatDigits(format, once)).toBe(once);
      expect(once.replace(/ /g, '')).toBe(digitsOf(format, text));
    }),
  );
});

test('a digit typed in the middle leaves the caret directly after it', () => {
  fc.assert(
    fc.property(
      formats,
      fc.stringMatching(/^\d{0,10}$/),
      fc.nat(),
      fc.constantFrom(...'0123456789'),
      (format, digits, place, typed) => {
        const shown = formatDigits(format, digits);
        const index = place % (shown.length + 1);
        const text = shown.slice(0, index) + typed + shown.slice(index);
        const result = typedDigits(format, { text, caret: index + 1 });
        expect(result.text.charAt(result.caret - 1)).toBe(typed);
        const digitsBefore = shown.slice(0, index).replace(/ /g, '').length;
        expect(result.text.slice(0, result.caret).replace(/ /g, '').length).toBe(digitsBefore + 1);
      },
    ),
  );
});

test('a letter typed in the middle changes neither the digits nor the caret', () => {
  expect(typedDigits('phone', { text: '091 71x23 4567', caret: 7 })).toEqual({
    digits: '09171234567',
    text: '091 7123 4567',
    caret: 6,
  });
});

test('a field that takes fewer digits than its format keeps the first digits', () => {
  expect(typedDigits('number', { text: '1234567', caret: 7, maxDigits: 6 })).toEqual({
    digits: '123456',
    text: '123456',
    caret: 6,
  });
});
