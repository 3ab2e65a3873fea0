import { countTodo } from '@hiram/contract/console/work';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import { ChooseBrand } from './ChooseBrand.tsx';
import type { Person } from './person.ts';
import { PersonContext, PlacesContext } from './person-context.ts';

const right = (name: string, brand: string) => ({ right: name, brand });

test('a screen of one brand offers those of the person with what waits, the last chosen first [T2193]', async () => {
  answer(countTodo, { kinds: [{ kind: 'transfer', count: 4, over: 0 }] });
  const onBrand = vi.fn();
  const person = {
    brands: [
      { id: 'ph', name: 'Hagdan' },
      { id: 'in', name: 'Pagdandi' },
      { id: 'id', name: 'Tangga' },
    ],
    rights: [
      right('moneyIn.read', 'ph'),
      right('work.read', 'ph'),
      right('moneyIn.read', 'in'),
      right('work.read', 'id'),
    ],
  } as unknown as Person;
  show(
    <PersonContext value={person}>
      <PlacesContext value={{ onBrand, lastBrand: 'in' }}>
        <ChooseBrand title="Money in" text="Why" right="moneyIn.read" kinds={['transfer']} />
      </PlacesContext>
    </PersonContext>,
  );
  await screen.findByText('4 wait');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Pagdandi', 'Hagdan']);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Pagdandichosen last',
    'Hagdan4 wait',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Hagdan' }));
  expect(onBrand).toHaveBeenCalledWith('ph');
});
