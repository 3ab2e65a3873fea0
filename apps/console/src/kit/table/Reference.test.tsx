import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setUpScreens, show } from '../../../test/screen.tsx';
import { CopiedReference } from './Reference.tsx';

setUpScreens();

test('a long reference is copied whole by the button beside it [T2777]', async () => {
  const user = userEvent.setup();
  show(<CopiedReference text="pay_619a96fc-5ba5-4415-8a41-9426682d8d68" />);
  await user.click(screen.getByRole('button', { name: 'Copy pay_619a96fc-5ba5-4415-8a41-9426682d8d68' }));
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('pay_619a96fc-5ba5-4415-8a41-9426682d8d68');
});
