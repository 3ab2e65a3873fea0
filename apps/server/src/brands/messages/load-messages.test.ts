import { expect, test } from 'vitest';
import { messageFaults } from './load-messages.ts';
import { smsSegments, smsText } from './sms-length.ts';

const late = '{name}: {amount} was due on {date}. {pay} {object}';

test('a text with an unknown value, of 2,000 characters or from right to left is refused at load [T1594]', () => {
  expect(messageFaults('late', late)).toEqual([]);
  expect(messageFaults('late', `${late} {balance}`)).toEqual([
    expect.stringMatching(/^\{balance\} is not a value of it: it has name, amount, date, days, pay, object$/),
  ]);
  expect(messageFaults('settled', '{name}: {amount} {pay}')).toHaveLength(1);
  expect(messageFaults('late', `${late} ${'x'.repeat(2_000)}`)).toEqual([
    expect.stringMatching(/^it takes \d+ segments by SMS/),
  ]);
  expect(messageFaults('late', `${late} سدد`)[0]).toMatch(/right to left/);
  expect(messageFaults('late', `${late} \u202e`)[0]).toMatch(/right to left/);
});

test('a text that asks for money names the figure, the day, a link to pay and one to object [T1595]', () => {
  expect(messageFaults('late', '{name}: pay now.')).toEqual(
    ['amount', 'date', 'pay', 'object'].map((needed) => `{${needed}} is missing: it asks for money`),
  );
});

test('signs that would double the cost of a text are written in GSM-7, and segments are counted [T1596]', () => {
  expect(smsText('₱5,000.00 – “don’t” … ₹ 20')).toBe('PHP 5,000.00 - "don\'t" ... Rs 20');
  expect(smsSegments('ñ'.repeat(160))).toEqual({ encoding: 'gsm7', segments: 1 });
  expect(smsSegments('a'.repeat(161))).toEqual({ encoding: 'gsm7', segments: 2 });
  expect(smsSegments('['.repeat(81))).toEqual({ encoding: 'gsm7', segments: 2 });
  expect(smsSegments('₱'.repeat(71))).toEqual({ encoding: 'ucs2', segments: 2 });
});
