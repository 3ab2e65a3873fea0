import { deferTasks } from '@hiram/contract/console/work';
import { asId } from '@hiram/contract/ids';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, sentTo, show } from '../../test/screen.tsx';
import { DeferDialog } from './DeferDialog.tsx';

test('one task is deferred, also where nobody waits for the result [T1925]', async () => {
  const taskIds = [asId<'task'>('01a1faab-728d-71e6-bd97-0000000000f1')];
  answer(deferTasks, { moved: 1, closed: 0, ownedByOther: 0 });
  const onClose = vi.fn();
  show(<DeferDialog taskIds={taskIds} brand="ph" onClose={onClose} />);
  await userEvent.type(screen.getByLabelText(/^Reason/), 'The counter answers tomorrow.');
  await userEvent.click(screen.getByRole('button', { name: /^Defer/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sentTo(deferTasks)).toEqual([{ taskIds, hours: 4, reason: 'The counter answers tomorrow.' }]);
});
