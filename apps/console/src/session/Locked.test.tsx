import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import { Locked } from './Locked.tsx';

test('a server that does not answer is not told as a passkey that was not accepted [T1316]', async () => {
  show(<Locked name="Ana Cruz" />);
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No answer came\./);
});
