import { recallAgency } from '@hiram/contract/console/collections';
import { asId } from '@hiram/contract/ids';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, answerBy, sentTo, setUpScreens, show } from '../../test/screen.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

setUpScreens();

function Recall({ onClose }: { readonly onClose: () => void }) {
  const recalling = useStaffAction(recallAgency, 'ph');
  return (
    <ReasonDialog
      title="Recall"
      action="Send"
      call={recalling}
      draft="recall"
      max={200}
      onSend={(reason) => recalling.mutateAsync({ agencyId: asId('1'), reason })}
      onClose={onClose}
    >
      <p>It is over.</p>
    </ReasonDialog>
  );
}

test('a reason that could not be sent stays with what was said against it until it is sent [T1854]', async () => {
  const onClose = vi.fn();
  const user = userEvent.setup();
  show(<Recall onClose={onClose} />);
  const send = await screen.findByRole('button', { name: /^Send/ });
  expect(send).toHaveProperty('disabled', true);
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Their contract ended today.');
  answerBy(recallAgency, () => {
    throw new Error('no answer');
  });
  await user.click(send);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox', { name: /^Reason/ })).toHaveProperty(
    'value',
    'Their contract ended today.',
  );
  expect(sessionStorage).toHaveLength(1);
  answer(recallAgency, { recalled: 3 });
  await user.click(send);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sentTo(recallAgency).at(-1)).toMatchObject({ reason: 'Their contract ended today.' });
  expect(sessionStorage).toHaveLength(0);
});
