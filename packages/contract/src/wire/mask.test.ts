import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindCard, cardInit } from '../calls/bank.ts';
import { calls } from '../calls/calls.ts';
import { confirmDetail } from '../calls/confirm.ts';
import { loanDetails, recommendedClick } from '../calls/order.ts';
import { instalmentDetail } from '../calls/repay.ts';
import table from './mask.json' with { type: 'json' };
import { maskAnswer, maskInput, maskProblems, unmaskAnswer, unmaskInput } from './mask.ts';

test('NET-07 KEY-11 one table maps every field of every call both ways, without gaps or clashes', () => {
  expect(maskProblems(table, calls)).toEqual([]);
  for (const name of [
    'orderNo',
    'productId',
    'principal',
    'tenure',
    'repay_plans',
    'periodNo',
    'dueTime',
    'overdueDays',
    'smsCode',
  ])
    expect(Object.keys(table)).toContain(name);
});

test('NET-07 gaps, clashes and colliding names are reported', () => {
  const { amount: _, ...gap } = table;
  expect(maskProblems(gap, calls)).toEqual(['no wire name for amount']);
  expect(maskProblems({ ...table, amount: table.data }, calls)[0]).toMatch(/share the wire name/);
  expect(maskProblems({ ...table, amount: 'data' }, calls)[0]).toMatch(/is a public name/);
});

test('ORD-18 the recommended click carries mo, po and ke', () => {
  expect(maskInput(recommendedClick, { moduleId: 31, positionId: 0, key: 'k' }, table)).toEqual({
    mo: 31,
    po: 0,
    ke: 'k',
  });
});

test('NET-07 an answer passes the mask without loss', () => {
  const data = fc.record({
    repayAmount: fc.nat(),
    detail: fc.array(fc.record({ text: fc.string(), value: fc.string() })),
    defDetail: fc.record({
      payCode: fc.string(),
      payNotice: fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom(...Object.keys(table), ...Object.values(table))),
        fc.array(fc.record({ name: fc.string(), steps: fc.array(fc.string()) })),
      ),
    }),
  });
  fc.assert(
    fc.property(data, fc.string(), (data, message) => {
      const answer = { success: true, code: '00', message, data };
      const wire = maskAnswer(instalmentDetail, answer, table);
      expect(wire).not.toHaveProperty('data');
      expect(unmaskAnswer(instalmentDetail, wire, table)).toEqual(answer);
    }),
  );
});

test('NET-07 a rejected field is named by its wire name and mapped back to its own name', () => {
  const answer = { success: false, code: '20105', message: 'm', data: {}, field: 'amount' };
  const wire = maskAnswer(confirmDetail, answer, table);
  expect(Object.values(wire as object)).toContain(table.amount);
  expect(unmaskAnswer(confirmDetail, wire, table)).toEqual(answer);
});

test('NET-07 BANK-06 item codes of the form are data and stay unchanged', () => {
  const input = { cardType: 1, accountNumber: '0012', data: 'a code that looks like a field' };
  const wire = maskInput(bindCard, input, table);
  expect(wire).toMatchObject({ accountNumber: '0012', data: 'a code that looks like a field' });
  expect(unmaskInput(bindCard, wire, table)).toEqual(input);
});

test('every call has a unique name and path', () => {
  expect(new Set(calls.map((call) => call.name)).size).toBe(calls.length);
  expect(new Set(calls.map((call) => `${call.method} ${call.path}`)).size).toBe(calls.length);
  expect(calls).toContain(loanDetails);
  expect(calls).toContain(cardInit);
});
