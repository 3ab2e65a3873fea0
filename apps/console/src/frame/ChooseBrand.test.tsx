import { countTodo } from '@hiram/contract/console/work';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { PersonContext, PlacesContext } from '../app/person-context.ts';
import { moneyOutScreens } from '../money-out/screens.ts';
import { ChooseBrand } from './ChooseBrand.tsx';

const [moneyOut] = moneyOutScreens;

test('a screen of one brand offers the brands with what waits in each, the last chosen first [T2193]', async () => {
  answer(countTodo, { kinds: [{ kind: 'refund', count: 4, over: 0 }] });
  const onBrand = vi.fn();
  const person = { rights: [{ right: 'work.read', brand: 'ph' }] } as unknown as Person;
  const brands = [
    { id: 'ph', name: 'Hagdan' },
    { id: 'in', name: 'Pagdandi' },
  ];
  if (!moneyOut) throw new Error('the screen of outgoing money is missing');
  show(
    <PersonContext value={person}>
      <PlacesContext value={{ onBrand, lastBrand: 'in' }}>
        <ChooseBrand screen={moneyOut} brands={brands} />
      </PlacesContext>
    </PersonContext>,
  );
  await screen.findByText('4 wait');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Pagdandi',
    'Hagdan44 wait',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Hagdan 4 wait' }));
  expect(onBrand).toHaveBeenCalledWith('ph');
});
