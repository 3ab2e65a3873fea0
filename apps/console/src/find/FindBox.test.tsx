import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { FindBox } from './FindBox.tsx';

test('Find is offered to whoever may search in the brand, and to nobody else [T3449]', () => {
  const person = { rights: [{ right: 'find.read', brand: 'in' }] } as unknown as Person;
  show(<FindBox person={person} brand="ph" shown={[]} />);
  expect(screen.queryByRole('button')).toBeNull();
  show(<FindBox person={person} brand="in" shown={[]} />);
  expect(screen.getByRole('button', { name: /^Find/ })).toBeTruthy();
});
