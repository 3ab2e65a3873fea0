import { expect, test } from 'vitest';
import { isUpiLink } from './upi-link.ts';

const link = (changes: Readonly<Record<string, string>> = {}) =>
  `upi://pay?${new URLSearchParams({ pa: 'pagdandi@examplebank', pn: 'Pagdandi', tr: '42', am: '3619.00', cu: 'INR', ...changes })}`;

test('a UPI address is opened only with a payee, in rupees and with exactly the amount of the code', () => {
  expect(isUpiLink(link(), 361_900)).toBe(true);
  expect(isUpiLink(link({ am: '3619' }), 361_900)).toBe(true);
  expect(isUpiLink(link(), 361_901)).toBe(false);
  expect(isUpiLink(link({ am: '' }), 0)).toBe(false);
  expect(isUpiLink(link({ am: '3.619e3' }), 361_900)).toBe(false);
  expect(isUpiLink(link({ cu: 'USD' }), 361_900)).toBe(false);
  expect(isUpiLink(link({ pa: 'nobody' }), 361_900)).toBe(false);
});

test.each([
  null,
  '',
  '000201010212',
  'javascript:alert(1)//upi://pay?pa=a@bank&am=1',
  'https://example.com/?upi://pay?pa=ab@bank&am=1',
  'upi://mandate?pa=ab@bank&am=1.00',
  'upi://pay?pa=ab@bank&am=1.00\n',
])('a code with the text %j opens no app', (text) => {
  expect(isUpiLink(text, 100)).toBe(false);
});
