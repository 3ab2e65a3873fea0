import { certifyForm, certifySave } from '@hiram/contract/certify';
import type { FormItem } from '@hiram/contract/form';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, lastSentTo, reject, sentTo, show } from '../../test/screen.tsx';
import { StepForm } from './StepForm.tsx';

const item = (changes: Partial<FormItem>): FormItem => ({
  code: '',
  kind: 'text',
  title: '',
  subtitle: '',
  value: '',
  options: [],
  inputType: '',
  accountType: 0,
  channelNumber: '',
  optional: false,
  maxLength: 40,
  ...changes,
});

const work = {
  title: 'Your work',
  progress: { no: 3, count: 4 },
  revision: 4,
  items: [
    item({ code: 'employer', title: 'Employer', value: 'Ana’s Bakery' }),
    item({
      code: 'income',
      title: 'Monthly income',
      rule: '^\\d{4,7}$',
      ruleText: 'Type the pesos of a month.',
    }),
  ],
};

async function open(): Promise<HTMLElement> {
  answer(certifyForm, work);
  show(<StepForm group="job" />);
  return screen.findByLabelText('Monthly income');
}

test('a step is saved with its saved and typed values and the revision that was shown [T1152]', async () => {
  const income = await open();
  answer(certifySave, { revision: 5 });
  await userEvent.type(income, '15000');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await lastSentTo(certifySave)).toMatchObject({
    group: 'job',
    revision: 4,
    values: { employer: 'Ana’s Bakery', income: '15000' },
  });
});

test('a value that does not fit is said at its field in the form’s own words, and nothing is sent', async () => {
  const income = await open();
  await userEvent.type(income, '12');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Type the pesos of a month.')).toBeTruthy();
  expect(document.activeElement).toBe(income);
  expect(sentTo(certifySave)).toEqual([]);
});

test('what the server rejects is said at the field that it names, and the typed value stays', async () => {
  const income = await open();
  reject(certifySave, { code: '70202', message: 'This is not your income.', field: 'income' });
  await userEvent.type(income, '15000');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('This is not your income.')).toBeTruthy();
  expect(income).toHaveProperty('value', '15000');
});

test('KEY-03 a step says its place among those that are needed [T2170]', async () => {
  await open();
  expect(screen.getByText('Step 3 of 4')).toBeTruthy();
});

test('an income is typed in groups beside its currency’s sign, and sent as digits [T2625]', async () => {
  answer(certifyForm, {
    ...work,
    items: [item({ code: 'income', title: 'Monthly income', inputType: 'money', maxLength: 8 })],
  });
  show(<StepForm group="job" />);
  const income = await screen.findByLabelText<HTMLInputElement>('Monthly income');
  answer(certifySave, { revision: 5 });
  await userEvent.type(income, '0150000');
  expect(income.value).toBe('₱150,000');
  income.setSelectionRange(2, 2);
  await userEvent.type(income, '2', { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect([income.value, income.selectionStart]).toEqual(['₱1,250,000', 4]);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await lastSentTo(certifySave)).toMatchObject({ values: { income: '1250000' } });
});
