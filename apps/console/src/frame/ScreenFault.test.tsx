import { screen } from '@testing-library/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../test/screen.tsx';
import { ScreenFault } from './ScreenFault.tsx';

// React writes each error that a boundary catches to the console.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

test('a screen whose script does not arrive says so and offers to load the page again [T1395]', async () => {
  const Gone = lazy(async (): Promise<{ default: () => ReactNode }> => {
    throw new Error('Failed to fetch dynamically imported module');
  });
  show(
    <>
      <nav>Screens</nav>
      <ScreenFault place="/work">
        <Suspense fallback={null}>
          <Gone />
        </Suspense>
      </ScreenFault>
    </>,
  );
  expect(await screen.findByRole('heading', { name: 'This screen could not be shown' })).toBeTruthy();
  expect(screen.getByText(/Failed to fetch dynamically imported module/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Load the page again/ })).toBeTruthy();
  expect(screen.getByText('Screens')).toBeTruthy();
});
