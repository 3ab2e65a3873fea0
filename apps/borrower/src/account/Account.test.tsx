import { changePassword, consents, login, setConsent, smsCode, voiceCode } from '@hiram/contract/account';
import { contactList, contactSave } from '@hiram/contract/device';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, lastSentTo, reject, sentTo, show } from '../../test/screen.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { Consents } from './Consents.tsx';
import Login from './Login.tsx';
import { References } from './References.tsx';

afterEach(() => void vi.useRealTimers());

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const question = /^By signing in you agree that we use your data/;

test('KEY-01 a missing number, and what is wrong with a code, are said at their fields', async () => {
  show(<Login />);
  await press('Get code');
  expect((await screen.findByRole('alert')).textContent).toBe('Type your mobile number.');
  await userEvent.type(screen.getByLabelText('Mobile number'), '09171845566');
  await press('Sign in');
  expect(screen.getByRole('alert').textContent).toBe('Type the code from the message.');
  const code = screen.getByLabelText('Code');
  await userEvent.type(code, '111111');
  reject(login, { code: '60201', field: 'smsCode', message: 'This code is wrong or has expired.' });
  await press('Sign in');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('This code is wrong or has expired.'),
  );
  expect(document.activeElement).toBe(code);
});

test('KEY-01 a number that is too short is said at its field, whatever else is missing [T3806]', async () => {
  show(<Login />);
  const phone = screen.getByLabelText('Mobile number');
  await userEvent.type(phone, '0917184556');
  await press('Sign in');
  expect(screen.getByRole('alert').textContent).toBe('This number is too short.');
  expect(document.activeElement).toBe(phone);
  expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBeNull();
  await userEvent.type(phone, '6');
  await press('Sign in');
  expect(screen.getByRole('alert').textContent).toBe('Type the code from the message.');
});

test('KEY-01 signing in by code asks for the privacy consent, and sends that it did', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  answer(login, { sessionId: 'session-1' });
  show(<Login />, { returnTo: '/setting' });
  expect(screen.getByText(question)).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Mobile number'), '09171845566');
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await press('Sign in');
  expect(await lastSentTo(login)).toEqual({ phone: '09171845566', smsCode: '123456', agreed: 1 });
  await waitFor(() => expect(replace).toHaveBeenCalledOnce());
  expect(replace.mock.calls[0]?.[0]).toMatch(/^\/setting/);
});

test('KEY-01 signing in by password asks for no consent and sends none', async () => {
  show(<Login />);
  await userEvent.type(screen.getByLabelText('Mobile number'), '09171845566');
  await userEvent.click(screen.getByRole('tab', { name: 'Password' }));
  expect(screen.queryByText(question)).toBeNull();
  const password = screen.getByLabelText('Password');
  await userEvent.type(password, 'three words here');
  expect(password.getAttribute('type')).toBe('password');
  await press('Show');
  expect(password.getAttribute('type')).toBe('text');
  reject(login, { code: '60202', field: 'password', message: 'Number or password is not right.' });
  await press('Sign in');
  expect((await screen.findByRole('alert')).textContent).toBe('Number or password is not right.');
  expect(await lastSentTo(login)).toEqual({ phone: '09171845566', password: 'three words here' });
});

for (const canCall of [true, false])
  test(`KEY-01 after the countdown a call ${canCall ? 'can' : 'cannot'} be asked for`, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    answer(smsCode, { seconds: 60, canCall });
    answer(voiceCode, { seconds: 60 });
    show(<Login />);
    await userEvent.type(screen.getByLabelText('Mobile number'), '09171845566');
    await press('Get code');
    expect(await screen.findByRole('button', { name: 'Again in 60 s' })).toHaveProperty('disabled', true);
    for (let second = 0; second < 59; second += 1) act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByRole('button', { name: 'Again in 1 s' })).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: 'Get the code by call' })).toBeNull();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByRole('button', { name: 'Get code' })).toHaveProperty('disabled', false);
    expect(screen.queryAllByRole('button', { name: 'Get the code by call' })).toHaveLength(canCall ? 1 : 0);
    if (!canCall) return;
    await press('Get the code by call');
    expect(await lastSentTo(voiceCode)).toEqual({ phone: '09171845566', purpose: 'login' });
  });

test('KEY-10 a contact is typed: each problem is said at its field, and name, number and relation are sent', async () => {
  answer(contactList, { list: [] });
  show(<References />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a contact' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Add a contact' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  expect(sheet.getByRole('alert').textContent).toBe('Type the person’s name.');
  await userEvent.type(sheet.getByLabelText('Name'), 'Ana Reyes');
  await userEvent.type(sheet.getByLabelText('Mobile number'), '09171845566');
  await userEvent.click(sheet.getByText('Friend'));
  reject(contactSave, { code: '60502', field: 'phone', message: 'This is your own number.' });
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sheet.getByRole('alert').textContent).toBe('This is your own number.'));
  expect(document.activeElement).toBe(sheet.getByLabelText('Mobile number'));
  const person = { name: 'Ana Reyes', phone: '09171845566', relation: 'friend' } as const;
  answer(contactSave, {});
  answer(contactList, { list: [person] });
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Ana Reyes')).toBeTruthy();
  expect(sentTo(contactSave)).toEqual([person, person]);
});

test('KEY-01 a new password is sent with the current one; a wrong current one is said at its field', async () => {
  show(<ChangePassword />);
  await press('Change password');
  const sheet = within(screen.getByRole('dialog', { name: 'Change password' }));
  const present = sheet.getByLabelText('Current password');
  await userEvent.type(present, 'mali');
  await userEvent.click(sheet.getByLabelText('New password'));
  await userEvent.paste('apat na ilog at dagat');
  reject(changePassword, {
    code: '60205',
    field: 'oldPassword',
    message: 'This is not your current password.',
  });
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sheet.getByRole('alert').textContent).toBe('This is not your current password.'),
  );
  expect(document.activeElement).toBe(present);
  answer(changePassword, {});
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentTo(changePassword)[1]).toEqual({ oldPassword: 'mali', password: 'apat na ilog at dagat' });
});

test('a call outside the law’s hours is allowed and withdrawn by the borrower alone [T2617]', async () => {
  const title = 'Calls before 6:00 and after 22:00';
  const offered = {
    kind: 'anyHour',
    title,
    given: false,
    since: '',
    version: '1',
    isOptional: true,
  } as const;
  answer(consents, { list: [{ ...offered, kind: 'contacts', title: 'Emergency contacts' }, offered] });
  answer(setConsent, {});
  answer(contactList, { list: [] });
  show(<Consents />);
  expect(await screen.findByText(/^Our own hours hold even then/)).toBeTruthy();
  // Who gave none has the card of contacts alone.
  expect(screen.queryByText('Emergency contacts')).toBeNull();
  answer(consents, { list: [{ ...offered, given: true, since: '2026-11-29' }] });
  await press('Allow');
  expect(await lastSentTo(setConsent)).toEqual({ kind: 'anyHour', given: 1 });
  expect(await screen.findByText(/^Since /)).toBeTruthy();
  await press('Withdraw');
  await waitFor(() => expect(sentTo(setConsent)).toHaveLength(2));
  expect(await lastSentTo(setConsent)).toEqual({ kind: 'anyHour', given: 0 });
});

test('a sent code is said at its field with the number it went to, and nothing covers the head of the page [T3450]', async () => {
  answer(smsCode, { seconds: 60, canCall: true });
  show(<Login />);
  await userEvent.type(screen.getByLabelText('Mobile number'), '09171845566');
  await press('Get code');
  const said = await screen.findByText(/^Code sent to 0917 184 5566/);
  expect(screen.getByLabelText('Code').getAttribute('aria-describedby')).toBe(said.id);
});

test('who has to sign in again reads that nothing has changed, and who comes first does not [T3451]', async () => {
  const words = 'Please sign in to go on. Nothing has changed in your account.';
  show(<Login />, { returnTo: '/order' });
  expect(screen.getByText(words)).toBeTruthy();
  cleanup();
  show(<Login />);
  expect(screen.queryByText(words)).toBeNull();
});
