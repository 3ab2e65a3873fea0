import { expect, expectTypeOf, test } from 'vitest';
import type { loanDetails } from '../calls/order.ts';
import type { CallInput, CallOutput, SentInput } from '../wire/call.ts';
import {
  type AccountId,
  asId,
  type BorrowerId,
  type Id,
  type LoanEventId,
  type OrderId,
  type PaymentId,
} from './ids.ts';

const ofBorrower = (id: BorrowerId): string => id;

test('an id of one kind does not compile where another kind is expected', () => {
  const text = 'a3a8';
  const orderId: OrderId = asId(text);
  // @ts-expect-error: an order's id is not a borrower's
  ofBorrower(orderId);
  // @ts-expect-error: text is no id until something says of which kind
  ofBorrower(text);
  expect(ofBorrower(asId(text))).toBe(text);
  expectTypeOf<OrderId>().toExtend<string>();
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

test('an input takes text and gives an id', () => {
  expectTypeOf<SentInput<typeof loanDetails>['orderId']>().toEqualTypeOf<string>();
  expectTypeOf(asId<'order'>('a3a8')).toEqualTypeOf<Id<'order'>>();
});
