import type { CodeStatus } from '@hiram/contract/repay';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { orderId } from '../../../test/order.ts';
import { show } from '../../../test/screen.tsx';
import { CodeActions, PayableCode, WaitingState } from './PayableCode.tsx';

afterEach(() => void vi.unstubAllEnvs());

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const status: CodeStatus = {
  state: 'waiting',
  orderId,
  showType: 1,
  codeImage: '',
  repayAmount: 285_585,
  receivedAmount: 0,
  payee: 'Hagdan Lending Corporation',
  expiresAt: `${tomorrow}T07:18:00Z`,
  channelName: '7-Eleven',
  channelLogo: '',
  steps: [],
  note: '',
  payments: [],
  repayments: [],
};
const card = () => screen.getByRole('region', { name: 'Payment code' });

test('a code’s end is written in the lender’s time zone, wherever the phone is [T2163]', () => {
  vi.stubEnv('TZ', 'America/New_York');
  show(<WaitingState status={status} isOffline={false} onEnd={() => undefined} />);
  expect(screen.getByText(/^Works until .*15:18, with or without signal$/)).toBeTruthy();
});

test('below its amount a code says what stays open if it is paid after its day [T3425]', () => {
  const settlesUntil = { date: '2026-11-29', more: 475 };
  show(<PayableCode payCode="171273066324" status={{ ...status, settlesUntil }} picture="" />);
  expect(card().textContent).toContain('Paid after 29 Nov, ₱4.75 or more stays open');
});

test('while the payment of a code is checked, showing the code again is not the first step [T3868]', () => {
  const look = (state: CodeStatus['state']) => {
    cleanup();
    show(<CodeActions payCode="171273066324" status={{ ...status, state }} picture="" isOffline={false} />);
    return screen.getByRole('button', { name: 'Show barcode large' }).className;
  };
  expect([look('waiting'), look('review')]).toEqual([
    expect.stringMatching(/primary/),
    expect.stringMatching(/secondary/),
  ]);
});
