import { countTodo } from '@hiram/contract/console/work';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { PersonContext } from '../app/person-context.ts';
import type { Screen } from '../app/screen.ts';
import { ScreenCount } from './ScreenCount.tsx';

const person = { rights: [{ right: 'work.read', brand: 'ph' }] } as unknown as Person;
const duties = { path: '/duties', kinds: ['duty', 'refund'] } as unknown as Screen;

test('the number beside a screen counts everything that waits; the one before it what of it is late [T2641]', async () => {
  answer(countTodo, {
    kinds: [
      { kind: 'duty', count: 2, over: 1 },
      { kind: 'refund', count: 24, over: 0 },
    ],
  });
  show(
    <PersonContext value={person}>
      <ScreenCount screen={duties} brand="ph" />
    </PersonContext>,
  );
  const all = await screen.findByTitle(/^You can do 26 now\..* Overdue: 1\.$/);
  expect(all.textContent).toBe('12626 wait, 1 late');
  expect(all.hasAttribute('data-over')).toBe(true);
});
