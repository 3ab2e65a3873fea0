import { listTimeline } from '@hiram/contract/console/borrower';
import { asId } from '@hiram/contract/ids';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import { Timeline } from './Timeline.tsx';

test('what a timeline is narrowed to stands in the address and stays over a reload [T2107]', async () => {
  answer(listTimeline, { entries: [], isLast: true });
  const open = () => show(<Timeline borrowerId={asId('01a224db-a45f-74f5-ba9e-7e2bb5f3f7a7')} brand="ph" />);
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Money' }));
  expect(location.search).toBe('?timeline=money');
  cleanup();
  open();
  expect(screen.getByRole('button', { name: 'Money' }).getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Events' }));
  expect(location.search).toBe('');
});
