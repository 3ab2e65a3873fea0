import { orderList } from '@hiram/contract/order';
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, sentTo, show } from '../../../test/screen.tsx';
import { Toaster } from '../../kit/feedback/Toaster.tsx';
import { CallPanel } from './CallPanel.tsx';
import { useCall } from './useCall.ts';

/** A part that asks again every two seconds at first, as the page of a payment code does. */
function Repeating(): ReactNode {
  useCall(orderList, {}, { quiet: true, every: 2_000 });
  return null;
}

afterEach(() => void vi.useRealTimers());

/** Lets what was sent be answered and rendered. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

/** The number of calls that the part sends in so many minutes of its clock. */
async function sentIn(minutes: number): Promise<number> {
  const before = sentTo(orderList).length;
  for (let second = 0; second < minutes * 60; second += 5)
    await act(async () => {
      vi.advanceTimersByTime(5_000);
      await settle();
    });
  return sentTo(orderList).length - before;
}

async function turn(visibilityState: DocumentVisibilityState): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await settle();
  });
}

test('a repeated call slows down, rests while the page is hidden, and is frequent once shown again [T1010]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  answer(orderList, { tab: 'all', list: [] });
  show(<Repeating />);
  await vi.waitFor(() => expect(sentTo(orderList)).toHaveLength(1));
  await act(settle);
  const first = await sentIn(2);
  expect(first).toBeGreaterThan(3);
  expect(first).toBeLessThan(20);
  expect(await sentIn(2)).toBeLessThanOrEqual(5);
  await turn('hidden');
  expect(await sentIn(1)).toBe(0);
  await turn('visible');
  expect(await sentIn(1)).toBeGreaterThan(3);
});

function Asking(): ReactNode {
  return <CallPanel call={useCall(orderList, {})} />;
}

test('a failure that the page tells in a panel is announced, and not shown again as a toast [T1791]', async () => {
  show(
    <>
      <Asking />
      <Toaster />
    </>,
  );
  expect(await screen.findByText('This did not load')).toBeTruthy();
  const announced = await screen.findByText('No connection. Check your signal and try again.');
  await vi.waitFor(() => expect(announced.closest('.visually-hidden')).toBeTruthy());
});
