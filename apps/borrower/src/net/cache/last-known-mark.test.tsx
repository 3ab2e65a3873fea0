import '../../../test/screen.tsx';
import { expect, test } from 'vitest';
import { current } from '../../kit/feedback/toaster.ts';
import { announce } from './last-known-mark.tsx';

test('a newer answer is announced by what leads its page, and not at all if that stays [T2717]', () => {
  announce('Your money is on its way', 'Your money is on its way');
  announce('₱2,846.37', '');
  expect(current().toasts).toEqual([]);
  announce('Your money is on its way', 'Loan active');
  expect(current().toasts.map(({ text }) => text)).toEqual(['Updated: Loan active']);
});
