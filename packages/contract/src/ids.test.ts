import { expect, expectTypeOf, test } from 'vitest';
import type { CallInput, CallOutput } from './call.ts';
import type { AccountId, BorrowerId, LoanEventId, OrderId, PaymentId } from './ids.ts';
import type { loanDetails } from './order.ts';

const ofBorrower = (id: BorrowerId): string => id;

test('an id of one kind does not compile where another kind is expected', () => {
  const text = 'a3a8';
  const orderId: OrderId = text;
  // @ts-expect-error: an order's id is not a borrower's
  ofBorrower(orderId);
  expect(ofBorrower(text)).toBe(text);
  expectTypeOf<OrderId>().not.toExtend<BorrowerId>();
  expectTypeOf<AccountId>().not.toExtend<PaymentId>();
});

test('the event of a payment has the same id as the payment', () => {
  expectTypeOf<PaymentId>().toExtend<LoanEventId>();
});

test('calls name the kind of their ids', () => {
  expectTypeOf<CallInput<typeof loanDetails>['orderId']>().toEqualTypeOf<OrderId>();
  expectTypeOf<CallOutput<typeof loanDetails>>().not.toBeAny();
});
