import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { show } from '../../test/screen.tsx';
import TestPreview from './TestPreview.tsx';

const typed = {
  'App version': ['appVersion', '9.9.1'],
  'Device name': ['deviceName', 'Cherry Aqua'],
  'Device id': ['deviceId', 'device-of-mine'],
  'OS version': ['osVersion', '11'],
  'Session id': ['sessionId', 'session-typed-here'],
  'Ad id': ['adId', 'ad-7'],
  'Product id': ['productId', 'p-1'],
  'Order id': ['orderId', 'o-1'],
} as const;

const screens = {
  'Confirm loan': '/loanConfirm',
  'Loan detail': '/loanDetail',
  Repay: '/repay',
  Extension: '/repayDelay',
  'Bind bank': '/bindBank',
  'About us': '/aboutUs',
  Complaint: '/complaint',
  'Customer service': '/customerService',
  'Privacy policy': '/privacyPolicy',
  'Repayment instructions': '/paymentInstructions',
} as const;

/** The addresses that the page opens from now on. */
function openedAddresses(): URL[] {
  const opened: URL[] = [];
  vi.spyOn(location, 'assign').mockImplementation(
    (url) => void opened.push(new URL(url, 'http://app.example')),
  );
  return opened;
}

test('TEST-01 TEST-02 each of ten buttons opens its screen with the eight typed values', async () => {
  const opened = openedAddresses();
  show(<TestPreview />);
  for (const [label, [, value]] of Object.entries(typed)) {
    const field = screen.getByLabelText(label);
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste(value);
  }
  for (const name of Object.keys(screens)) await userEvent.click(screen.getByRole('button', { name }));
  expect(opened.map(({ pathname }) => pathname)).toEqual(Object.values(screens));
  for (const { searchParams } of opened)
    expect(Object.fromEntries(searchParams)).toEqual(Object.fromEntries(Object.values(typed)));
});

test('TEST-02 the values begin with those of the address, and an empty one is not sent', async () => {
  const opened = openedAddresses();
  show(<TestPreview />, { orderId: 'o-9', productId: 'p-9' });
  expect(screen.getByLabelText('Order id')).toHaveProperty('value', 'o-9');
  await userEvent.clear(screen.getByLabelText('Product id'));
  await userEvent.click(screen.getByRole('button', { name: 'About us' }));
  expect(opened[0]?.searchParams.get('orderId')).toBe('o-9');
  expect(opened[0]?.searchParams.has('productId')).toBe(false);
});

test('TEST-03 without geolocation an alert says so', async () => {
  const alert = vi.fn();
  vi.stubGlobal('alert', alert);
  Object.defineProperty(navigator, 'geolocation', { value: undefined, configurable: true });
  show(<TestPreview />);
  await userEvent.click(screen.getByRole('button', { name: 'Get location' }));
  expect(alert).toHaveBeenCalledWith('This browser cannot tell its location.');
});
