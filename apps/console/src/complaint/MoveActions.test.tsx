import { closeComplaint } from '@hiram/contract/console/complaint';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, sentTo, show } from '../../test/screen.tsx';
import { CloseDialog } from './MoveActions.tsx';
import type { ShownComplaint } from './shown-complaint.ts';

test('a complaint is closed only after the person has chosen why [T3444]', async () => {
  answer(closeComplaint, {});
  const complaint = { complaintId: 'c1', seen: 1, reference: 'C261201-KWRD4A' } as unknown as ShownComplaint;
  show(<CloseDialog complaint={complaint} brand="ph" onClose={() => undefined} />);
  const send = screen.getByRole('button', { name: /^Close it/ });
  expect(screen.getAllByRole('radio').some((radio) => (radio as HTMLInputElement).checked)).toBe(false);
  expect(send).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('radio', { name: 'The borrower says that it is settled' }));
  await userEvent.click(send);
  await waitFor(() =>
    expect(sentTo(closeComplaint)).toEqual([{ complaintId: 'c1', seen: 1, because: 'withdrawn' }]),
  );
});
