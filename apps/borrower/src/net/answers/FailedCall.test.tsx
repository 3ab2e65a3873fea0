import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { orderId } from '../../../test/order.ts';
import { show } from '../../../test/screen.tsx';
import { keepCode } from '../../app/page/kept-code.ts';
import { FailedCall } from './FailedCall.tsx';

const unreachable = { state: 'unreachable', isServerFault: false, retry: () => undefined } as const;
const fail = (path = '/order') => show(<FailedCall call={unreachable} />, { orderId }, path);
const hour = 3_600_000;
const inAnHour = () => new Date(Date.now() + hour).toISOString();

test('a page that did not load leads to the code that can still be paid, and to no other [T1500]', async () => {
  const opened = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  keepCode(orderId, { address: '/repaymentOfCode?payCode=474935', until: inAnHour() });
  fail();
  await userEvent.click(screen.getByRole('button', { name: 'Show saved code' }));
  expect(opened).toHaveBeenCalledWith('/repaymentOfCode?payCode=474935');
  keepCode(orderId, {
    address: '/repaymentOfCode?payCode=474935',
    until: new Date(Date.now() - 1).toISOString(),
  });
  document.body.replaceChildren();
  fail();
  keepCode(orderId, { address: '/repaymentOfCode?payCode=474935', until: inAnHour() });
  keepCode(orderId, undefined);
  fail();
  expect(screen.queryByRole('button', { name: 'Show saved code' })).toBeNull();
});

test('the page of repaying says that it took no money; others do not speak of it [T1501]', () => {
  fail('/order');
  expect(screen.queryByText(/money was taken/)).toBeNull();
  fail('/repay');
  expect(screen.getByText(/No money was taken here\./)).toBeTruthy();
});

test('a rule whose next step the page knows offers that alone; another one may have ended by now [T2169]', () => {
  const call = { state: 'rejected', code: '40102', message: 'Not yet.', retry: () => undefined } as const;
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  show(<FailedCall call={call} next={{ label: 'See my loan', go: () => undefined }} />);
  expect(names()).toEqual(['See my loan']);
  cleanup();
  show(<FailedCall call={call} />);
  expect(names()).toEqual(['Go home', 'Retry']);
});
