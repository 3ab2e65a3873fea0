import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../test/screen.tsx';
import { WaitingState } from './PayableCode.tsx';

afterEach(() => void vi.unstubAllEnvs());

test('a code’s end is written in the lender’s time zone, wherever the phone is [T2163]', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const end = `${tomorrow}T07:18:00Z`;
  show(<WaitingState expiresAt={end} isOffline={false} onEnd={() => undefined} />);
  expect(screen.getByText(/^Works until .*15:18, with or without signal$/)).toBeTruthy();
});
