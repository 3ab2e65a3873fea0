import { awayHeader, olderHeader } from '@hiram/contract/console/staff-call';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setUpScreens, show } from '../../test/screen.tsx';
import { noteCells } from '../net/cells.ts';
import { CellChoice, CellState } from './CellState.tsx';

setUpScreens();
const words = () => screen.queryAllByRole('status').map(({ textContent }) => textContent?.trim());

test('a page of several cells names those it is without, and says that it is narrowed to one [T1723]', () => {
  const cells = [0, 1, 2];
  // The page keeps what it knows of the cells, also of an earlier try.
  noteCells(new Headers({ [awayHeader]: '', [olderHeader]: '' }));
  show(
    <>
      <CellChoice cells={cells} />
      <CellState cells={cells} />
    </>,
  );
  expect(words()).toEqual([]);
  act(() => noteCells(new Headers({ [awayHeader]: '1,2', [olderHeader]: '' })));
  expect(words()).toEqual(['Cells 1, 2 do not answer: what they have is missing here.']);
  act(() => noteCells(new Headers({ [awayHeader]: '0' })));
  expect(words()).toEqual([expect.stringMatching(/^Cell 0 does not answer: nobody works in the console/)]);
  act(() => noteCells(new Headers({ [awayHeader]: '', [olderHeader]: '2' })));
  expect(words()).toEqual(['Cell 2 does not have the last changes of staff, roles, policies and stops yet.']);
  // That another cell is older says nothing of the one that is shown.
  fireEvent.change(screen.getByLabelText('Cell'), { target: { value: '1' } });
  expect(words()).toEqual([expect.stringMatching(/^Only cell 1 is shown/)]);
  fireEvent.click(screen.getByRole('button', { name: 'Show all cells' }));
  expect(words()).toHaveLength(1);
});
