import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { show } from '../../test/screen.tsx';
import type { Person, ScreenProps } from '../app/person.ts';
import { Frame } from './Frame.tsx';

vi.mock('./screens.ts', async () => {
  const { lazyPart } = await import('../app/screen.ts');
  const never = lazyPart(() => new Promise<never>(() => undefined));
  const Books = lazyPart(
    async () =>
      ({ brand }: ScreenProps) =>
        `the books of ${brand}`,
  );
  return {
    screens: [
      { path: '/work', right: undefined, Component: never, group: undefined },
      { path: '/books', right: undefined, ofOneBrand: true, Component: Books, title: { id: 'Books' } },
    ],
  };
});

/** The frame of a person with rights in all brands, which are these. */
function open(path: string, brands: readonly string[]): void {
  vi.stubGlobal(
    'EventSource',
    class {
      close(): void {}
    },
  );
  history.replaceState(null, '', path);
  const person = {
    name: 'Nina',
    roles: [],
    brands: brands.map((id) => ({ ...format, id, name: id })),
    rights: [
      { right: 'books.read', brand: '*' },
      { right: 'find.read', brand: '*' },
    ],
  };
  show(<Frame person={person as unknown as Person} />);
}

const format = { money: { symbol: '₱' }, timeZone: 'Asia/Manila', currency: 'PHP' };

test('a screen whose script is on its way says that it loads [T1366]', async () => {
  open('/work', []);
  const status = within(screen.getByRole('main')).getByRole('status');
  expect(await within(status).findByText('Loading …')).toBeTruthy();
});

test('a screen of one brand lets one be chosen of several, and opens the only one by itself [T2601]', async () => {
  open('/books', ['ph', 'in']);
  expect(await screen.findByRole('heading', { name: 'Choose a brand' })).toBeTruthy();
  cleanup();
  open('/books', ['ph']);
  expect(await screen.findByText('the books of ph')).toBeTruthy();
  expect(screen.queryByLabelText('Brand')).toBeNull();
});

test('the help of keys has every key of the console, those of this screen first [T2698]', async () => {
  open('/books', ['ph']);
  await screen.findByText('the books of ph');
  await userEvent.keyboard('?');
  const [here, elsewhere] = (await screen.findAllByRole('table')).map((table) =>
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  );
  expect(here).toContain('/');
  expect([...(here ?? []), ...(elsewhere ?? [])]).toEqual(expect.arrayContaining(['J', 'R', 'Y', 'N']));
  expect(elsewhere).not.toContain('/');
});
