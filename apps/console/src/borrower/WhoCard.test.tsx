import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import type { Card } from './types.ts';
import { WhoCard } from './WhoCard.tsx';

const card = {
  borrowerId: '01a1faab-728d-71e6-bd97-0000000000b1',
  brand: 'ph',
  name: 'Mila Valdez',
  since: '2026-11-28T23:10:00.000Z',
  language: 'en',
  isCertified: true,
  readsLeft: 40,
  fields: [
    { field: 'phone', label: 'Number', shown: '••• 926' },
    { field: 'public.name', label: 'Full name', shown: '••••••' },
    { field: 'public.birth', label: 'Birth date', shown: '••••••' },
  ],
} as unknown as Card;

test('values of which nothing is seen are counted, with who may open them and how [T2194]', () => {
  show(<WhoCard card={card} person={{ rights: [] } as unknown as Person} />);
  expect(screen.getByText('2 more fields are not for your role.')).toBeTruthy();
  expect(
    screen.getByText(/Support, a reviewer or the officer opens a field: by the eye beside it, with a reason/),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Open / })).toBeNull();
  const rights = [{ right: 'borrower.readEncrypted', brand: 'ph' }];
  show(<WhoCard card={card} person={{ rights } as unknown as Person} />);
  expect(screen.getByText(/^The eye opens one field for two minutes, with a reason/)).toBeTruthy();
  expect(screen.getByText('2 more fields').closest('details')?.textContent).toContain('Full name');
  expect(screen.getByRole('button', { name: 'Open Birth date', hidden: true })).toBeTruthy();
});
