import { unlockOptions } from '@hiram/contract/console/session';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import { Locked } from './Locked.tsx';

test('a server that does not answer is not told as a passkey that was not accepted [T1316]', async () => {
  show(<Locked name="Ana Cruz" />);
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No answer came\./);
});

test('a passkey that the person has not is told as that, not as a server that does not answer [T2103]', async () => {
  answer(unlockOptions, {
    publicKey: {
      challenge: 'AAAA',
      rpId: 'console.example',
      allowCredentials: [],
      timeout: 60_000,
      userVerification: 'required',
    },
  });
  const parseRequestOptionsFromJSON = (options: object) => options;
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { parseRequestOptionsFromJSON }),
  );
  const get = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { get } } }));
  show(<Locked name="Ana Cruz" />);
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No passkey of yours was used\./);
});
