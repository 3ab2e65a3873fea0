import { waiveDebt } from '@hiram/contract/console/loan';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, answerAction, sentTo, setUpScreens, show } from '../../test/screen.tsx';
import { StaffFault } from '../net/client.ts';
import { ActionDialog } from './ActionDialog.tsx';

setUpScreens();

test('an effect that changed is shown as it is now before it can be sent [T2096]', async () => {
  const user = userEvent.setup();
  answerAction(waiveDebt);
  show(
    <ActionDialog
      title="Waive"
      calls={waiveDebt}
      request={{ amount: 100 }}
      brand="ph"
      draft="waive 1"
      onClose={() => undefined}
    />,
  );
  await user.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'Their branch was closed.');
  answerAction(waiveDebt, { digest: 'd2', cost: 200 });
  answer(waiveDebt.submit, new StaffFault('changed', 200, ''));
  await user.click(await screen.findByRole('button', { name: /^Waive/ }));
  expect(await screen.findByText('The effect has changed since it was shown.')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /^Reason/ })).toHaveProperty(
    'value',
    'Their branch was closed.',
  );
  answerAction(waiveDebt, { digest: 'd2' });
  await user.click(screen.getByRole('button', { name: /^Waive/ }));
  expect(sentTo(waiveDebt.submit)).toMatchObject([{ digest: 'd1' }, { digest: 'd2' }]);
});
