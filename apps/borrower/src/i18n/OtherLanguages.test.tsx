import { savePreferences } from '@hiram/contract/account';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, lastSentTo, show } from '../../test/screen.tsx';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { OtherLanguages } from './OtherLanguages.tsx';

test('the other language of a brand opens the page in it, and the account keeps it [T2744]', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  answer(savePreferences, {});
  show(<OtherLanguages here={() => href(paths.main)} isSignedIn />);
  const button = screen.getByRole('button', { name: 'Filipino' });
  expect([screen.queryByRole('button', { name: 'English' }), button.lang]).toEqual([null, 'fil']);
  await userEvent.click(button);
  expect(await lastSentTo(savePreferences)).toEqual({ language: 'fil' });
  await waitFor(() => expect(replace).toHaveBeenCalledWith(expect.stringMatching(/^\/main\?.*lang=fil/)));
  expect(document.cookie).toContain('hiram_lang=fil');
});
