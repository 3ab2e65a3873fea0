import { certifyForm, certifySave } from '@hiram/contract/certify';
import type { FormItem } from '@hiram/contract/form';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, lastSentTo, reject, sentTo, show } from '../../test/screen.tsx';
import { current } from '../kit/feedback/toaster.ts';
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

test('KEY-03 a field with a fault keeps its hint, and both describe it [T3801]', async () => {
  answer(certifyForm, {
    ...work,
    items: [item({ code: 'income', title: 'Monthly income', subtitle: 'After deductions.', ruleText: '' })],
  });
  show(<StepForm group="job" />);
  const income = await screen.findByLabelText('Monthly income');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const fault = await screen.findByRole('alert');
  const described = (income.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    fault.textContent,
    'After deductions.',
  ]);
});

test('KEY-03 of several faults one line tells how many, and each field says its own [T3808]', async () => {
  answer(certifyForm, {
    ...work,
    items: [
      item({ code: 'income', title: 'Monthly income', ruleText: '' }),
      item({ code: 'employer', title: 'Employer', ruleText: '' }),
    ],
  });
  show(<StepForm group="job" />);
  const income = await screen.findByLabelText('Monthly income');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await vi.waitFor(() => expect(current().toasts.map(({ text }) => text)).toContain('To correct: 2'));
  expect(document.activeElement).toBe(income);
  for (const [name, fault] of [
    ['Monthly income', 'Please fill in: Monthly income'],
    ['Employer', 'Please fill in: Employer'],
  ] as const) {
    const field = screen.getByLabelText(name);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(fault);
  }
});

test('a list that a tap opened gives the focus back without a ring, which a key shows again [T3802]', async () => {
  answer(certifyForm, {
    ...work,
    items: [item({ code: 'place', kind: 'citySelect', title: 'Place', subtitle: 'Choose' })],
  });
  show(<StepForm group="job" />);
  const picker = await screen.findByRole('button', { name: 'Place: Choose' });
  await userEvent.click(picker);
  expect(picker.dataset.tapped).toBe('');
  picker.focus();
  await userEvent.keyboard('{Shift}');
  expect(picker.dataset.tapped).toBeUndefined();
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
