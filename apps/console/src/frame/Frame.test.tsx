import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Frame } from './Frame.tsx';

vi.mock('./screens.ts', async () => {
  const { lazyPart } = await import('../app/screen.ts');
  const never = lazyPart(() => new Promise<never>(() => undefined));
  return { screens: [{ path: '/work', right: undefined, Component: never, group: undefined }] };
});

test('a screen whose script is on its way says that it loads [T1366]', async () => {
  vi.stubGlobal(
    'EventSource',
    class {
      close(): void {}
    },
  );
  history.replaceState(null, '', '/work');
  show(<Frame person={{ name: 'Nina', roles: [], brands: [], rights: [] } as unknown as Person} />);
  const status = within(screen.getByRole('main')).getByRole('status');
  expect(await within(status).findByText('Loading …')).toBeTruthy();
});
